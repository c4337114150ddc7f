import { describe, expect, it } from '@jest/globals';
import { readTable } from './table';

describe('tables', () => {
  it('FV-01 quotes hold separators, line breaks and quotes; numeric columns are detected', () => {
    expect(readTable('name,amount\r\n"Smith, ""Al""\nof York",1200\r\nBob,-3.5\n', 'a.csv')).toEqual({
      columns: ['name', 'amount'],
      rows: [
        ['Smith, "Al"\nof York', '1200'],
        ['Bob', '-3.5'],
      ],
      numeric: [false, true],
    });
  });

  it('FV-01 handles tabs, semicolons, a byte order mark, uneven and empty lines', () => {
    expect(readTable('a\tb\n1\t2', 'x.tsv')?.rows).toEqual([['1', '2']]);
    expect(readTable('\ufeffa;b\n1,5;2\n', 'x.csv')).toMatchObject({ columns: ['a', 'b'], rows: [['1,5', '2']] });
    expect(readTable('a,b\n\n1\n1,2,3\n4,\n', 'x.csv')).toMatchObject({
      columns: ['a', 'b', ''],
      rows: [['1'], ['1', '2', '3'], ['4', '']],
    });
  });

  it('FV-02 an invalid table is not shown in part', () => {
    expect(readTable('a,b\n"never closed,1\n', 'x.csv')).toBeUndefined();
    expect(readTable('', 'x.csv')).toBeUndefined();
  });
});
