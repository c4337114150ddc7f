import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { cn, Kbd } from '@zo/web/ui';

export const ITEM = cn(
  'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-base outline-none select-none',
  'data-[selected=true]:bg-surface-3 pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-text-2',
);
export const GROUP = cn(
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1',
  '[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium',
  '[&_[cmdk-group-heading]]:text-text-3',
);

/** One row of the palette. */
export function Line({
  value,
  icon,
  label,
  hint,
  keys,
  onSelect,
}: {
  value: string;
  icon: ReactNode;
  label: string;
  hint?: string;
  keys?: string;
  onSelect: () => void;
}) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={ITEM}>
      {icon}
      <span className="truncate">{label}</span>
      <span className="min-w-0 flex-1 truncate text-right text-xs text-text-3">{hint}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </Command.Item>
  );
}
