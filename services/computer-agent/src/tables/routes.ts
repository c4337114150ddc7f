/** The calls of TableService. */
import { create } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  ColumnType,
  FilterOperator,
  type RowsRequest,
  RowsResponseSchema,
  TableColumnSchema,
  TableRowSchema,
  TableService,
} from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import type { Computer } from '../server/computer.js';
import {
  type ColumnKind,
  MAX_FILTERS,
  MAX_QUERY,
  MAX_ROWS,
  MAX_VALUE,
  MAX_VIEWER,
  type Operator,
  type WindowRequest,
} from './messages.js';

const OPERATORS: Partial<Record<FilterOperator, Operator>> = {
  [FilterOperator.CONTAINS]: 'contains',
  [FilterOperator.IS]: 'is',
  [FilterOperator.IS_NOT]: 'isNot',
  [FilterOperator.LESS]: 'less',
  [FilterOperator.AT_MOST]: 'atMost',
  [FilterOperator.GREATER]: 'greater',
  [FilterOperator.AT_LEAST]: 'atLeast',
};
const TYPES: Record<ColumnKind, ColumnType> = {
  text: ColumnType.TEXT,
  number: ColumnType.NUMBER,
  time: ColumnType.TIME,
};

/** @throws INVALID */
function windowOf({ sheet, from, count, sort, filters, query, viewer }: RowsRequest): WindowRequest {
  if (!Number.isSafeInteger(from) || from < 0) throw invalid('The first row must be a whole number from 0.');
  if (count > MAX_ROWS) throw invalid('At most 1,000 rows can be read at once.');
  if (filters.length > MAX_FILTERS) throw invalid('At most 8 filters can be set.');
  if (query.length > MAX_QUERY) throw invalid('The query is too long.');
  if (viewer.length > MAX_VIEWER) throw invalid('The id of the viewer is too long.');
  return {
    sheet,
    query,
    viewer,
    from,
    count,
    sort: sort ? { column: sort.column, descending: sort.descending } : null,
    filters: filters.map(({ column, operator, value }) => {
      const named = OPERATORS[operator];
      if (!named || column < -1) throw invalid('A filter needs a column and an operator.');
      if (value.length > MAX_VALUE) throw invalid('The value of a filter is too long.');
      return { column, operator: named, value };
    }),
  };
}

export function tableRoutes(router: ConnectRouter, { tables }: Computer): void {
  router.service(TableService, {
    rows: async (request) => {
      const { etag, window } = await tables.rows(request, windowOf(request));
      return create(RowsResponseSchema, {
        ...window,
        etag,
        columns: window.columns.map(({ name, kind }) => create(TableColumnSchema, { name, type: TYPES[kind] })),
        rows: window.rows.map((row) => create(TableRowSchema, row)),
      });
    },
  });
}
