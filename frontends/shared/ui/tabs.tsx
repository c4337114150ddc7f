import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn';

/** A row of tabs; the caller renders the panels. */
export function TabRow<Value extends string>({
  value,
  onChange,
  tabs,
  label,
  className,
}: {
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode }[];
  label: string;
  className?: string;
}) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <Radix.List aria-label={label} className="inline-flex gap-0.5 rounded-lg bg-surface-2 p-0.5">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            // There is no Radix panel that this id could refer to.
            aria-controls={undefined}
            className={cn(
              'h-7 rounded-md px-3 text-sm font-medium text-text-2 transition-colors duration-[120ms]',
              'pointer-coarse:h-10 hover:text-text-1',
              'data-[state=active]:bg-surface-1 data-[state=active]:text-text-1',
              'data-[state=active]:ring-1 data-[state=active]:ring-line-1',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
    </Radix.Root>
  );
}
