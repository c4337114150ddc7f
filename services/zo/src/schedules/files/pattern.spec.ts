import { describe, expect, it } from '@jest/globals';
import { matches, problemOfPattern } from './pattern.js';

const isMatch = (pattern: string, path: string) => matches(pattern, path.split('/'));

describe('a pattern of files', () => {
  it.each([
    ['Inbox/*.csv', 'Inbox/a.csv', true],
    ['Inbox/*.csv', 'inbox/A.CSV', true],
    ['Inbox/*.csv', 'Inbox/deep/a.csv', false],
    ['Inbox/*.csv', 'Inbox/a.csv.txt', false],
    ['Inbox/*.csv', 'Inbox/.a.csv', false],
    ['Inbox/.*', 'Inbox/.env', true],
    ['Inbox/**', 'Inbox/a.csv', true],
    ['Inbox/**', 'Inbox/deep/er/a.csv', true],
    ['Inbox/**', 'Inbox/.git/config', false],
    ['**/*.csv', 'a.csv', true],
    ['**/*.csv', 'a/b/c.csv', true],
    ['**/x/**/*.csv', 'a/x/b/x/c/d.csv', true],
    ['**/x/**/*.csv', 'a/b/c/d.csv', false],
    ['Report ?.md', 'Report 😀.md', true],
    ['Report ?.md', 'Report 12.md', false],
    ['a[b].md', 'a[b].md', true],
    ['a(b|c)+.md', 'ab.md', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(isMatch(pattern, path)).toBe(expected);
  });

  it('takes no longer for one that was made to take long', () => {
    const before = process.cpuUsage();
    for (let n = 0; n < 100; n++) expect(isMatch('*a*a*a*a*a*a*a*a*b', 'a'.repeat(250))).toBe(false);
    for (let n = 0; n < 100; n++) expect(isMatch('**/a/**/a/**/a/**/a/b', 'a/'.repeat(120))).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  it.each(['', '/Inbox/*.csv', 'Inbox/', '../x', 'a/../b', 'a**/b', 'Trash/*', 'a\\b', 'a\nb', 'x'.repeat(201)])(
    'refuses %j',
    (pattern) => {
      expect(problemOfPattern(pattern)).toMatch(/\.$/);
    },
  );
});
