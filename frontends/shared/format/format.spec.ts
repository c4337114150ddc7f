import { describe, expect, it } from '@jest/globals';
import { formatAge, formatDate, formatNumber, formatSize, formatSpan } from './index';

describe('sizes and dates', () => {
  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [49_357, '48.20 KB'],
    [1_048_575, '1.00 MB'],
    [1_048_576, '1.00 MB'],
    [6_291_456, '6.00 MB'],
    [1024 ** 3, '1.00 GB'],
    [1024 ** 4, '1.00 TB'],
    [1024 ** 5, '1.00 PB'],
    [1024 ** 8, '1.00 YB'],
    [1024 ** 9, '1024.00 YB'],
    [-1, ''],
  ])('FT-04 size %p reads %p', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  it.each([0, 7, 999, 1000, 1204, 65_536, 1_000_000, 1_234_567_890, -1204])(
    'the number %p reads as elsewhere',
    (count) => {
      expect(formatNumber(count)).toBe(count.toLocaleString('en-US'));
    },
  );

  const now = new Date(2026, 10, 21, 12, 0, 0).getTime();
  it.each([
    [0, 'just now'],
    [-5000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 minute ago'],
    [120_000, '2 minutes ago'],
    [3_600_000, '1 hour ago'],
    [7_200_000, '2 hours ago'],
    [86_400_000, 'yesterday'],
    [5 * 86_400_000, '5 days ago'],
    [7 * 86_400_000 - 1, '6 days ago'],
    [7 * 86_400_000, 'Nov 14, 2026'],
    [262 * 86_400_000, 'Mar 4, 2026'],
  ])('FT-04 a file changed %p ms ago reads %p', (age, text) => {
    expect(formatDate(now - age, now)).toBe(text);
  });

  it.each([
    [-5000, 'now'],
    [59_999, 'now'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [86_400_000, '1 d'],
    [7 * 86_400_000 - 1, '6 d'],
    [7 * 86_400_000, 'Nov 14'],
    [325 * 86_400_000, 'Dec 2025'],
  ])('where there is little room, %p ms ago reads %p', (age, text) => {
    expect(formatAge(now - age, now)).toBe(text);
    expect(text.length).toBeLessThanOrEqual(8);
  });

  it('FT-04 an unknown time is an empty text', () => {
    expect(formatDate(0, now)).toBe('');
    expect(formatDate(Number.NaN, now)).toBe('');
    expect(formatAge(0, now)).toBe('');
  });

  it('UP-01 remaining time is one short unit', () => {
    expect([0.2, 4, 90, 7200, 200_000].map(formatSpan)).toEqual(['1 s', '4 s', '2 min', '2 h', '2 days']);
  });
});
