import { Columns2, Laptop, Maximize2, Minimize2, Plus, Square, SquareTerminal, X } from 'lucide-react';
import { useState } from 'react';
import { Button, EmptyState, IconButton, Menu, cn, loadable } from '@zo/web/ui';
import { useMachinesQuery } from '@zo/web/store';
import { TERMINAL } from './messages';
import { TerminalTabs } from './terminal-tabs';
import { useTerminals } from './use-terminals';

const TerminalScreen = loadable(() => import('./terminal-screen').then((module) => module.default));

interface ScreensProps {
  open: ReturnType<typeof useTerminals>;
  large?: boolean;
  onExit: (id: string) => void;
}

/** The screens of the terminals that were in view; those that are not any more stay, so that nothing is drawn again. */
function Screens({ open: { terminals, view, focus, onCommand }, large = false, onExit }: ScreensProps) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (view.ids.some((id) => !seen.has(id))) setSeen(new Set([...seen, ...view.ids]));
  return (
    <div className="flex h-full">
      {terminals
        .filter(({ id }) => seen.has(id))
        .map(({ id, machine }) => (
          <TerminalScreen
            key={id}
            id={id}
            machine={machine?.id}
            position={view.ids.indexOf(id)}
            focused={view.ids[view.focused] === id}
            large={large}
            onFocus={() => focus(id)}
            onCommand={onCommand}
            onExit={() => onExit(id)}
          />
        ))}
    </div>
  );
}

/** In place of the screens: why there is no terminal, and how to get one. */
function NoTerminal({ open: { problem, retry, hasNone, add } }: Pick<ScreensProps, 'open'>) {
  if (!problem && !hasNone) return null;
  const action = problem ? (
    <Button onClick={retry}>Try again</Button>
  ) : (
    <Button onClick={() => add()}>{TERMINAL.create}</Button>
  );
  return (
    <div className="h-full overflow-y-auto">
      <EmptyState title={TERMINAL.none} tone={problem ? 'bad' : undefined} action={action}>
        {problem ?? TERMINAL.ended}
      </EmptyState>
    </div>
  );
}

/** Opens a terminal; asks where while machines of the person's own are connected. */
function NewTerminal({ onAdd, creating }: { onAdd: (machineId?: string) => void; creating: boolean }) {
  const { data: all = [] } = useMachinesQuery(undefined, { refetchOnMountOrArgChange: true });
  const machines = all.filter(({ connected, shell }) => connected && shell);
  if (machines.length === 0)
    return (
      <IconButton label={TERMINAL.create} onClick={() => onAdd()} disabled={creating}>
        <Plus />
      </IconButton>
    );
  const entries = [
    { label: TERMINAL.onComputer, icon: <SquareTerminal />, onSelect: () => onAdd() },
    ...machines.map(({ id, name }) => ({ label: name, icon: <Laptop />, onSelect: () => onAdd(id) })),
  ];
  return (
    <Menu label={TERMINAL.create} align="start" entries={entries}>
      <IconButton label={TERMINAL.create} disabled={creating}>
        <Plus />
      </IconButton>
    </Menu>
  );
}

/** The terminal below the page: tabs of shells that keep running while the panel is closed. */
export function TerminalPanel({ onClose }: { onClose: () => void }) {
  const open = useTerminals();
  const { terminals, view, add, creating } = open;
  const [large, setLarge] = useState(false);
  const isSplit = view.ids.length > 1;
  const closeOne = (id: string) => {
    open.close(id);
    if (terminals.length === 1) onClose();
  };
  return (
    <section
      aria-label="Terminal"
      data-region
      className={cn('flex flex-col bg-surface-0', large ? 'fixed inset-0 z-40' : 'h-full')}
    >
      <div className="flex h-10 shrink-0 items-center gap-1 pr-2 pl-3">
        <TerminalTabs
          terminals={terminals}
          shown={view.ids}
          focused={view.ids[view.focused]}
          onChoose={open.choose}
          onClose={closeOne}
          onRename={open.rename}
        />
        <NewTerminal onAdd={add} creating={creating} />
        <div className="flex-1" />
        <IconButton
          label={isSplit ? TERMINAL.unsplit : TERMINAL.split}
          disabled={creating || terminals.length === 0}
          onClick={isSplit ? open.unsplit : open.split}
          className="max-md:hidden"
        >
          {isSplit ? <Square /> : <Columns2 />}
        </IconButton>
        <IconButton label={large ? 'Make smaller' : 'Make larger'} onClick={() => setLarge(!large)}>
          {large ? <Minimize2 /> : <Maximize2 />}
        </IconButton>
        <IconButton label="Hide terminal" keys="Ctrl+`" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1">
        {terminals.length === 0 ? <NoTerminal open={open} /> : null}
        {creating && terminals.length === 0 ? (
          <p role="status" className="px-4 py-2 text-sm text-text-2 animate-appear">
            {TERMINAL.waking}
          </p>
        ) : null}
        <Screens open={open} large={large} onExit={closeOne} />
      </div>
    </section>
  );
}

/** CH-08: terminal mode of the chat: the newest shell fills the panel. */
export function TerminalMode() {
  const open = useTerminals();
  if (open.terminals.length === 0 && (open.problem || open.hasNone)) return <NoTerminal open={open} />;
  return (
    <div className="h-full bg-surface-0">
      <Screens open={open} onExit={open.close} />
    </div>
  );
}
