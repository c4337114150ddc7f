import { useLayoutEffect, useState, type RefObject } from 'react';
import { cn } from '@zo/web/ui';

/** Width class of a listing, from the width of its own pane, not of the window. */
export type ListingWidth = 'full' | 'wide' | 'medium' | 'compact';

/** Columns shared by the head and the rows. */
export interface ListingColumns {
  /** CSS classes of the grid. */
  readonly grid: string;
  /** Whether sizes have a column. */
  readonly sizes: boolean;
  /** Dates are short, and one menu button replaces the actions. */
  readonly compact: boolean;
  /** The actions cover the date instead of having a column of their own. */
  readonly actionsOverDate: boolean;
}

/** At each of these widths the name keeps at least 55 % of the row. */
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

/** Width class of an element, measured before the first paint and on every resize. */
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
