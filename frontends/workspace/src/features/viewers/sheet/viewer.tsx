import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { nameOf } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows, useMedia } from '@zo/web/ui';
import type { ViewerProps } from '../viewer';
import { FormulaBar } from './formula-bar';
import { Grid } from './grid/grid';
import { PROBLEM, SHEET } from './messages';
import { cellOfPlace } from './model/cell-of-place';
import { openedAtOnce, openInSlices, type Opened } from './model/open-workbook';
import { MAX_COLUMNS, MAX_ROWS, sizesOf } from './model/sizes';
import type { Problem } from './model/workbook';
import { SheetSession } from './session';
import { isShown } from './model/is-shown';
import { SheetToolbar } from './toolbar';
import { useSession } from './use-session';
import { WorksheetTabs } from './worksheet-tabs';
import './sheet.css';

const ROW = { mouse: 28, touch: 44 };
/** What an empty file becomes when a sheet is started in it. */
const EMPTY = '{"tabs":true,"toolbar":true,"worksheets":[{"worksheetName":"Sheet1","minDimensions":[8,20]}]}\n';
const count = new Intl.NumberFormat('en-US');
const nothing = () => undefined;

/** SH-01, FV-01: a `.sheet.json` file in the sheet editor. */
export default function SheetViewer(props: ViewerProps) {
  const { text = '' } = props;
  const [opened, setOpened] = useState(() => openedAtOnce(text));
  useEffect(() => {
    if (opened) return;
    let isCurrent = true;
    void openInSlices(text).then((now) => isCurrent && setOpened(now));
    return () => void (isCurrent = false);
  }, [opened, text]);
  return opened ? <SheetEditor {...props} opened={opened} /> : <SkeletonRows label="Loading" />;
}

interface SheetEditorProps extends ViewerProps {
  opened: Opened;
}

function SheetEditor(props: SheetEditorProps) {
  const { location, text = '', onChange = nothing, onSave = nothing, place, opened } = props;
  const change = useRef(onChange);
  change.current = onChange;
  const [session] = useState(() => new SheetSession(opened, (next) => change.current(next), JSON.stringify(location)));
  const save = useRef(onSave);
  save.current = onSave;
  const saveNow = useCallback(() => save.current(), []);
  useSession(session, () => frameOf(session));
  useEffect(() => session.start(), [session]);
  useEffect(() => session.take(text), [session, text]);
  useEffect(() => {
    const found = place && !session.problem && cellOfPlace(session.book, text, place);
    if (!found) return;
    session.show(found.sheet);
    session.select(found.cell);
    // Only a new place is shown, not the same again after an edit.
  }, [session, place]);
  const isTouch = useMedia('(pointer: coarse)');
  if (session.problem) return <Unreadable problem={session.problem} onStart={() => onChange(EMPTY)} />;
  const { isCut } = sizesOf(session.sheet);
  return (
    <section aria-label="Sheet" className="flex h-full flex-col">
      {isShown(session, 'toolbar') ? <SheetToolbar session={session} /> : null}
      <FormulaBar session={session} />
      {isCut ? <Notice>{SHEET.cut(count.format(MAX_ROWS), count.format(MAX_COLUMNS))}</Notice> : null}
      {session.calculation === 'stopped' ? (
        <Notice action={<Button onClick={() => session.calculateAgain()}>Calculate again</Button>}>
          {SHEET.stopped}
        </Notice>
      ) : null}
      <Grid session={session} name={nameOf(location)} rowHeight={isTouch ? ROW.touch : ROW.mouse} onSave={saveNow} />
      <WorksheetTabs session={session} />
    </section>
  );
}

/** What is shown around the toolbar, the cells and the worksheets, which follow the session themselves. */
const frameOf = (session: SheetSession): string => {
  const { problem, calculation, sheet } = session;
  return `${problem} ${calculation === 'stopped'} ${!problem && sizesOf(sheet).isCut} ${isShown(session, 'toolbar')}`;
};

function Notice({ children, action }: { children: string; action?: ReactElement }) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-3 border-b border-line-1 bg-warn-soft px-4 py-1.5 text-sm text-text-1"
    >
      <span className="flex-1">{children}</span>
      {action}
    </div>
  );
}

function Unreadable({ problem, onStart }: { problem: Problem; onStart: () => void }) {
  const { title, hint } = PROBLEM[problem];
  return (
    <EmptyState
      tone="bad"
      icon={<CircleAlert />}
      title={title}
      action={problem === 'empty' ? <Button onClick={onStart}>Start a sheet</Button> : undefined}
    >
      {hint}
    </EmptyState>
  );
}
