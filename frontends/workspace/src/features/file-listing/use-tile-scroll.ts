import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isSeen, lineOf, offsetOf, placeAt, type TileLine, type TileSizes } from './tile-lines';
import type { Listing } from './use-listing';

interface Tiles {
  sizes: TileSizes;
  lines: readonly TileLine[];
  cursorRow: number;
}

/** The lines on screen. What is seen stays when the pane gets another width, and on the way back to the folder. */
export function useTileScroll(
  scroller: RefObject<HTMLElement | null>,
  { memory }: Listing,
  { sizes, lines, cursorRow }: Tiles,
) {
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (line) => lines[line]!.height,
    getItemKey: (line) => `${sizes.columns}-${sizes.tile}-${lines[line]!.type}-${lines[line]!.from}`,
    overscan: 2,
    initialOffset: () => offsetOf(lines, memory.tiles),
    paddingEnd: 64,
    onChange: ({ scrollOffset }) => void (memory.tiles = placeAt(lines, scrollOffset ?? 0, memory.tiles)),
  });
  const scrollTo = (row: number) => virtual.scrollToIndex(lineOf(lines, row));
  const shown = useRef({ sizes, lines, height: 0 });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { sizes, lines, height: virtual.scrollRect?.height ?? 0 };
    if (before.sizes.columns === sizes.columns && before.sizes.tile === sizes.tile) return;
    const seen = { top: virtual.scrollOffset ?? 0, height: before.height };
    if (isSeen(before.lines, cursorRow, seen)) scrollTo(cursorRow);
    else virtual.scrollToOffset(offsetOf(lines, memory.tiles));
  });
  return { virtual, scrollTo };
}
