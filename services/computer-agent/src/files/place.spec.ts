import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { removeFolder } from '../../../../infra/testing/runner/folder.js';
import { Folder, type Name } from '../home/folder.js';
import { placeExclusive } from './place.js';

/** A folder of a disk that takes names of other case for the same, as those of macOS. */
class CaseBlind extends Folder {
  override at(name: string): string;
  override at(name: Name): Name;
  override at(name: Name): Name {
    return super.at(String(name).toLowerCase());
  }
}

let top: string;
beforeEach(() => void (top = fs.mkdtempSync(join(tmpdir(), 'zo-place-'))));
afterEach(() => removeFolder(top));

const open = () => new CaseBlind(fs.openSync(top, fs.constants.O_RDONLY), { path: top });

it('a file whose name gets another case is not lost where case does not count', () => {
  fs.writeFileSync(join(top, 'notes.md'), 'mine');
  const folder = open();
  placeExclusive({ folder, name: 'notes.md' }, { folder, name: 'Notes.md' });
  expect(fs.readFileSync(join(top, 'notes.md'), 'utf8')).toBe('mine');
});

it('a folder whose name gets another case is not refused there', () => {
  fs.mkdirSync(join(top, 'notes'));
  const folder = open();
  placeExclusive({ folder, name: 'notes' }, { folder, name: 'Notes' });
  expect(fs.readdirSync(top)).toEqual(['notes']);
});

it('the old name that a killed agent left of a move is removed, and other files are not replaced', () => {
  fs.writeFileSync(join(top, 'old.md'), 'mine');
  fs.linkSync(join(top, 'old.md'), join(top, 'new.md'));
  fs.writeFileSync(join(top, 'other.md'), 'other');
  const folder = Folder.root(top);
  placeExclusive({ folder, name: 'old.md' }, { folder, name: 'new.md' });
  expect(fs.readdirSync(top).toSorted()).toEqual(['new.md', 'other.md']);
  expect(() => placeExclusive({ folder, name: 'new.md' }, { folder, name: 'other.md' })).toThrow('EEXIST');
});
