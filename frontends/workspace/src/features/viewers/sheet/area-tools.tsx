import {
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  Grid2x2,
  PanelBottom,
  PanelLeft,
  PanelRight,
  PanelTop,
  Square,
  SquareDashed,
  TableCellsMerge,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { IconButton, Menu, type MenuEntry } from '@zo/web/ui';
import { changeBorders, merge, unmerge } from './area-commands';
import { setStyle, styleAt } from './commands';
import type { Borders } from './model/borders';
import { mergeAt } from './model/merges';
import type { SheetSession } from './session';

/** Places of text between the top and the bottom of its cell. */
const PLACES: readonly (readonly [label: string, value: string, icon: ReactElement])[] = [
  ['Align top', 'top', <AlignVerticalJustifyStart />],
  ['Align middle', 'middle', <AlignVerticalJustifyCenter />],
  ['Align bottom', 'bottom', <AlignVerticalJustifyEnd />],
];

const BORDERS: readonly (readonly [label: string, borders: Borders, icon: ReactElement])[] = [
  ['All borders', 'all', <Grid2x2 />],
  ['Outer borders', 'outer', <Square />],
  ['Top border', 'top', <PanelTop />],
  ['Bottom border', 'bottom', <PanelBottom />],
  ['Left border', 'left', <PanelLeft />],
  ['Right border', 'right', <PanelRight />],
  ['No borders', 'none', <SquareDashed />],
];

interface AreaToolsProps {
  session: SheetSession;
  onClose: (event: Event) => void;
}

/** Merging, borders and the place of text in high cells. */
export function AreaTools({ session, onClose }: AreaToolsProps) {
  const { range, sheet, anchor } = session;
  const isMerged = mergeAt(sheet, anchor) !== undefined;
  const place = styleAt(session, 'vertical-align') ?? 'middle';
  const places: MenuEntry[] = PLACES.map(([label, value, icon]) => ({
    label,
    icon,
    checked: place === value,
    onSelect: () => setStyle(session, 'vertical-align', value),
  }));
  const borders: MenuEntry[] = BORDERS.map(([label, value, icon]) => ({
    label,
    icon,
    onSelect: () => changeBorders(session, value),
  }));
  return (
    <>
      <Menu label="Vertical alignment" align="start" entries={places} onCloseAutoFocus={onClose}>
        <IconButton label="Vertical alignment">
          {PLACES.find(([, value]) => value === place)?.[2] ?? <AlignVerticalJustifyCenter />}
        </IconButton>
      </Menu>
      <IconButton
        label={isMerged ? 'Unmerge cells' : 'Merge cells'}
        active={isMerged}
        disabled={range.top === range.bottom && range.left === range.right}
        onClick={() => (isMerged ? unmerge(session) : merge(session))}
      >
        <TableCellsMerge />
      </IconButton>
      <Menu label="Borders" align="start" entries={borders} onCloseAutoFocus={onClose}>
        <IconButton label="Borders">
          <Grid2x2 />
        </IconButton>
      </Menu>
    </>
  );
}
