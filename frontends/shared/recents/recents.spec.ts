import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addRecent,
  correctRecent,
  followRecents,
  forgetRecent,
  readRecents,
  rememberRecent,
  type Recent,
} from './recents';

const recent = (name: string, timestamp = 1): Recent => ({
  path: ['w', 'Notes', name],
  fileName: name,
  timestamp,
  isDirectory: false,
});

const open = (name: string) => rememberRecent({ root: 'w', path: ['Notes', name], isDirectory: false });

describe('recent files', () => {
  beforeEach(() => {
    document.cookie = 'appRecentsV2=; path=/; max-age=0';
  });

  it('RT-06 keeps at most 15, newest first, each once', () => {
    let list: Recent[] = [];
    for (let index = 0; index < 20; index++) list = addRecent(list, recent(`n${index}.md`, index));
    expect(list).toHaveLength(15);
    expect(list[0]!.fileName).toBe('n19.md');
    list = addRecent(list, recent('n10.md', 99));
    expect(list).toHaveLength(15);
    expect(list.filter(({ fileName }) => fileName === 'n10.md')).toHaveLength(1);
    expect(list[0]).toEqual(recent('n10.md', 99));
  });

  it('RT-06 is stored in the cookie appRecentsV2 and read back', () => {
    open('Trip to Kyoto; ü.md');
    expect(document.cookie).toContain('appRecentsV2=');
    expect(readRecents()).toEqual([recent('Trip to Kyoto; ü.md', expect.any(Number) as unknown as number)]);
  });

  it('RT-06 never exceeds the size of a cookie', () => {
    for (let index = 0; index < 15; index++) open(`${'long name '.repeat(24)}${index}.md`);
    const list = readRecents();
    expect(list.length).toBeGreaterThan(3);
    expect(list[0]!.fileName).toMatch(/ 14\.md$/);
    expect(document.cookie.length).toBeLessThan(4096);
  });

  it('RT-06 a broken cookie reads as empty', () => {
    document.cookie = 'appRecentsV2=%7Bnot json; path=/';
    expect(readRecents()).toEqual([]);
    const foreign = [null, 3, { path: ['x', 'a'], fileName: 'a' }, { path: ['w', 3], fileName: 'a' }, recent('a.md')];
    document.cookie = `appRecentsV2=${encodeURIComponent(JSON.stringify(foreign))}; path=/`;
    expect(readRecents()).toEqual([recent('a.md')]);
  });

  it('corrects what was guessed of an entry, which stays where it is in the list', () => {
    for (const name of ['LICENSE', 'b.md']) open(name);
    const kinds = () => readRecents().map(({ fileName, isDirectory }) => `${fileName} ${isDirectory}`);
    correctRecent({ root: 'w', path: ['Notes', 'LICENSE'], isDirectory: true });
    expect(kinds()).toEqual(['b.md false', 'LICENSE true']);
    correctRecent({ root: 's', path: ['Notes', 'LICENSE'], isDirectory: false });
    correctRecent({ root: 'w', path: ['Notes', 'c.md'], isDirectory: true });
    expect(kinds()).toEqual(['b.md false', 'LICENSE true']);
  });

  it('entries follow a move of a folder above them, and are forgotten with it', () => {
    for (const name of ['a.md', 'b.md']) open(name);
    rememberRecent({ root: 's', path: ['Notes', 'a.md'], isDirectory: false });
    const paths = () => readRecents().map(({ path }) => path.join('/'));
    followRecents({ root: 'w', path: ['Notes'] }, { root: 'w', path: ['Old', 'Texts'] });
    expect(paths()).toEqual(['s/Notes/a.md', 'w/Old/Texts/b.md', 'w/Old/Texts/a.md']);
    followRecents({ root: 'w', path: ['Old', 'Texts', 'b.md'] }, { root: 'w', path: ['Old', 'Texts', 'a.md'] });
    expect(paths()).toEqual(['s/Notes/a.md', 'w/Old/Texts/a.md']);
    forgetRecent({ root: 'w', path: ['Old'] });
    expect(paths()).toEqual(['s/Notes/a.md']);
  });
});
