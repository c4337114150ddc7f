import { root, segments } from '@zo/http';
import { z } from 'zod';

/** Most rows of one answer. */
export const MAX_ROWS = 1_000;
export const MAX_COLUMNS = 500;
export const MAX_SHEETS = 200;

const column = z.number().int().min(0).max(9_999);
const operators = ['contains', 'is', 'isNot', 'less', 'atMost', 'greater', 'atLeast'] as const;
export type Operator = (typeof operators)[number];

/** `column`: from 0; -1: any column. Letters are compared without case, values that are both numbers as numbers. */
const filter = z.strictObject({
  column: z.number().int().min(-1).max(9_999),
  operator: z.enum(operators),
  value: z.string().max(1_000),
});

/**
 * `sheet` is the first one if it is not given; `etag`: the rows must be of the file as it was then. A newer query or
 * order of the same `viewer` ends the one before, so each part of a page that shows rows names itself. `records`: a
 * JSON file is read as its lists of records, each a sheet, instead of as lines.
 */
export const rowsRequest = z.strictObject({
  root,
  path: segments.min(1, 'a name is missing'),
  sheet: z.string().max(1_000).default(''),
  from: z.number().int().min(0, 'must not be negative').max(1e12).default(0),
  count: z.number().int().min(0, 'must not be negative').max(MAX_ROWS, `at most ${MAX_ROWS} rows at once`).default(100),
  sort: z.strictObject({ column, descending: z.boolean().default(false) }).optional(),
  filters: z.array(filter).max(8, 'at most 8 filters').default([]),
  etag: z.string().max(200).default(''),
  query: z.string().max(20_000).default(''),
  viewer: z.string().max(64).default(''),
  records: z.boolean().default(false),
});
export type RowsRequest = z.infer<typeof rowsRequest>;

const columnTypes = ['text', 'number', 'time'] as const;
const tableColumn = z.strictObject({ name: z.string(), type: z.enum(columnTypes) }).meta({ id: 'TableColumn' });
export type TableColumnAnswer = z.infer<typeof tableColumn>;
/** `number`: of the row in the file, from 1, also when sorted or filtered. */
const tableRow = z.strictObject({ number: z.number(), cells: z.array(z.string()) }).meta({ id: 'TableRow' });

/**
 * Fewer rows than asked for are at the end of the table, or as many as one answer holds. `columns` are the first of
 * `columnCount`. `total` rows match the filters, of `all`; with `isAtLeast` they are still counted.
 */
export const rowsResponse = z.strictObject({
  etag: z.string(),
  columns: z.array(tableColumn),
  columnCount: z.number(),
  rows: z.array(tableRow),
  total: z.number(),
  isAtLeast: z.boolean(),
  all: z.number(),
  sheets: z.array(z.string()),
  note: z.string(),
});
export type RowsAnswer = z.infer<typeof rowsResponse>;
