import { beforeEach, describe, expect, it } from '@jest/globals';
import { addRecent, readRecents, rememberRecent, type Recent } from './recents';

const recent = (name: string, timestamp = 1): Recent => ({
  path: ['w', 'Notes', name],
  fileName: name,
  timestamp,
  isDirectory: false,
});

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
    rememberRecent(recent('Trip to Kyoto; ü.md', 5));
    expect(document.cookie).toContain('appRecentsV2=');
    expect(readRecents()).toEqual([recent('Trip to Kyoto; ü.md', 5)]);
  });

  it('RT-06 never exceeds the size of a cookie', () => {
    for (let index = 0; index < 15; index++) rememberRecent(recent(`${'long name '.repeat(24)}${index}.md`, index));
    const list = readRecents();
    expect(list.length).toBeGreaterThan(3);
    expect(list[0]!.timestamp).toBe(14);
    expect(document.cookie.length).toBeLessThan(4096);
  });

  it('RT-06 a broken cookie reads as empty', () => {
    document.cookie = 'appRecentsV2=%7Bnot json; path=/';
    expect(readRecents()).toEqual([]);
  });
});
