import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { PathSchema, Root } from '@zo/proto/agent/v1';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Folder } from '../../home/folder.js';
import { HeldFiles } from './held.js';

let home: string;
let held: HeldFiles;
beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), 'zo-held-'));
  for (const name of ['workspace', 'sites', '.computer']) fs.mkdirSync(join(home, name));
  held = new HeldFiles(Folder.root(home));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const at = (path: string) => join(home, path);
function write(path: string, text: string, mode = 0o644): void {
  fs.mkdirSync(dirname(at(path)), { recursive: true });
  fs.writeFileSync(at(path), text);
  fs.chmodSync(at(path), mode);
}
const text = (path: string) => (fs.existsSync(at(path)) ? fs.readFileSync(at(path), 'utf8') : undefined);
const repository = (path: string) => {
  for (const name of ['objects', 'refs', 'hooks']) fs.mkdirSync(at(`${path}/${name}`), { recursive: true });
  write(`${path}/HEAD`, 'ref: refs/heads/main\n');
  write(`${path}/config`, '[core]\n\tbare = false\n');
};

const MORE = '[user]\n\tname = a\n';

/** What is held after these changes, by its paths. */
async function after(change: () => void) {
  const watched = await held.begin();
  change();
  const { heldId, held: paths, heldCount } = await held.end(watched);
  expect(heldCount).toBe(paths.length);
  return { heldId, paths: paths.map(({ segments }) => segments.join('/')) };
}

describe('what a command leaves to run later', () => {
  it.each<[string, () => void, string]>([
    ['a hook', () => write('workspace/r/.git/hooks/pre-commit', 'x', 0o755), 'r/.git/hooks/pre-commit'],
    ['a hook of a bare repository', () => write('workspace/bare/hooks/update', 'x', 0o755), 'bare/hooks/update'],
    [
      'a hook in a new repository under any name',
      () => {
        repository('workspace/new');
        write('workspace/new/hooks/update', 'x', 0o755);
      },
      'new/hooks/update',
    ],
    [
      'a folder of hooks that is a link',
      () => {
        fs.rmSync(at('workspace/r/.git/hooks'), { recursive: true });
        fs.symlinkSync('../x', at('workspace/r/.git/hooks'));
      },
      'r/.git/hooks',
    ],
    ['.envrc', () => write('workspace/a/.envrc', 'x'), 'a/.envrc'],
    ['tasks of an editor', () => write('sites/.vscode/tasks.json', '{}'), '.vscode/tasks.json'],
    ['a link called .vscode', () => fs.symlinkSync('x', at('workspace/.vscode')), '.vscode'],
    ['a folder of git that lies elsewhere', () => write('workspace/n/.git', 'gitdir: ../x'), 'n/.git'],
    [
      'what the hooks of the user lie in',
      () => write('workspace/r/scripts/hooks/pre-push', 'x'),
      'r/scripts/hooks/pre-push',
    ],
    ['more settings of the user', () => write('workspace/r/more', '[core]\nfsmonitor=x\n'), 'r/more'],
  ])('S7 %s is put back and held', async (_, change, path) => {
    repository('workspace/r/.git');
    repository('workspace/bare');
    write('workspace/r/.git/config', '[core]\n\thooksPath = scripts/hooks\n[include]\n\tpath = ../more\n');
    write('workspace/r/more', MORE);
    write('workspace/r/scripts/hooks/other', 'mine');
    const { heldId, paths } = await after(change);
    expect(paths).toEqual([path]);
    const key = path === '.vscode/tasks.json' ? `sites/${path}` : `workspace/${path}`;
    expect(text(key)).toBe(path === 'r/more' ? MORE : undefined);
    expect(held.place(heldId)).toMatchObject({ placed: [key], left: [] });
    expect(fs.lstatSync(at(key))).toBeDefined();
    expect(held.place(heldId)).toBeUndefined();
  });

  it('S7 content and mode of what was there come back, and what somebody changed meanwhile stays', async () => {
    repository('workspace/r/.git');
    write('workspace/r/.git/hooks/pre-commit', 'mine', 0o644);
    write('workspace/.envrc', 'mine');
    const { heldId, paths } = await after(() => {
      fs.chmodSync(at('workspace/r/.git/hooks/pre-commit'), 0o755);
      write('workspace/.envrc', 'theirs');
    });
    expect(paths).toEqual(['.envrc', 'r/.git/hooks/pre-commit']);
    expect(text('workspace/.envrc')).toBe('mine');
    expect(fs.statSync(at('workspace/r/.git/hooks/pre-commit')).mode & 0o777).toBe(0o644);
    write('workspace/.envrc', 'newer');
    expect(held.place(heldId)).toMatchObject({
      placed: ['workspace/r/.git/hooks/pre-commit'],
      left: ['workspace/.envrc'],
    });
    expect(text('workspace/.envrc')).toBe('newer');
  });

  it('S7 what was placed is taken back, and placed again, as long as nobody changed it', async () => {
    repository('workspace/r/.git');
    write('workspace/r/.git/hooks/pre-push', 'mine', 0o640);
    const { heldId } = await after(() => {
      write('workspace/r/.git/hooks/pre-commit', 'new', 0o755);
      write('workspace/r/.git/hooks/pre-push', 'theirs', 0o755);
    });
    const hook = 'workspace/r/.git/hooks/pre-commit';
    const push = 'workspace/r/.git/hooks/pre-push';
    const { undoId } = held.place(heldId)!;
    const taken = held.place(undoId)!;
    expect(taken).toMatchObject({ placed: [hook, push], left: [] });
    expect([text(hook), text(push), fs.statSync(at(push)).mode & 0o777]).toEqual([undefined, 'mine', 0o640]);
    const again = held.place(taken.undoId)!;
    expect([text(hook), text(push), fs.statSync(at(push)).mode & 0o777]).toEqual(['new', 'theirs', 0o755]);
    // One of them is the user's now, until it is as it was.
    write(hook, 'newer');
    expect(held.place(again.undoId)).toMatchObject({ placed: [push], left: [hook] });
    expect([text(hook), text(push)]).toEqual(['newer', 'mine']);
    write(hook, 'new', 0o755);
    expect(held.place(again.undoId)).toMatchObject({ placed: [hook], left: [] });
    expect([text(hook), held.place(again.undoId)]).toEqual([undefined, undefined]);
  });

  it('S7 a write that the user allowed is taken back in the same way', async () => {
    repository('workspace/r/.git');
    const hook = 'workspace/r/.git/hooks/pre-commit';
    const { value, undoId } = await held.writing(hook, async () => write(hook, 'new', 0o755));
    expect(value).toBeUndefined();
    expect(held.place(undoId)).toMatchObject({ placed: [hook], left: [] });
    expect(text(hook)).toBeUndefined();
    expect((await held.writing(hook, async () => undefined)).undoId).toBe('');
  });

  it('S7 the user is shown what is in it, within limits', async () => {
    repository('workspace/r/.git');
    const watched = await held.begin();
    write('workspace/a/.envrc', 'curl \u202eevil');
    write('workspace/b/.envrc', 'é'.repeat(5_000));
    write('workspace/c/.envrc', 'x\0y');
    fs.symlinkSync('../../x', at('workspace/r/.git/hooks/pre-commit'));
    const { heldTexts } = await held.end(watched);
    expect(heldTexts.map(({ text: shown, isCut, isLink, isBinary }) => [shown, isCut, isLink, isBinary])).toEqual([
      ['curl \u202eevil', false, false, false],
      ['é'.repeat(2_000), true, false, false],
      ['', false, false, true],
      ['../../x', false, true, false],
    ]);
  });

  it('S7 settings of git come back whole, or without what runs if they are new', async () => {
    repository('workspace/r/.git');
    const evil = '[core]\n\tbare = false\n\tfsmonitor = ./x\n';
    const { heldId, paths } = await after(() => {
      write('workspace/r/.git/config', evil);
      repository('workspace/n/.git');
      write('workspace/n/.git/config', evil);
    });
    expect(paths).toEqual(['n/.git/config', 'r/.git/config']);
    for (const name of ['r', 'n']) expect(text(`workspace/${name}/.git/config`)).toBe('[core]\n\tbare = false\n');
    held.place(heldId);
    for (const name of ['r', 'n']) expect(text(`workspace/${name}/.git/config`)).toBe(evil);
  });

  it.each<[string, () => void]>([
    ['a new repository', () => repository('workspace/n/.git')],
    ['a name in its settings', () => write('workspace/r/.git/config', '[core]\n\tbare = false\n[user]\n\tname = a\n')],
    ['a moved repository', () => fs.renameSync(at('workspace/r'), at('workspace/moved'))],
    ['a copied repository', () => fs.cpSync(at('workspace/r'), at('workspace/copy'), { recursive: true })],
    ['a deleted hook', () => fs.rmSync(at('workspace/r/.git/hooks/pre-commit'))],
    ['package.json', () => write('workspace/package.json', '{}')],
    ['packages', () => write('workspace/node_modules/a/.envrc', 'x')],
    ['a sample', () => write('workspace/r/.git/hooks/a.sample', 'x')],
  ])('S7 %s is not held', async (_, change) => {
    repository('workspace/r/.git');
    write('workspace/r/.git/hooks/pre-commit', 'mine', 0o755);
    expect((await after(change)).paths).toEqual([]);
  });

  it('S7 what ran when the agent was ended is put back at its next start', async () => {
    write('workspace/.envrc', 'mine');
    write('workspace/mcp/tides.mjs', 'mine');
    await held.begin([create(PathSchema, { root: Root.WORKSPACE, segments: ['mcp', 'tides.mjs'] })]);
    write('workspace/.envrc', 'theirs');
    write('workspace/a/.envrc', 'theirs');
    write('workspace/mcp/tides.mjs', 'theirs');
    const next = new HeldFiles(Folder.root(home));
    await next.recover();
    expect(['.envrc', 'a/.envrc', 'mcp/tides.mjs'].map((path) => text(`workspace/${path}`))).toEqual([
      'mine',
      undefined,
      'mine',
    ]);
    write('workspace/.envrc', 'mine again');
    await next.recover();
    expect(text('workspace/.envrc')).toBe('mine again');
  });
});
