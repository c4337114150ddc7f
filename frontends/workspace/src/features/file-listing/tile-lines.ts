import { cn } from '@zo/web/ui';

/** One line of tiles, or the name of a month above some. `from` and `to` are positions among the rows of the folder. */
export type TileLine =
  | { type: 'month'; label: string; height: number; from: number; to: number }
  | { type: 'folders' | 'files'; height: number; from: number; to: number };

export interface TileSizes {
  columns: number;
  tile: number;
  thumb: number;
}

export const PADDING = 16;
export const GAP = 8;
const MIN_TILE = 108;
const FOLDER_HEIGHT = 44;
const MONTH_HEIGHT = 36;
/** Around the thumbnail, and the two lines of text below it. */
const FRAME = 6;
const TEXT_HEIGHT = 46;

/** The sizes of tiles in a pane of this width; a narrow one has fewer columns than were chosen. */
export function tileSizes(width: number, chosen: number): TileSizes {
  const room = Math.max(MIN_TILE, width - 2 * PADDING);
  const columns = Math.max(1, Math.min(chosen, Math.floor((room + GAP) / (MIN_TILE + GAP))));
  const tile = Math.floor((room - GAP * (columns - 1)) / columns);
  return { columns, tile, thumb: Math.round(((tile - 2 * FRAME) * 2) / 3) };
}

interface Tiles {
  count: number;
  isFolder: (row: number) => boolean;
  /** The month of a row; undefined when the folder is not sorted by a date. */
  monthOf: ((row: number) => string) | undefined;
}

/** Folders first as tiles of one line, then files, by month when they are sorted by a date. */
export function tileLines({ count, isFolder, monthOf }: Tiles, { columns, thumb }: TileSizes): TileLine[] {
  const lines: TileLine[] = [];
  const height = thumb + 2 * FRAME + TEXT_HEIGHT + GAP;
  const add = (type: 'folders' | 'files', from: number, to: number) => {
    for (let at = from; at < to; at += columns)
      lines.push({
        type,
        from: at,
        to: Math.min(to, at + columns),
        height: type === 'files' ? height : FOLDER_HEIGHT + GAP,
      });
  };
  let at = 0;
  while (at < count && isFolder(at)) at++;
  add('folders', 0, at);
  while (at < count) {
    const begun = at;
    const month = monthOf?.(at);
    while (at < count && monthOf?.(at) === month) at++;
    if (month) lines.push({ type: 'month', label: month, height: MONTH_HEIGHT, from: begun, to: begun });
    add('files', begun, at);
  }
  return lines;
}

/** The row that an arrow key leads to from a row. */
export function nextTile(lines: readonly TileLine[], row: number, key: string): number {
  const last = lines.at(-1)?.to ?? 0;
  if (row < 0) return 0;
  if (key === 'ArrowLeft') return Math.max(0, row - 1);
  if (key === 'ArrowRight') return Math.min(last - 1, row + 1);
  const at = lineOf(lines, row);
  const column = row - lines[at]!.from;
  const step = key === 'ArrowUp' ? -1 : 1;
  for (let next = at + step; next >= 0 && next < lines.length; next += step) {
    const { from, to } = lines[next]!;
    if (to > from) return Math.min(to - 1, from + column);
  }
  return row;
}

/** Index of the line that a row is in. */
export const lineOf = (lines: readonly TileLine[], row: number): number =>
  lines.findIndex(({ from, to }) => row >= from && row < to);

/** Where tiles are scrolled to: a row of the line at the top, and how far that line is scrolled out. */
export interface TilePlace {
  row: number;
  /** Pixels. */
  shift: number;
}

const topOf = (lines: readonly TileLine[], line: number): number =>
  lines.slice(0, line).reduce((top, { height }) => top + height, 0);

/** Pixels to scroll by to a place. */
export function offsetOf(lines: readonly TileLine[], { row, shift }: TilePlace): number {
  const line = lineOf(lines, row);
  return line < 0 ? 0 : topOf(lines, line) + Math.min(shift, lines[line]!.height);
}

/** The place after a scroll. The row that is known stays while its line is at the top, in any number of columns. */
export function placeAt(lines: readonly TileLine[], offset: number, known: TilePlace): TilePlace {
  let top = 0;
  for (const { from, to, height } of lines) {
    if (to > from && offset < top + height)
      return { row: known.row >= from && known.row < to ? known.row : from, shift: offset - top };
    top += height;
  }
  return known;
}

/** Whether the tile of a row is inside of what is seen. */
export function isSeen(lines: readonly TileLine[], row: number, seen: { top: number; height: number }): boolean {
  const line = lineOf(lines, row);
  if (line < 0) return false;
  const top = topOf(lines, line);
  return top >= seen.top && top + lines[line]!.height - GAP <= seen.top + seen.height;
}

/** A rectangle in pixels of the scrolled content. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Rows whose tiles the rectangle touches. */
export function tilesIn(lines: readonly TileLine[], { tile }: TileSizes, area: Area): number[] {
  const found: number[] = [];
  let top = 0;
  for (const { from, to, height } of lines) {
    const isTouched = area.top < top + height - GAP && area.top + area.height > top;
    for (let row = isTouched ? from : to; row < to; row++) {
      const left = PADDING + (row - from) * (tile + GAP);
      if (area.left < left + tile && area.left + area.width > left) found.push(row);
    }
    top += height;
  }
  return found;
}

/** Look of a tile in each of its states. */
export const tileLook = (selected: boolean, over: boolean, cursor: boolean) =>
  cn(
    'relative shrink-0 rounded-lg text-base select-none',
    selected ? 'bg-surface-4' : 'hover:bg-surface-3',
    over && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
    cursor && 'outline-2 -outline-offset-2 outline-focus',
  );
