import { Maximize2, Minimize2, Plus, SquareTerminal, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, EmptyState, IconButton, cn } from '@zo/web/ui';
import {
  useCloseTerminalMutation,
  useCreateTerminalMutation,
  useTerminalsQuery,
  type TerminalInfo,
} from '../../api/terminals.endpoints';

const TerminalScreen = lazy(() => import('./terminal-screen'));
const FIRST_SIZE = { cols: 100, rows: 24 };

/** Tab titles in the order of opening: 'bash', 'bash 2' … */
const titles = (terminals: readonly TerminalInfo[]): string[] =>
  terminals.map(({ title }, index) => {
    const name = title || 'Shell';
    const before = terminals.slice(0, index).filter((other) => (other.title || 'Shell') === name).length;
    return before ? `${name} ${before + 1}` : name;
  });

/** Open shells of the computer; creates the first one when there is none. */
function useTerminals() {
  const { data: terminals, error, refetch } = useTerminalsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [create, { isLoading: creating, error: createError }] = useCreateTerminalMutation();
  const [close] = useCloseTerminalMutation();
  const [chosen, setChosen] = useState<string>();
  const started = useRef(false);
  const active = terminals?.find(({ id }) => id === chosen) ?? terminals?.at(-1);
  const add = () =>
    void create(FIRST_SIZE)
      .unwrap()
      .then(
        ({ id }) => setChosen(id),
        () => undefined,
      );

  useEffect(() => {
    if (!terminals || started.current) return;
    started.current = true;
    if (terminals.length === 0) add();
  });
  const problem = createError ?? error;
  return {
    terminals: terminals ?? [],
    active,
    add,
    creating,
    problem: problem ? toProblem(problem).detail : undefined,
    choose: setChosen,
    close: (id: string) => void close(id),
    retry: () => (error ? void refetch() : add()),
  };
}

function Screens({
  terminals,
  active,
  large = false,
  onExit,
}: {
  terminals: readonly TerminalInfo[];
  active: TerminalInfo | undefined;
  large?: boolean;
  onExit: (id: string) => void;
}) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (active && !seen.has(active.id)) setSeen(new Set([...seen, active.id]));
  return (
    <Suspense>
      {terminals
        .filter(({ id }) => seen.has(id))
        .map(({ id }) => (
          <TerminalScreen key={id} id={id} visible={id === active?.id} large={large} onExit={() => onExit(id)} />
        ))}
    </Suspense>
  );
}

/** The terminal below the page: tabs of shells that keep running while the panel is closed. */
export function TerminalPanel({ onClose }: { onClose: () => void }) {
  const { terminals, active, add, creating, problem, choose, close, retry } = useTerminals();
  const [large, setLarge] = useState(false);
  const names = titles(terminals);
  const closeOne = (id: string) => {
    close(id);
    if (terminals.length === 1) onClose();
  };
  return (
    <section
      aria-label="Terminal"
      className={cn('flex flex-col bg-surface-0', large ? 'fixed inset-0 z-40' : 'h-full')}
    >
      <div className="flex h-10 shrink-0 items-center gap-1 pr-2 pl-3">
        <div role="group" aria-label="Terminals" className="flex min-w-0 items-center gap-1 overflow-x-auto">
          {terminals.map(({ id }, index) => (
            <div
              key={id}
              className={cn(
                'group flex h-7 shrink-0 pointer-coarse:h-11 items-center rounded-md text-sm',
                id === active?.id ? 'bg-surface-3 font-medium' : 'text-text-2 hover:bg-surface-2',
              )}
            >
              <button
                type="button"
                aria-current={id === active?.id}
                onClick={() => choose(id)}
                className="flex h-7 items-center gap-2 rounded-md pr-1 pl-2.5 pointer-coarse:h-11"
              >
                <SquareTerminal className="size-3.5" />
                {names[index]}
              </button>
              <IconButton
                size="sm"
                label={`Close ${names[index]}`}
                onClick={() => closeOne(id)}
                className="[&_svg]:size-3.5"
              >
                <X />
              </IconButton>
            </div>
          ))}
        </div>
        <IconButton label="New terminal" onClick={add} disabled={creating}>
          <Plus />
        </IconButton>
        <div className="flex-1" />
        <IconButton label={large ? 'Make smaller' : 'Make larger'} onClick={() => setLarge(!large)}>
          {large ? <Minimize2 /> : <Maximize2 />}
        </IconButton>
        <IconButton label="Hide terminal" keys="Ctrl+`" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1">
        {problem && terminals.length === 0 ? (
          <EmptyState tone="bad" title="No terminal" action={<Button onClick={retry}>Try again</Button>}>
            {problem}
          </EmptyState>
        ) : null}
        {creating && terminals.length === 0 ? (
          <p role="status" className="px-4 py-2 text-sm text-text-2 animate-appear">
            Waking your computer…
          </p>
        ) : null}
        <Screens terminals={terminals} active={active} large={large} onExit={closeOne} />
      </div>
    </section>
  );
}

/** CH-08: terminal mode of the chat: the newest shell fills the panel. */
export function TerminalMode() {
  const { terminals, active, problem, close, retry } = useTerminals();
  if (problem && !active)
    return (
      <EmptyState tone="bad" title="No terminal" action={<Button onClick={retry}>Try again</Button>}>
        {problem}
      </EmptyState>
    );
  return (
    <div className="h-full bg-surface-0">
      <Screens terminals={terminals} active={active} onExit={close} />
    </div>
  );
}
