import { useLayoutEffect, useState, type RefObject } from 'react';

/** A column beside the names, as the user's settings call it. */
export type Field = 'modified' | 'size' | 'kind' | 'created';
/** What a listing may show: the fields, and in the trash where entries were and when they came. */
export type Column = Field | 'from' | 'deleted';

/** Columns shared by the head and the rows. */
export interface ListingColumns {
  /** The columns of the CSS grid. */
  readonly template: string;
  /** Fields with a column, from left to right. */
  readonly fields: readonly Column[];
  /** Chosen fields for which this width has no room. */
  readonly left: readonly Column[];
  /** Dates are short, and one menu button replaces the actions. */
  readonly compact: boolean;
  /** The actions cover the last column instead of having one of their own. */
  readonly actionsOverDate: boolean;
}

/** Class of the head and of every row. */
export const ROW_GRID = 'grid items-center gap-x-2';

const REM = 16;
const GAP_REM = 0.5;
/** Space of a row beside its columns. */
const MARGIN = 40;
/** What the name keeps of the row. */
const NAME_SHARE = 0.55;
const ORDER: readonly Column[] = ['from', 'deleted', 'modified', 'size', 'kind', 'created'];
const ROOMY = { from: 11, deleted: 8, modified: 10.5, size: 6.5, kind: 7, created: 8, actions: 6.5 };
const TIGHT = { from: 9, deleted: 6.5, modified: 6.5, size: 5.25, kind: 5.5, created: 6.5, actions: 5.75 };
const [NARROW, WIDE, COMPACT] = [720, 960, 480];

type Widths = typeof ROOMY;

const fits = (pixels: number, columns: readonly number[]): boolean => {
  const row = pixels - MARGIN;
  return (row - columns.reduce((sum, rem) => sum + (rem + GAP_REM) * REM, 0)) / row >= NAME_SHARE;
};

const templateOf = (columns: readonly number[]) => `minmax(0,1fr) ${columns.map((rem) => `${rem}rem`).join(' ')}`;

/**
 * FT-03, TR-02: the columns of a listing of this width. The name always keeps 55 % of the row; below 720 px only the
 * date has a column, and below 480 px it is short.
 */
export function columnsOf(pixels: number, chosen: readonly Column[]): ListingColumns {
  const wanted = ORDER.filter((field) => chosen.includes(field));
  if (pixels < NARROW) {
    const compact = pixels < COMPACT;
    const fields = wanted.filter((field): field is Column => field === 'modified' || field === 'deleted');
    const left = wanted.filter((field) => !fields.includes(field));
    return { template: templateOf([compact ? 4 : 6.5]), fields, left, compact, actionsOverDate: true };
  }
  // Rows of the trash have one action, which needs no column.
  const actionsOverDate = wanted.includes('deleted');
  const widthsOf = (fields: readonly Column[], widths: Widths) => [
    ...fields.map((field) => widths[field]),
    ...(actionsOverDate ? [] : [widths.actions]),
  ];
  const roomy = widthsOf(wanted, ROOMY);
  const shared = { compact: false, actionsOverDate };
  if (pixels >= WIDE && fits(pixels, roomy))
    return { template: templateOf(roomy), fields: wanted, left: [], ...shared };
  const fields: Column[] = [];
  for (const field of wanted) if (fits(pixels, widthsOf([...fields, field], TIGHT))) fields.push(field);
  const left = wanted.filter((field) => !fields.includes(field));
  return { template: templateOf(widthsOf(fields, TIGHT)), fields, left, ...shared };
}

/** The same columns are used for this many pixels, so that dragging a handle does not render every row each time. */
const STEP = 8;

/** Width of an element in pixels, measured before the first paint and on every resize. */
export function useListingWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(WIDE);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setWidth(Math.floor(node.clientWidth / STEP) * STEP);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
