import { describe, expect, it } from '@jest/globals';
import { dateMention, fileMention, mentionedPath, mentionKind, toolMention, zoroutineMention } from './mention';
import { parseNote } from './parse';

describe('mentions', () => {
  it.each([
    ['date 2026-02-28', 'date'],
    ['date 2026-02-30', undefined],
    ['date tomorrow', undefined],
    ['file Notes/a.md', 'file'],
    ['file "Notes/a b.md"', 'file'],
    ['file Notes/a b.md', undefined],
    ['tool web_search', 'tool'],
    ['zoroutine z1 Daily.zoroutine', 'zoroutine'],
    ['zoroutine z1 "My day.zoroutine"', 'zoroutine'],
    ['const x = 1', undefined],
  ])('ED-04 the code span `%s` is a mention of the kind %s', (code, kind) => {
    expect(mentionKind(code)).toBe(kind);
    const [block] = parseNote(`see \`${code}\` now\n`).blocks;
    const types = block!.children.map((child) => ('type' in child ? child.type : 'text'));
    expect(types).toEqual(kind ? ['text', 'mention', 'text'] : ['text', 'text', 'text']);
  });

  it('ED-04 paths with spaces are quoted', () => {
    expect(dateMention('2026-01-02')).toBe('date 2026-01-02');
    expect(fileMention('a.md')).toBe('file a.md');
    expect(fileMention('My notes/a.md')).toBe('file "My notes/a.md"');
    expect(toolMention('web_search')).toBe('tool web_search');
    expect(zoroutineMention('z1', 'My day.zoroutine')).toBe('zoroutine z1 "My day.zoroutine"');
    expect(mentionedPath('zoroutine z1 "My day.zoroutine"')).toBe('My day.zoroutine');
    expect(mentionedPath('file a.md')).toBe('a.md');
    expect(mentionedPath('tool x')).toBeUndefined();
  });
});
