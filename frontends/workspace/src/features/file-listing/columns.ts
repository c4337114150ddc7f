import { useLayoutEffect, useState, type RefObject } from 'react';
import { cn } from '@zo/web/ui';

/** How much a listing shows. The width of its own pane decides, not that of the window. */
export type ListingWidth = 'full' | 'wide' | 'medium' | 'compact';

/** Columns of head and rows alike. */
export interface ListingColumns {
  /** Classes of the grid. */
  readonly grid: string;
  /** Sizes have a column. */
  readonly sizes: boolean;
  /** Dates are short, and one button stands for all actions. */
  readonly compact: boolean;
  /** The actions take the date's place instead of a column of their own. */
  readonly actionsOverDate: boolean;
}

/** The name keeps at least 55 % of the row at each of these widths. */
export function widthOf(pixels: number): ListingWidth {
  if (pixels >= 960) return 'full';
  if (pixels >= 720) return 'wide';
  return pixels >= 480 ? 'medium' : 'compact';
}

const GRID: Record<ListingWidth, { sizes: string; plain: string }> = {
  full: {
    sizes: 'grid-cols-[minmax(0,1fr)_10.5rem_6.5rem_6.5rem] gap-x-3',
    plain: 'grid-cols-[minmax(0,1fr)_10.5rem_6.5rem] gap-x-3',
  },
  wide: {
    sizes: 'grid-cols-[minmax(0,1fr)_6.5rem_5.25rem_5.75rem] gap-x-2',
    plain: 'grid-cols-[minmax(0,1fr)_6.5rem_5.75rem] gap-x-2',
  },
  medium: { sizes: 'grid-cols-[minmax(0,1fr)_6.5rem] gap-x-2', plain: 'grid-cols-[minmax(0,1fr)_6.5rem] gap-x-2' },
  compact: { sizes: 'grid-cols-[minmax(0,1fr)_4rem] gap-x-2', plain: 'grid-cols-[minmax(0,1fr)_4rem] gap-x-2' },
};

/** FT-03: sizes are left out in a narrow pane, and in Articles (`sizes` false). */
export function columnsOf(width: ListingWidth, { sizes }: { sizes: boolean }): ListingColumns {
  const isNarrow = width === 'medium' || width === 'compact';
  return {
    grid: cn('grid items-center', GRID[width][sizes ? 'sizes' : 'plain']),
    sizes: sizes && !isNarrow,
    compact: width === 'compact',
    actionsOverDate: isNarrow,
  };
}

/** The width class of an element, measured before the first paint and whenever it is resized. */
export function useListingWidth(element: RefObject<HTMLElement | null>): ListingWidth {
  const [width, setWidth] = useState<ListingWidth>('wide');
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setWidth(widthOf(node.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
