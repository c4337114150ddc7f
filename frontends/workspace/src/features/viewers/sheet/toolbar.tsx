import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDownAZ,
  Baseline,
  Bold,
  ChevronDown,
  DecimalsArrowLeft,
  DecimalsArrowRight,
  Italic,
  ListFilter,
  PaintBucket,
  Percent,
  Redo2,
  Sigma,
  Snowflake,
  Strikethrough,
  Undo2,
  WrapText,
} from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { Button, FoldingTools, IconButton, Menu, type MenuEntry } from '@zo/web/ui';
import { AreaTools } from './area-tools';
import { changeDecimals, proposeSum, setMask, setStyle, sort, styleAt, toggleFreeze, toggleStyle } from './commands';
import { cellName, isOneCell } from './model/address';
import { entriesOf } from './model/edits';
import { frozenIn } from './model/frozen';
import { mergeAt } from './model/merges';
import { COLOURS } from './model/palette';
import type { SheetSession } from './session';
import { useSession } from './use-session';

/** Number formats with the mask that a file has for them. */
const FORMATS: readonly (readonly [label: string, mask: string | undefined, sample: string])[] = [
  ['Automatic', undefined, ''],
  ['Number', '#,##0.00', '1,234.50'],
  ['Whole number', '#,##0', '1,235'],
  ['Percent', '0%', '12%'],
  ['Euro', '€ #,##0.00', '€ 1,234.50'],
  ['Dollar', '$ #,##0.00', '$ 1,234.50'],
  ['Yen', '¥ #,##0', '¥ 1,235'],
  ['Date', 'yyyy-mm-dd', '2026-11-22'],
  ['Date, long', 'd mmm yyyy', '22 Nov 2026'],
  ['Time', 'hh:mm', '14:30'],
];

const Swatch = ({ colour }: { colour: string | undefined }) => (
  <span className="block size-4 rounded-sm border border-line-2" style={{ background: colour ?? 'transparent' }} />
);

const focusGrid = (session: SheetSession) => (event: Event) => {
  event.preventDefault();
  session.grid.focus();
};

function Tools({ children }: { children: ReactElement | readonly ReactElement[] }) {
  return (
    <div className="flex shrink-0 items-center gap-0.5 border-r border-line-1 px-1.5 first:pl-0 last:border-0">
      {children}
    </div>
  );
}

function FormatMenu({ session }: { session: SheetSession }) {
  const mask = session.maskAt(session.anchor);
  const label = FORMATS.find((each) => each[1] === mask)?.[0] ?? mask;
  const entries: MenuEntry[] = FORMATS.map(([name, value, hint]) => ({
    label: name,
    hint,
    checked: value === mask,
    onSelect: () => setMask(session, value),
  }));
  return (
    <Menu label="Number format" align="start" entries={entries} onCloseAutoFocus={focusGrid(session)}>
      <Button variant="quiet" aria-label={`Number format: ${label}`} className="w-32 justify-between">
        <span className="truncate">{label}</span>
        <ChevronDown />
      </Button>
    </Menu>
  );
}

function ColourMenu({
  session,
  property,
  label,
  icon,
}: {
  session: SheetSession;
  property: 'color' | 'background-color';
  label: string;
  icon: ReactElement;
}) {
  const now = styleAt(session, property);
  const entries: MenuEntry[] = COLOURS.map(([name, ink, fill]) => {
    const colour = property === 'color' ? ink : fill;
    return {
      label: name,
      icon: <Swatch colour={colour} />,
      checked: colour === now,
      onSelect: () => setStyle(session, property, colour),
    };
  });
  return (
    <Menu label={label} align="start" entries={entries} onCloseAutoFocus={focusGrid(session)}>
      <IconButton label={label}>{icon}</IconButton>
    </Menu>
  );
}

/** Buttons that set a property of the style, or remove it again. */
const MARKS: readonly (readonly [label: string, property: string, value: string, icon: ReactElement, keys?: string])[] =
  [
    ['Bold', 'font-weight', 'bold', <Bold />, 'Mod+B'],
    ['Italic', 'font-style', 'italic', <Italic />, 'Mod+I'],
    ['Strikethrough', 'text-decoration', 'line-through', <Strikethrough />],
  ];
const PLACES: typeof MARKS = [
  ['Align left', 'text-align', 'left', <AlignLeft />],
  ['Align centre', 'text-align', 'center', <AlignCenter />],
  ['Align right', 'text-align', 'right', <AlignRight />],
  ['Wrap text', 'white-space', 'pre-wrap', <WrapText />],
];

function StyleButtons({ session, of }: { session: SheetSession; of: typeof MARKS }) {
  return of.map(([label, property, value, icon, keys]) => (
    <IconButton
      key={label}
      label={label}
      keys={keys}
      active={styleAt(session, property) === value}
      onClick={() => toggleStyle(session, property, value)}
    >
      {icon}
    </IconButton>
  ));
}

/** What the toolbar shows of the session: most moves of the cursor change nothing of it. */
function toolsOf(session: SheetSession): string {
  const { anchor, range, sheet, canUndo, canRedo } = session;
  const { rows, columns } = frozenIn(sheet);
  const style = entriesOf(sheet, 'style')[cellName(anchor)];
  const isMerged = mergeAt(sheet, anchor) !== undefined;
  return JSON.stringify([
    canUndo,
    canRedo,
    isOneCell(range),
    isMerged,
    rows,
    columns,
    session.maskAt(anchor),
    style,
    !!sheet.filter,
  ]);
}

/** SH-01: commands for the selected cells. */
export const SheetToolbar = memo(function SheetToolbar({ session }: { session: SheetSession }) {
  useSession(session, () => toolsOf(session));
  const { sheet } = session;
  const frozen = frozenIn(sheet);
  const freeze: MenuEntry[] = [
    { label: 'First row stays in view', checked: frozen.rows > 0, onSelect: () => toggleFreeze(session, 'freezeRows') },
    {
      label: 'First column stays in view',
      checked: frozen.columns > 0,
      onSelect: () => toggleFreeze(session, 'freezeColumns'),
    },
  ];
  const order: MenuEntry[] = [
    { label: 'Sort A to Z, small to large', onSelect: () => sort(session, false) },
    { label: 'Sort Z to A, large to small', onSelect: () => sort(session, true) },
  ];
  return (
    <div className="flex shrink-0 border-b border-line-1 px-3">
      <FoldingTools
        aria-label="Sheet"
        // The focus stays in the grid.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Tools>
          <IconButton label="Undo" keys="Mod+Z" disabled={!session.canUndo} onClick={() => session.undo()}>
            <Undo2 />
          </IconButton>
          <IconButton label="Redo" keys="Mod+Shift+Z" disabled={!session.canRedo} onClick={() => session.redo()}>
            <Redo2 />
          </IconButton>
        </Tools>
        <Tools>
          <FormatMenu session={session} />
          <IconButton label="Percent" onClick={() => setMask(session, '0%')}>
            <Percent />
          </IconButton>
          <IconButton label="Fewer decimals" onClick={() => changeDecimals(session, -1)}>
            <DecimalsArrowLeft />
          </IconButton>
          <IconButton label="More decimals" onClick={() => changeDecimals(session, 1)}>
            <DecimalsArrowRight />
          </IconButton>
        </Tools>
        <Tools>
          <StyleButtons session={session} of={MARKS} />
          <ColourMenu session={session} property="color" label="Text colour" icon={<Baseline />} />
          <ColourMenu session={session} property="background-color" label="Cell colour" icon={<PaintBucket />} />
        </Tools>
        <Tools>
          <StyleButtons session={session} of={PLACES} />
        </Tools>
        <Tools>
          <AreaTools session={session} onClose={focusGrid(session)} />
        </Tools>
        <Tools>
          <Menu label="Freeze" align="start" entries={freeze} onCloseAutoFocus={focusGrid(session)}>
            <IconButton label="Freeze">
              <Snowflake />
            </IconButton>
          </Menu>
          <Menu label="Sort" align="start" entries={order} onCloseAutoFocus={focusGrid(session)}>
            <IconButton label="Sort">
              <ArrowDownAZ />
            </IconButton>
          </Menu>
          <IconButton
            label="Filter"
            keys="Alt+↓"
            active={sheet.filter !== undefined}
            onClick={() => session.chooseFilter(session.anchor.column)}
          >
            <ListFilter />
          </IconButton>
          <IconButton label="Sum" onClick={() => proposeSum(session)}>
            <Sigma />
          </IconButton>
        </Tools>
      </FoldingTools>
    </div>
  );
});
