import { Laptop, SquareTerminal, X } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { cn, ContextMenuArea, IconButton, NamePopover, type MenuEntry } from '@zo/web/ui';
import type { TerminalInfo } from '../../api/terminals.endpoints';
import { TERMINAL } from './messages';
import { labelsOf } from './use-terminals';

const MAX_NAME = 64;

export interface TerminalTabsProps {
  terminals: readonly TerminalInfo[];
  /** Ids of the terminals in view. */
  shown: readonly string[];
  focused: string | undefined;
  onChoose: (id: string) => void;
  onClose: (id: string) => void;
  /** Resolves to the problem with the name, if there is one. */
  onRename: (id: string, name: string) => Promise<string | undefined>;
}

/** The last name of a folder; the home folder is '~'. */
const folderOf = ({ cwd }: TerminalInfo): string => cwd.split('/').at(-1) || cwd;

/** `laptop: /home/ada/src`, or the folder alone on the computer. */
const placeOf = ({ machine, cwd }: TerminalInfo): string => (machine ? `${machine.name}: ${cwd}` : cwd);

/** Labels of the open terminals. A double click renames one. */
export function TerminalTabs({ terminals, shown, focused, onChoose, onClose, onRename }: TerminalTabsProps) {
  const [renaming, setRenaming] = useState<{ id: string; name: string; box: DOMRect }>();
  const labels = labelsOf(terminals);
  const begin = (terminal: TerminalInfo, element: Element) =>
    setRenaming({ id: terminal.id, name: terminal.name, box: element.getBoundingClientRect() });
  const tabOf = (id: string) => document.querySelector(`[data-terminal="${id}"]`);
  const menuOf = (terminal: TerminalInfo): MenuEntry[] => [
    {
      label: TERMINAL.rename,
      // The closing menu would take the focus from the field.
      onSelect: () => setTimeout(() => begin(terminal, tabOf(terminal.id)!), 40),
    },
    ...(terminal.name
      ? ([{ label: TERMINAL.unname, onSelect: () => void onRename(terminal.id, '') }] as MenuEntry[])
      : []),
    'separator',
    { label: TERMINAL.close, onSelect: () => onClose(terminal.id) },
  ];
  return (
    <div role="group" aria-label="Terminals" className="flex min-w-0 items-center gap-1 overflow-x-auto">
      {terminals.map((terminal, index) => (
        <ContextMenuArea key={terminal.id} label={labels[index]!} entries={menuOf(terminal)}>
          <div
            data-terminal={terminal.id}
            onAuxClick={(event) => event.button === 1 && onClose(terminal.id)}
            className={cn(
              'group flex h-7 shrink-0 pointer-coarse:h-11 items-center rounded-md text-sm',
              shown.includes(terminal.id) ? 'bg-surface-3' : 'text-text-2 hover:bg-surface-2',
              terminal.id === focused && 'font-medium',
            )}
          >
            <button
              type="button"
              aria-current={terminal.id === focused}
              title={placeOf(terminal)}
              onClick={() => onChoose(terminal.id)}
              onDoubleClick={(event: MouseEvent) => begin(terminal, event.currentTarget)}
              className="flex h-7 items-center gap-2 rounded-md pr-1 pl-2.5 pointer-coarse:h-11"
            >
              {terminal.machine ? <Laptop className="size-3.5" /> : <SquareTerminal className="size-3.5" />}
              {labels[index]}
              <span className="max-w-32 truncate text-text-2 max-md:hidden">
                {terminal.machine?.name ?? folderOf(terminal)}
              </span>
            </button>
            <IconButton
              size="sm"
              label={`Close ${labels[index]}`}
              onClick={() => onClose(terminal.id)}
              className="[&_svg]:size-3.5"
            >
              <X />
            </IconButton>
          </div>
        </ContextMenuArea>
      ))}
      <NamePopover
        open={renaming !== undefined}
        onOpenChange={(open) => open || setRenaming(undefined)}
        box={renaming?.box ?? new DOMRect()}
        title={TERMINAL.name}
        action={TERMINAL.rename}
        initial={renaming?.name ?? ''}
        check={(text) => (text.trim().length > MAX_NAME ? `A name has at most ${MAX_NAME} characters.` : undefined)}
        onSubmit={(name) => onRename(renaming!.id, name)}
      />
    </div>
  );
}
