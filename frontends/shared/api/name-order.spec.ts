import { describe, expect, it } from '@jest/globals';
import { patchFolder, type RowChange } from '../live/folder-patch';
import { folderFromItems } from './files.endpoints';
import { nameOrderOf, orderInTurns, Turns } from './name-order';

const COUNT = 20_000;
/** A fixed shuffle of names with equal keys, numbers and accents among them. */
const names = Array.from({ length: COUNT }, (_none, n) => {
  const number = (n * 7919) % COUNT;
  return number % 3 === 0 ? `Ärger ${number}` : number % 3 === 1 ? `arger ${number - 1}.TXT` : `file${number}`;
});
const item = (name: string) => ({
  name,
  isDirectory: false,
  isStaged: false as const,
  size: 1,
  mtime: 1,
  birthtime: 1,
});
const folderOf = (all: readonly string[]) => folderFromItems(all.map(item));
const ordered = (folder: ReturnType<typeof folderOf>) =>
  Array.from(nameOrderOf(folder).order, (index) => folder.names[index]);

describe('the order of names', () => {
  it('FT-03 is the same whether it is computed at once or in turns', async () => {
    const inTurns = folderOf(names);
    await orderInTurns(inTurns, new Turns());
    expect(ordered(inTurns)).toEqual(ordered(folderOf(names)));
  });

  it('FT-03 the page continues between the turns of a large folder', async () => {
    const turns = new Turns();
    let taken = 0;
    const next = turns.next.bind(turns);
    turns.next = () => (taken++, next());
    Object.defineProperty(turns, 'isOver', { get: () => true });
    await orderInTurns(folderOf(names), turns);
    // At least one after each thousand keys, each sorted run, and each thousand steps of each of the merges.
    expect(taken).toBeGreaterThan((COUNT / 1024) * (2 + Math.floor(Math.log2(COUNT / 1024))));
  });

  it('LS-02 follows added and removed rows', () => {
    const folder = folderOf(names);
    nameOrderOf(folder);
    const changes: RowChange[] = [
      { type: 'add', name: 'aaa', isDirectory: false, at: 1 },
      { type: 'remove', name: names[17]! },
      { type: 'add', name: 'zzz', isDirectory: true, at: 1 },
      { type: 'touch', name: names[18]!, at: 2 },
      { type: 'remove', name: names[COUNT - 1]! },
      { type: 'add', name: 'gone at once', isDirectory: false, at: 1 },
      { type: 'remove', name: 'gone at once' },
      { type: 'add', name: 'file1000.5', isDirectory: false, at: 1 },
    ];
    const patched = patchFolder(folder, changes);
    expect(patched.names).toHaveLength(COUNT + 1);
    expect(ordered(patched)).toEqual(ordered(folderOf(patched.names)));
  });
});
