import type { Answer, Asked } from '@zo/web/api';

export type RowsAnswer = Answer<'Tables.rows'>;
export type RowsAsked = Asked<'Tables.rows'>;
export type Filter = NonNullable<RowsAsked['filters']>[number];
export type Sort = NonNullable<RowsAsked['sort']>;
export type Row = RowsAnswer['rows'][number];
/** What is known about a table besides its rows. */
export type TableFacts = Omit<RowsAnswer, 'rows' | 'etag'>;

/** Where the grid gets its rows from. */
export interface RowSource {
  facts: TableFacts;
  /** Undefined while it is read. */
  row: (index: number) => Row | undefined;
  /** Tells which rows are on the screen. */
  show: (first: number, last: number) => void;
}

/** A cell by the position of its row among those shown. */
export interface Cell {
  row: number;
  column: number;
}

/** Height of the names of the columns. */
export const HEAD_PX = 34;
