import { describe, expect, it } from '@jest/globals';
import type { Location } from '@zo/web/paths';
import { moveProblem, moveSummary, outcomeDetail, topMost } from './move-rules';

const at = (...path: string[]): Location => ({ root: 'w', path });

describe('moving', () => {
  it('FT-07 refuses the current folder and a folder below the moved one', () => {
    expect(moveProblem([at('a')], at('a'))).toBe('Source and target are the same');
    expect(moveProblem([at('a', 'b')], at('a'))).toBe('Source and target are the same');
    expect(moveProblem([at('a')], at('a', 'b', 'c'))).toBe('Cannot move into a child directory');
    expect(moveProblem([at('a')], at('ab'))).toBeUndefined();
    expect(moveProblem([at('a')], { root: 's', path: ['a'] })).toBeUndefined();
  });

  it('FT-09 articles are only moved to the trash, nothing is moved to them, and their folder stays', () => {
    const article = at('Articles', 'The quay :: example.org.md');
    expect(moveProblem([at('a'), article], at('b'))).toBe(
      'Articles stay in their folder. Download them to have them elsewhere.',
    );
    expect(moveProblem([article], at('Trash'))).toBeUndefined();
    expect(moveProblem([at('a')], at('Articles'))).toBe(
      'Articles holds saved pages only. Use Save article to add one.',
    );
    expect(moveProblem([at('Articles')], at('b'))).toBe(
      'Articles stay in their folder. Download them to have them elsewhere.',
    );
    expect(moveProblem([{ root: 's', path: ['Articles'] }], at('b'))).toBeUndefined();
  });

  it('PC-02 moves within a machine as within the computer', () => {
    const there = (...path: string[]): Location => ({ root: 'm018f3a3e-0000-4000-8000-000000000001', path });
    expect(moveProblem([there('a')], there('b'))).toBeUndefined();
    expect(moveProblem([there('a')], there('a', 'b'))).toBe('Cannot move into a child directory');
    expect(moveProblem([there('a')], there())).toBe('Source and target are the same');
    expect(moveProblem([there('a')], at('a'))).toBeUndefined();
  });

  it('FT-07 summarises a move in the words of the specification', () => {
    const target = at('Notes');
    expect(moveSummary({ done: 1, total: 1, target, name: 'a.md' })).toBe('Moved "a.md" to Notes');
    expect(moveSummary({ done: 3, total: 3, target, name: 'a.md' })).toBe('Moved 3 items to Notes');
    expect(moveSummary({ done: 2, total: 3, target, name: 'a.md', failed: { name: 'b', reason: 'x' } })).toBe(
      'Moved 2 of 3 files to Notes',
    );
    expect(
      moveSummary({ done: 0, total: 1, target, name: 'a.md', failed: { name: 'a.md', reason: 'name taken' } }),
    ).toBe('Failed to move a.md: name taken');
    expect(moveSummary({ done: 1, total: 1, target: at(), name: 'a.md' })).toBe('Moved "a.md" to Workspace');
  });

  it('says why an entry stayed where the others have moved, and not twice where none has', () => {
    const done = [{ from: at('a'), to: at('b', 'a') }];
    const failed = { name: 'c', reason: '“c” is already there.' };
    expect(outcomeDetail({ done, failed })).toBe('“c” is already there.');
    expect(outcomeDetail({ done: [], failed })).toBeUndefined();
    expect(outcomeDetail({ done })).toBeUndefined();
    expect(outcomeDetail({ done, leftOut: 1 })).toMatch(/^One entry was left out/);
  });

  it('FT-07 an entry inside a moved folder goes with it', () => {
    expect(topMost([at('a'), at('a', 'b'), at('c')])).toEqual([at('a'), at('c')]);
  });
});
