/** Both ways to reach names in an open folder; the one of macOS without its own flag, which Linux does not have. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clash } from '@zo/proto/agent/v1';
import { removeFolder } from '../../../../infra/testing/runner/folder.js';
import { placeOrKeepBoth } from '../files/place.js';
import { Folder } from './folder.js';
import { byDescriptor, ByName } from './folder-paths.js';

let top: string;
beforeEach(() => {
  top = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'zo-folder-')));
  fs.mkdirSync(join(top, 'in', 'deep'), { recursive: true });
  fs.mkdirSync(join(top, 'elsewhere'));
  fs.writeFileSync(join(top, 'in', 'deep', 'a.txt'), 'mine');
  fs.writeFileSync(join(top, 'elsewhere', 'a.txt'), 'secret');
});
afterEach(() => removeFolder(top));

describe.each([
  ['by descriptor, as on Linux', byDescriptor],
  ['by name, as on macOS', new ByName(0)],
])('%s', (_how, paths) => {
  const open = () => Folder.root(top, '', paths);

  it('reads, lists and syncs what is in a folder, and knows where it is', async () => {
    const deep = open().open('in').open('deep');
    expect(fs.readdirSync(deep.self)).toEqual(['a.txt']);
    const { fd } = deep.openFile('a.txt');
    expect(fs.readFileSync(deep.ofFile(fd, 'a.txt'), 'utf8')).toBe('mine');
    fs.closeSync(fd);
    expect(deep.lstat('a.txt')?.size).toBe(4);
    expect(deep.again().where()).toBe(join(top, 'in', 'deep'));
    await deep.sync();
  });

  it('follows no link to a folder or file', () => {
    fs.symlinkSync('elsewhere', join(top, 'link'));
    fs.symlinkSync('../../elsewhere/a.txt', join(top, 'in', 'deep', 'link.txt'));
    expect(() => open().open('link')).toThrow(/ENOTDIR|ELOOP/);
    expect(() => open().open('in').open('deep').openFile('link.txt')).toThrow(/ELOOP/);
  });

  it('never reaches what took the place of an open folder', () => {
    const deep = open().open('in').open('deep');
    fs.renameSync(join(top, 'in', 'deep'), join(top, 'in', 'moved'));
    fs.symlinkSync(join(top, 'elsewhere'), join(top, 'in', 'deep'));
    const read = () => fs.readFileSync(deep.at('a.txt'), 'utf8');
    if (paths === byDescriptor) expect(read()).toBe('mine');
    else expect(read).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  it('moves a link itself, and replaces nothing', () => {
    fs.symlinkSync('deep/a.txt', join(top, 'in', 'link'));
    fs.symlinkSync('nowhere', join(top, 'elsewhere', 'link'));
    const [from, to] = [open().open('in'), open().open('elsewhere')];
    expect(placeOrKeepBoth(from, 'link', { folder: to, name: 'link', clash: Clash.KEEP_BOTH })).toBe('link (2)');
    expect(fs.readlinkSync(join(top, 'elsewhere', 'link (2)'))).toBe('deep/a.txt');
    expect(fs.readlinkSync(join(top, 'elsewhere', 'link'))).toBe('nowhere');
    expect(fs.readdirSync(join(top, 'in'))).toEqual(['deep']);
  });
});
