import { expect, it } from '@jest/globals';
import { MAX_TABLE_ROWS, tableOf } from './table.js';

it.each<[string, ',' | '\t', unknown]>([
  ['', ',', null],
  ['\n\n', ',', null],
  ['a,b\n1,2\n', ',', { tableColumns: ['a', 'b'], tableData: [['1', '2']] }],
  ['\ufeffa\tb\r\n1,5\t2\r\n', '\t', { tableColumns: ['a', 'b'], tableData: [['1,5', '2']] }],
  ['a,"b ""c"",\nd"\n,', ',', { tableColumns: ['a', 'b "c",\nd'], tableData: [['', '']] }],
  ['a\n1,2,3', ',', { tableColumns: ['a', '', ''], tableData: [['1', '2', '3']] }],
  ['a,b\n"never closed,1\n', ',', { tableColumns: ['a', 'b'], tableData: [['never closed,1\n', '']] }],
  ['a,b\n"closed"x,1', ',', { tableColumns: ['a', 'b'], tableData: [['closedx', '1']] }],
])('FT-01 parses the table of %j separated by %j', (text, separator, table) => {
  expect(tableOf(text, separator)).toEqual(table);
});

it.each([
  ['many rows', `n\n${'1,2\n'.repeat(2_000_000)}`],
  ['one row without an end', 'x,'.repeat(2_000_000)],
  ['a quote that is never closed', `a\n"${'x\n'.repeat(2_000_000)}`],
  ['only quotes', '"'.repeat(4_000_000)],
])('the table of %s is bounded', (_what, text) => {
  const { tableColumns = [], tableData = [] } = tableOf(text, ',') ?? {};
  expect(tableData.length).toBeLessThanOrEqual(MAX_TABLE_ROWS);
  expect(tableColumns.length).toBeLessThanOrEqual(500);
});
