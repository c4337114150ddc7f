import type { KeyboardEvent } from 'react';
import { clearCells, commit, toggleStyle } from '../commands';
import type { Cell } from '../model/address';
import { editText } from '../model/format';
import { sizesOf } from '../model/sizes';
import type { SheetSession } from '../session';
import { edge, lastCell, stepped, STEPS, type Step } from './move';

export interface KeyContext {
  session: SheetSession;
  /** Rows that fit into the window. */
  page: number;
  onSave: () => void;
}

const isModified = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

/** Starts editing the selected cell with its own text. */
export function editCell(session: SheetSession): void {
  const { anchor } = session;
  session.edit({ text: editText(session.valueAt(anchor.row, anchor.column), session.maskAt(anchor)), at: 'cell' });
}

function move({ session }: KeyContext, step: Step, event: KeyboardEvent): void {
  const from = event.shiftKey ? session.head : session.anchor;
  const to = isModified(event) ? edge(session, from, step) : stepped(session, from, step);
  if (event.shiftKey) session.select(session.anchor, to);
  else session.select(to);
}

const WITH_CTRL: Readonly<Record<string, (context: KeyContext, event: KeyboardEvent) => void>> = {
  a: ({ session }) => {
    const { rows, columns } = sizesOf(session.sheet);
    session.select({ row: 0, column: 0 }, { row: rows - 1, column: columns - 1 });
  },
  b: ({ session }) => toggleStyle(session, 'font-weight', 'bold'),
  i: ({ session }) => toggleStyle(session, 'font-style', 'italic'),
  u: ({ session }) => toggleStyle(session, 'text-decoration', 'underline'),
  s: ({ onSave }) => onSave(),
  y: ({ session }) => session.redo(),
  z: ({ session }, { shiftKey }) => (shiftKey ? session.redo() : session.undo()),
};

function jump({ session, page }: KeyContext, event: KeyboardEvent): boolean {
  const from = event.shiftKey ? session.head : session.anchor;
  const places: Readonly<Record<string, () => Cell>> = {
    Home: () => (isModified(event) ? { row: 0, column: 0 } : { row: from.row, column: 0 }),
    End: () => (isModified(event) ? lastCell(session) : { row: from.row, column: lastCell(session).column }),
    PageUp: () => stepped(session, from, [-page, 0]),
    PageDown: () => stepped(session, from, [page, 0]),
  };
  const to = places[event.key]?.();
  if (!to) return false;
  if (event.shiftKey) session.select(session.anchor, to);
  else session.select(to);
  return true;
}

/** A key in the grid while no cell is edited. True when it did something. */
export function runKey(context: KeyContext, event: KeyboardEvent): boolean {
  const { session } = context;
  const { key } = event;
  const step = STEPS[key];
  if (key === 'ArrowDown' && event.altKey) session.chooseFilter(session.anchor.column);
  else if (step) move(context, step, event);
  else if (isModified(event) && !event.altKey && WITH_CTRL[key.toLowerCase()])
    WITH_CTRL[key.toLowerCase()]!(context, event);
  else if (jump(context, event)) return (session.grid.reveal(), true);
  else if (isModified(event) || event.altKey) return false;
  else if (key === 'Enter' || key === 'F2') editCell(session);
  else if (key === 'Tab') return tab(session, event.shiftKey);
  else if (key === 'Delete' || key === 'Backspace') clearCells(session);
  else if (key === 'Escape') session.select(session.anchor);
  else if (event.keyCode === 229) session.edit({ text: '', at: 'cell' });
  else if (key.length === 1) session.edit({ text: key, at: 'cell' });
  else return false;
  // The cell may have been scrolled away, and the key is about it.
  if (step || !isModified(event)) session.grid.reveal();
  // The input method writes into the field itself.
  return event.keyCode !== 229;
}

/** Where the cells that Tab walks begin, and the one that it has come to: Enter goes on below the first of them. */
const walks = new WeakMap<SheetSession, { from: number; to: Cell }>();

/** The column that a row of typed cells began in, if the selected cell was reached by Tab alone. */
function walkStart(session: SheetSession): number {
  const { row, column } = session.anchor;
  const last = walks.get(session);
  return last?.to.row === row && last.to.column === column ? last.from : column;
}

function walk(session: SheetSession, isBack: boolean): void {
  const from = walkStart(session);
  session.select(stepped(session, session.anchor, [0, isBack ? -1 : 1]));
  walks.set(session, { from, to: session.anchor });
}

/** Tab walks cells; at the ends of a row it leaves the grid. */
function tab(session: SheetSession, isBack: boolean): boolean {
  if (stepped(session, session.anchor, [0, isBack ? -1 : 1]).column === session.anchor.column) return false;
  walk(session, isBack);
  return true;
}

/** Ends a row of typed cells: the next one begins below its first cell. */
function endWalk(session: SheetSession, isBack: boolean): void {
  const column = walkStart(session);
  session.select(stepped(session, { ...session.anchor, column }, [isBack ? -1 : 1, 0]));
}

/** A key while a cell is edited. True when it did something. */
export function runEditKey(session: SheetSession, event: KeyboardEvent, isTyped: boolean): boolean {
  if (event.nativeEvent.isComposing) return false;
  const { key } = event;
  const finish = (move: () => void) => {
    commit(session);
    move();
  };
  if (key === 'Escape') session.edit(undefined);
  else if (key === 'Enter' && event.altKey) return false;
  else if (key === 'Enter' && isModified(event)) commit(session, true);
  else if (key === 'Enter') finish(() => endWalk(session, event.shiftKey));
  else if (key === 'Tab') finish(() => walk(session, event.shiftKey));
  // A cell that is being replaced is left by an arrow; in its own text the arrow moves the caret.
  else if (isTyped && STEPS[key] && !event.shiftKey && !isModified(event))
    finish(() => session.select(stepped(session, session.anchor, STEPS[key]!)));
  else return false;
  return true;
}
