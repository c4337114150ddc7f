import { beforeEach, expect, it } from '@jest/globals';
import { MAX_KEPT, readWidths, writeWidths } from './kept-widths';

beforeEach(() => localStorage.clear());

it('keeps the widths of a table as long as its columns are the same', () => {
  writeWidths('w/a.csv', 'id,text', { 1: 400 });
  writeWidths('w/b.csv', 'id,text', { 0: 90 });
  expect(readWidths('w/a.csv', 'id,text')).toEqual({ 1: 400 });
  expect(readWidths('w/a.csv', 'id,other')).toEqual({});
  writeWidths('w/a.csv', 'id,other', { 0: 50 });
  expect(readWidths('w/a.csv', 'id,other')).toEqual({ 0: 50 });
});

it('forgets the table that was changed longest ago, and what is no list', () => {
  for (let n = 0; n <= MAX_KEPT; n++) writeWidths(`w/${n}.csv`, 'id', { 0: n });
  expect([readWidths('w/0.csv', 'id'), readWidths('w/1.csv', 'id')]).toEqual([{}, { 0: 1 }]);
  localStorage.setItem('zo.table-widths', '{"a":1}');
  expect(readWidths('w/1.csv', 'id')).toEqual({});
});
