import { useCallback, useEffect, useRef, useState } from 'react';
import { toProblem } from '@zo/web/store';
import {
  useCloseTerminalMutation,
  useCreateTerminalMutation,
  useRenameTerminalMutation,
  useTerminalsQuery,
  type TerminalInfo,
} from '../../api/terminals.endpoints';

const FIRST_SIZE = { cols: 100, rows: 24 };
/** A program has started or ended by then. */
const SETTLED_MS = 1_000;

/** Label of a terminal: its name, else the program that runs in it, else that of the shell. */
const nameOf = ({ name, program, title }: TerminalInfo): string => name || program || title || 'Shell';

/** Labels in the order of opening; equal ones are counted: 'bash', 'bash 2'. */
export const labelsOf = (terminals: readonly TerminalInfo[]): string[] =>
  terminals.map((terminal, index) => {
    const label = nameOf(terminal);
    const before = terminals.slice(0, index).filter((other) => nameOf(other) === label).length;
    return before ? `${label} ${before + 1}` : label;
  });

/** The terminals in view, at most two side by side, and which of them has the focus. */
interface View {
  ids: readonly string[];
  focused: number;
}

const withChosen = ({ ids, focused }: View, id: string): View => {
  const at = ids.indexOf(id);
  if (at >= 0) return { ids, focused: at };
  return { ids: ids.length === 0 ? [id] : ids.with(focused, id), focused };
};

/** The view without terminals that have ended; the newest one when nothing is left. */
function existing({ ids, focused }: View, terminals: readonly TerminalInfo[]): View {
  const left = ids.filter((id) => terminals.some((terminal) => terminal.id === id));
  const newest = terminals.at(-1);
  if (left.length === 0) return { ids: newest ? [newest.id] : [], focused: 0 };
  return { ids: left, focused: Math.min(focused, left.length - 1) };
}

const VIEW_KEY = 'zo-terminals';

/** The terminals that were in view before a reload of this browser tab. */
function readView(): View {
  try {
    const { ids, focused } = JSON.parse(sessionStorage.getItem(VIEW_KEY) ?? '') as View;
    return { ids: ids.slice(0, 2), focused };
  } catch {
    return { ids: [], focused: 0 };
  }
}

/**
 * Returns a function after whose last call `work` is done: names and folders change with the commands that are typed.
 */
function useSettled(work: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void work(), SETTLED_MS);
  }, [work]);
}

/** Open shells of the computer; creates the first one when there is none. */
export function useTerminals() {
  const listed = useTerminalsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: terminals, error, refetch } = listed;
  const [create, { isLoading: creating, error: createError }] = useCreateTerminalMutation();
  const [close] = useCloseTerminalMutation();
  const [rename] = useRenameTerminalMutation();
  const [chosen, setView] = useState<View>(readView);
  const view = existing(chosen, terminals ?? []);
  const stored = JSON.stringify(view);
  useEffect(() => {
    if (terminals) sessionStorage.setItem(VIEW_KEY, stored);
  }, [terminals, stored]);
  const started = useRef(false);
  const open = (show: (view: View, id: string) => View, machineId?: string) =>
    void create({ ...FIRST_SIZE, ...(machineId && { machine_id: machineId }) })
      .unwrap()
      .then(
        ({ id }) => setView(show(view, id)),
        () => undefined,
      );
  const machineOf = (id: string) => terminals?.find((terminal) => terminal.id === id)?.machine ?? null;
  /** On a machine of the person's own, or on the computer. */
  const add = (machineId?: string) => open(withChosen, machineId);

  useEffect(() => {
    if (!terminals || started.current) return;
    started.current = true;
    if (terminals.length === 0) add();
  });
  const onCommand = useSettled(refetch);
  const problem = createError ?? error;
  return {
    terminals: terminals ?? [],
    view,
    add,
    creating,
    /** All of them have ended, with a restart of the computer for example. */
    hasNone: started.current && terminals?.length === 0 && !creating && !listed.isFetching && !problem,
    problem: problem ? toProblem(problem).detail : undefined,
    choose: (id: string) => setView(withChosen(view, id)),
    focus: (id: string) => view.ids[view.focused] === id || setView(withChosen(view, id)),
    split: () =>
      open(
        ({ ids, focused }, id) => ({ ids: [ids[focused]!, id], focused: 1 }),
        machineOf(view.ids[view.focused]!)?.id,
      ),
    unsplit: () => setView({ ids: [view.ids[view.focused]!], focused: 0 }),
    close: (id: string) => void close({ id, machine: machineOf(id) }),
    rename: (id: string, name: string) =>
      rename({ id, name, machine: machineOf(id) })
        .unwrap()
        .then(
          () => undefined,
          (failure: unknown) => toProblem(failure).detail,
        ),
    onCommand,
    retry: () => (error ? void refetch() : add()),
  };
}
