import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, lockFolder } from './lock.js';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zo-lock-'));
  file = join(folder, 'lock');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('lock of a data folder', () => {
  it('AU-02 is held by a running process, and released', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    unlock();
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['of a process that is gone', '4194304 1'],
    ['of an earlier process with the number of one that lives', `${process.pid} 1`],
    ['that a full disk left empty', ''],
    ['that a full disk cut off', '4194304'],
  ])('AU-02 D1 a lock %s is taken over', (_, left) => {
    writeFileSync(file, left);
    const unlock = lockFolder(folder);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+$`));
    unlock();
  });
});
