import { ContextMenu, DropdownMenu } from 'radix-ui';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn';
import { Kbd } from './kbd';

/** A menu item, a separator or a submenu. */
export type MenuEntry =
  | 'separator'
  | {
      label: string;
      icon?: ReactNode;
      keys?: string;
      danger?: boolean;
      disabled?: boolean;
      checked?: boolean;
      hint?: string;
      onSelect: () => void;
    }
  | { label: string; icon?: ReactNode; entries: MenuEntry[] };

const PANEL = cn(
  'z-50 min-w-48 max-w-80 overflow-y-auto rounded-lg border border-line-1 bg-surface-1 p-1',
  'shadow-float outline-none data-[state=open]:animate-menu-in',
);
const ROW = cn(
  'flex h-8 pointer-coarse:h-11 items-center gap-2 rounded-md px-2 text-sm outline-none select-none',
  'data-[disabled]:opacity-40 [&_svg]:size-4',
);

type Kit = typeof DropdownMenu | typeof ContextMenu;

function Line({ kit, entry }: { kit: Kit; entry: Exclude<MenuEntry, 'separator'> }) {
  if ('entries' in entry) {
    return (
      <kit.Sub>
        <kit.SubTrigger
          className={cn(ROW, 'text-text-1 data-[highlighted]:bg-surface-3 data-[state=open]:bg-surface-3')}
        >
          <span className="text-text-2">{entry.icon}</span>
          <span className="flex-1">{entry.label}</span>
          <ChevronRight className="text-text-3" />
        </kit.SubTrigger>
        <kit.Portal>
          <kit.SubContent className={PANEL} sideOffset={4} collisionPadding={8}>
            <Lines kit={kit} entries={entry.entries} />
          </kit.SubContent>
        </kit.Portal>
      </kit.Sub>
    );
  }
  return (
    <kit.Item
      disabled={entry.disabled}
      onSelect={entry.onSelect}
      className={cn(
        ROW,
        entry.danger ? 'text-bad data-[highlighted]:bg-bad-soft' : 'text-text-1 data-[highlighted]:bg-surface-3',
      )}
    >
      {entry.icon ? <span className={entry.danger ? '' : 'text-text-2'}>{entry.icon}</span> : null}
      <span className="flex-1 truncate">{entry.label}</span>
      {entry.hint ? <span className="text-xs text-text-3">{entry.hint}</span> : null}
      {entry.checked ? <Check className="text-accent-text" aria-label="Chosen" /> : null}
      {entry.keys ? <Kbd keys={entry.keys} /> : null}
    </kit.Item>
  );
}

function Lines({ kit, entries }: { kit: Kit; entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) =>
    entry === 'separator' ? (
      <kit.Separator key={index} className="my-1 h-px bg-line-1" />
    ) : (
      <Line key={`${index} ${entry.label}`} kit={kit} entry={entry} />
    ),
  );
}

export interface MenuProps {
  /** The element that opens it. */
  children: ReactNode;
  entries: readonly MenuEntry[];
  label?: string;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  onOpenChange?: (open: boolean) => void;
  /** Called when the menu closes; prevent the default to keep the focus where it is. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** Menu under a button. */
export function Menu({
  children,
  entries,
  label,
  align = 'end',
  side = 'bottom',
  onOpenChange,
  onCloseAutoFocus,
}: MenuProps) {
  return (
    <DropdownMenu.Root onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cn(PANEL, 'max-h-(--radix-dropdown-menu-content-available-height)')}
        >
          <Lines kit={DropdownMenu} entries={entries} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Context menu over `children`: right click, long press and the menu key. Without entries there is no menu. */
export function ContextMenuArea({
  children,
  entries,
  label,
  onOpenChange,
  onCloseAutoFocus,
}: Omit<MenuProps, 'align' | 'side'>) {
  return (
    <ContextMenu.Root onOpenChange={onOpenChange}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      {entries.length ? (
        <ContextMenu.Portal>
          <ContextMenu.Content
            aria-label={label}
            collisionPadding={8}
            onCloseAutoFocus={onCloseAutoFocus}
            className={cn(PANEL, 'max-h-(--radix-context-menu-content-available-height)')}
          >
            <Lines kit={ContextMenu} entries={entries} />
          </ContextMenu.Content>
        </ContextMenu.Portal>
      ) : null}
    </ContextMenu.Root>
  );
}
