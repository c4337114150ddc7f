import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clearStorage, giveLocks, takeLocks } from './test/storage';
import { Documents } from './documents';
import { pathOfDraft } from './draft-slots';
import { draftKeys, readDraft } from './drafts';
import type { DiskState } from './document-state';
import type { TextDocument } from './text-document';
import { FakeDisk } from './test/fake-disk';

const at = (...path: string[]) => ({ root: 'w' as const, path });
const A = at('a.txt');
const B = at('folder', 'b.txt');
let disk: FakeDisk;
let documents: Documents;
const content = (key: string) => disk.files.get(key)?.content;

const drafts = async (path: string) => {
  const keys = (await draftKeys()).filter((key) => pathOfDraft(key) === path);
  return Promise.all(keys.map(async (key) => (await readDraft(key, Date.now()))?.content));
};
const open = async (location: typeof A, file: DiskState): Promise<TextDocument> =>
  (await documents.open(location, file))!;

beforeEach(async () => {
  await clearStorage();
  disk = new FakeDisk();
  documents = new Documents(disk);
});

describe('documents of a tab', () => {
  it('ED-08 an edit made offline is saved when the server is back, after its page was closed', async () => {
    const document = await open(A, disk.put(A, 'one\n'));
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    await document.save();
    expect(documents.getUnsaved()).toEqual([document]);
    disk.down = false;
    await documents.saveAll();
    expect(content('w/a.txt')).toBe('typed\n');
    expect(documents.getUnsaved()).toEqual([]);
  });

  it('ED-08 a file opened again shows the unsaved edit', async () => {
    const file = disk.put(A, 'one\n');
    const document = await open(A, file);
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    expect(await open(A, file)).toBe(document);
    expect(document.state.text).toBe('typed\n');
  });

  it('knows which texts are shown twice', async () => {
    const file = disk.put(A, 'one\n');
    const document = await open(A, file);
    expect(documents.isShared(document)).toBe(false);
    await open(A, file);
    expect(documents.isShared(document)).toBe(true);
    documents.close(document);
    expect(documents.isShared(document)).toBe(false);
  });

  it('ED-08 drafts of an earlier visit are saved without opening their files', async () => {
    const first = await open(B, disk.put(B, 'one\n'));
    first.edit('typed\n');
    await first.storeDraft();
    expect(documents.storeBeforeClose()).toBe(true);
    first.stop();
    await new Documents(disk).saveAll();
    expect(content('w/folder/b.txt')).toBe('typed\n');
    expect(await drafts('w/folder/b.txt')).toEqual([]);
  });

  it('ED-08 a draft whose file changed waits for a decision and overwrites nothing', async () => {
    const first = await open(A, disk.put(A, 'one\n'));
    first.edit('typed\n');
    await first.storeDraft();
    first.stop();
    disk.put(A, 'changed\n');
    const next = new Documents(disk);
    await next.saveAll();
    expect(content('w/a.txt')).toBe('changed\n');
    expect(next.getUnsaved().map(({ state }) => state.status)).toEqual(['conflict']);
    expect(next.storeBeforeClose()).toBe(false);
  });

  it('ED-08 a draft of a file that was deleted is listed, not dropped', async () => {
    const first = await open(A, disk.put(A, 'one\n'));
    first.edit('typed\n');
    await first.storeDraft();
    first.stop();
    disk.files.clear();
    const next = new Documents(disk);
    await next.saveAll();
    const [unsaved] = next.getUnsaved();
    expect(unsaved!.state).toMatchObject({ status: 'deleted', text: 'typed\n' });
    await unsaved!.saveAgain();
    expect(content('w/a.txt')).toBe('typed\n');
  });

  it('ED-06 a text whose page was left is changed and saved; one that is gone is not made again', async () => {
    documents.close(await open(A, disk.put(A, 'one\n')));
    disk.put(A, 'two\n');
    const more = (line: string) => documents.change(A, (text) => `${text}${line}\n`);
    expect(await Promise.all([more('first'), more('second')])).toEqual([true, true]);
    await documents.saveAll();
    expect(content('w/a.txt')).toBe('two\nfirst\nsecond\n');
    disk.files.clear();
    expect([await more('third'), content('w/a.txt')]).toEqual([false, undefined]);
  });

  it('LS-02 unsaved edits follow their file into a renamed folder', async () => {
    const document = await open(B, disk.put(B, 'one\n'));
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    await document.save();
    const moved = at('renamed', 'b.txt');
    disk.files.set('w/renamed/b.txt', disk.files.get('w/folder/b.txt')!);
    disk.files.delete('w/folder/b.txt');
    await documents.moved(at('folder'), at('renamed'));
    expect(await drafts('w/renamed/b.txt')).toEqual(['typed\n']);
    expect(await drafts('w/folder/b.txt')).toEqual([]);
    disk.down = false;
    await documents.saveAll();
    expect(document.location).toEqual(moved);
    expect(content('w/renamed/b.txt')).toBe('typed\n');
    expect(content('w/folder/b.txt')).toBeUndefined();
  });

  it.each(['forgotten', 'open in a page'])('ED-08 a discarded edit of a file that is %s comes back', async (kind) => {
    const document = await open(A, disk.put(A, 'one\n'));
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    await document.save();
    const bringBack = documents.discard(document);
    if (kind !== 'forgotten') await open(A, disk.files.get('w/a.txt')!);
    await bringBack();
    if (kind === 'forgotten') expect(documents.getUnsaved()).toEqual([document]);
    disk.down = false;
    await documents.saveAll();
    expect([content('w/a.txt'), documents.getUnsaved(), await draftKeys()]).toEqual(['typed\n', [], []]);
  });

  it('ED-08 a discarded edit that comes back after the file changed writes over nothing', async () => {
    const document = await open(A, disk.put(A, 'one\n'));
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    const bringBack = documents.discard(document);
    disk.down = false;
    const other = await open(A, disk.put(A, 'two\n'));
    other.edit('typed later\n');
    await bringBack();
    documents.close(other);
    await documents.saveAll();
    await documents.saveAll();
    expect(content('w/a.txt')).toBe('typed later\n');
    expect(documents.getUnsaved().map(({ state }) => [state.status, state.text])).toEqual([['conflict', 'typed\n']]);
  });

  it('a saved document is forgotten when its last page is closed', async () => {
    const file = disk.put(A, 'one\n');
    const document = await open(A, file);
    await open(A, file);
    documents.close(document);
    document.edit('typed\n');
    await document.save();
    expect(disk.writes).toBe(1);
    expect(documents.isForgotten(document)).toBe(false);
    documents.close(document);
    expect(documents.isForgotten(document)).toBe(true);
    expect(await open(A, disk.files.get('w/a.txt')!)).not.toBe(document);
  });
});

describe.each([
  ['with locks', giveLocks],
  ['over plain http, without locks', takeLocks],
])('the same file in two tabs %s', (_kind, arrange) => {
  beforeEach(arrange);
  afterEach(takeLocks);

  it('ED-08 LS-02 keeps the unsaved text of each, whichever is saved, discarded or moved', async () => {
    const file = disk.put(A, 'one\n');
    const tab = new Documents(disk);
    const mine = await open(A, file);
    const other = (await tab.open(A, file))!;
    disk.down = true;
    mine.edit('mine\n');
    other.edit('other\n');
    await Promise.all([mine.storeDraft(), other.storeDraft()]);
    expect((await drafts('w/a.txt')).toSorted()).toEqual(['mine\n', 'other\n']);
    await Promise.all([documents.moved(A, B), tab.moved(A, B)]);
    expect((await drafts('w/folder/b.txt')).toSorted()).toEqual(['mine\n', 'other\n']);
    documents.discard(mine);
    expect(await drafts('w/folder/b.txt')).toEqual(['other\n']);
    other.stop();
  });

  it('ED-08 LS-02 a file that is moved onto one with unsaved text there leaves that text', async () => {
    const tab = new Documents(disk);
    const moved = await open(A, disk.put(A, 'one\n'));
    const there = (await tab.open(B, disk.put(B, 'two\n')))!;
    disk.down = true;
    there.edit('typed there\n');
    await there.storeDraft();
    await documents.moved(A, B);
    moved.edit('typed here\n');
    await moved.storeDraft();
    documents.discard(moved);
    expect(await drafts('w/folder/b.txt')).toEqual(['typed there\n']);
    there.stop();
  });

  it('ED-08 LS-02 so does one of the same tab, which is listed until it is saved or dropped', async () => {
    const moved = await open(A, disk.put(A, 'one\n'));
    const there = await open(B, disk.put(B, 'two\n'));
    disk.down = true;
    there.edit('typed there\n');
    await there.save();
    await documents.moved(A, B);
    expect([documents.getUnsaved(), documents.isUnsaved(B)]).toEqual([[there], true]);
    documents.close(there);
    documents.close(moved);
    expect([documents.getUnsaved(), await drafts('w/folder/b.txt')]).toEqual([[there], ['typed there\n']]);
    expect(await open(B, disk.files.get('w/folder/b.txt')!)).toBe(there);
    there.stop();
  });
});

describe('drafts that other tabs hold', () => {
  beforeEach(giveLocks);
  afterEach(takeLocks);

  it('ED-08 are left to them; those of closed tabs are opened one after the other', async () => {
    const file = disk.put(A, 'one\n');
    const tabs = [new Documents(disk), new Documents(disk)];
    const [first, second] = await Promise.all(tabs.map(async (tab) => (await tab.open(A, file))!));
    disk.down = true;
    for (const [index, document] of [first!, second!].entries()) {
      document.edit(`typed in ${index}\n`);
      await document.storeDraft();
      document.stop();
    }
    expect((await open(A, file)).state.text).toBe('one\n');
    // As a browser does for tabs that are gone.
    giveLocks();
    const later = new Documents(disk);
    disk.down = false;
    await later.saveAll();
    await later.saveAll();
    expect([content('w/a.txt'), later.getUnsaved()[0]!.state]).toEqual([
      'typed in 0\n',
      expect.objectContaining({ status: 'conflict', text: 'typed in 1\n' }),
    ]);
  });
});
