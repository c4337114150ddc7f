import { describe, expect, it } from '@jest/globals';
import { placesIn, safeSettings } from './git-settings.js';

const FRESH = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
`;

describe('settings of git', () => {
  it.each([
    ['those of git init', FRESH],
    ['a name and an address', `${FRESH}[user]\n\tname = Ada\n\temail = ada@example.com\n`],
    [
      'a clone',
      `${FRESH}[remote "origin"]\n\turl = https://example.com/a.git\n\tfetch = ` +
        '+refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
    ],
    ['an address of ssh', `${FRESH}[remote "o"]\n\turl = git@example.com:a/b.git\n`],
    ['a folder as address', `${FRESH}[remote "o"]\n\turl = ../other\n`],
    ['comments', `# a\n; b\n\n${FRESH}`],
  ])('S7 %s run nothing', (_, text) => expect(safeSettings(text, '')).toBeUndefined());

  it.each([
    ['hooks elsewhere', '[core]\n\thooksPath = x\n'],
    ['a watcher', '[core]\n\tfsmonitor = ./x\n'],
    ['ssh', '[core]\n\tsshCommand = sh x\n'],
    ['an alias', '[alias]\n\tst = !sh x\n'],
    ['a pager', '[pager]\n\tlog = sh x\n'],
    ['a filter', '[filter "a"]\n\tclean = sh x\n'],
    ['a driver of merges', '[merge "a"]\n\tdriver = sh x\n'],
    ['a text of differences', '[diff "a"]\n\ttextconv = sh x\n'],
    ['credentials', '[credential]\n\thelper = !sh x\n'],
    ['more settings', '[include]\n\tpath = ../x\n'],
    ['more settings on a condition', '[includeIf "gitdir:/"]\n\tpath = ../x\n'],
    ['a program as address', '[remote "o"]\n\turl = ext::sh -c x\n'],
    ['another address', '[url "http://evil.test/"]\n\tinsteadOf = https://\n'],
    ['another address to push to', '[remote "o"]\n\tpushurl = http://evil.test/\n'],
    ['a program as the remote of a branch', '[branch "main"]\n\tremote = ext::sh -c x\n'],
    ['a hook of the collector', '[gc]\n\trecentObjectsHook = sh x\n'],
    ['a proxy', '[http]\n\tproxy = http://evil.test\n'],
    ['a section and a setting in one line', '[core] hooksPath = x\n'],
    ['a line that goes on', '[user]\n\tname = a\\\n\n[core]\n'],
    ['a comment that goes on', '[core]\n# a\\\n'],
    ['an old form of sections', '[remote.o]\n\turl = ext::x\n'],
  ])('S7 %s is left out', (_, text) => {
    const kept = safeSettings(`${FRESH}${text}`, '');
    expect(kept).toContain('repositoryformatversion');
    expect(safeSettings(kept!, '')).toBeUndefined();
    expect(safeSettings(`${FRESH}${text}`, FRESH)).toBe(FRESH);
  });

  it('S7 what was there before stays, and is told from what is new', () => {
    const mine = `${FRESH}[alias]\n\tst = !sh mine\n`;
    expect(safeSettings(`${mine}[user]\n\tname = a\n`, mine)).toBeUndefined();
    expect(safeSettings(`${mine}\tx = !sh theirs\n`, mine)).toBe(mine);
    expect(safeSettings(mine.replace('mine', 'theirs'), mine)).toBe(mine);
  });

  it('S7 an address may be added, but not replaced', () => {
    const mine = `${FRESH}[remote "origin"]\n\turl = https://example.com/a.git\n`;
    expect(safeSettings(`${mine}[remote "o"]\n\turl = https://b.test/\n`, mine)).toBeUndefined();
    expect(safeSettings(mine.replace('example.com', 'evil.test'), mine)).toBe(mine);
    expect(safeSettings(`${mine}\turl = https://evil.test/\n`, mine)).toBe(mine);
  });

  it('S7 names the places that they lead to', () => {
    expect(placesIn('[core]\n hooksPath = "a b"\n[include]\n path = ../c\n[includeIf "x"]\n path=d\n')).toEqual({
      hooks: ['a b'],
      includes: ['../c', 'd'],
    });
  });
});
