import { describe, expect, it } from '@jest/globals';
import { readTable } from './table';

describe('tables', () => {
  it('FV-01 quotes hold separators, line breaks and quotes; types of columns are detected', () => {
    const text = 'name,amount,day,empty\r\n"Smith, ""Al""\nof York",1200,2026-11-22,\r\nBob,-3.5,2026-11-23T10:00Z,\n';
    expect(readTable(text, 'a.csv')).toEqual({
      columns: ['name', 'amount', 'day', 'empty'],
      rows: [
        ['Smith, "Al"\nof York', '1200', '2026-11-22', ''],
        ['Bob', '-3.5', '2026-11-23T10:00Z', ''],
      ],
      types: ['text', 'number', 'time', 'text'],
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
