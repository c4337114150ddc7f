import { beforeEach, describe, expect, it } from '@jest/globals';
import { Documents } from './documents';
import { readDraft } from './drafts';
import { FakeDisk } from './testing/fake-disk';

const place = (...path: string[]) => ({ root: 'w' as const, path });
const A = place('a.txt');
const B = place('folder', 'b.txt');
let disk: FakeDisk;
let documents: Documents;
const content = (key: string) => disk.files.get(key)?.content;

beforeEach(() => {
  localStorage.clear();
  disk = new FakeDisk();
  documents = new Documents(disk);
});

describe('documents of a tab', () => {
  it('ED-08 an edit made offline is saved when the server is back, after its page was closed', async () => {
    const document = documents.open(A, disk.put(A, 'one\n'));
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    await document.save();
    expect(documents.getUnsent()).toEqual([document]);
    disk.down = false;
    await documents.sendAll();
    expect(content('w/a.txt')).toBe('typed\n');
    expect(documents.getUnsent()).toEqual([]);
  });

  it('ED-08 a file opened again shows the unsaved edit', async () => {
    const file = disk.put(A, 'one\n');
    const document = documents.open(A, file);
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    expect(documents.open(A, file)).toBe(document);
    expect(document.state.text).toBe('typed\n');
  });

  it('ED-08 drafts of an earlier visit are saved without opening their files', async () => {
    const first = documents.open(B, disk.put(B, 'one\n'));
    first.edit('typed\n');
    expect(documents.keepAll()).toBe(true);
    first.stop();
    await new Documents(disk).sendAll();
    expect(content('w/folder/b.txt')).toBe('typed\n');
    expect(readDraft('w/folder/b.txt', Date.now())).toBeNull();
  });

  it('ED-08 a draft whose file changed waits for a decision and overwrites nothing', async () => {
    const first = documents.open(A, disk.put(A, 'one\n'));
    first.edit('typed\n');
    documents.keepAll();
    first.stop();
    disk.put(A, 'changed\n');
    const next = new Documents(disk);
    await next.sendAll();
    expect(content('w/a.txt')).toBe('changed\n');
    expect(next.getUnsent().map(({ state }) => state.status)).toEqual(['clash']);
    expect(next.keepAll()).toBe(false);
  });

  it('ED-08 a draft of a file that was deleted is listed, not dropped', async () => {
    const first = documents.open(A, disk.put(A, 'one\n'));
    first.edit('typed\n');
    documents.keepAll();
    first.stop();
    disk.files.clear();
    const next = new Documents(disk);
    await next.sendAll();
    const [unsent] = next.getUnsent();
    expect(unsent!.state).toMatchObject({ status: 'deleted', text: 'typed\n' });
    await unsent!.saveAgain();
    expect(content('w/a.txt')).toBe('typed\n');
  });

  it('LS-02 unsaved edits follow their file into a renamed folder', async () => {
    const document = documents.open(B, disk.put(B, 'one\n'));
    disk.down = true;
    document.edit('typed\n');
    documents.close(document);
    await document.save();
    const moved = place('renamed', 'b.txt');
    disk.files.set('w/renamed/b.txt', disk.files.get('w/folder/b.txt')!);
    disk.files.delete('w/folder/b.txt');
    documents.moved(place('folder'), place('renamed'));
    expect(readDraft('w/renamed/b.txt', Date.now())?.content).toBe('typed\n');
    expect(readDraft('w/folder/b.txt', Date.now())).toBeNull();
    disk.down = false;
    await documents.sendAll();
    expect(document.place).toEqual(moved);
    expect(content('w/renamed/b.txt')).toBe('typed\n');
    expect(content('w/folder/b.txt')).toBeUndefined();
  });

  it('a saved document is forgotten when its last page is closed', async () => {
    const file = disk.put(A, 'one\n');
    const document = documents.open(A, file);
    documents.open(A, file);
    documents.close(document);
    document.edit('typed\n');
    await document.save();
    expect(disk.writes).toBe(1);
    documents.close(document);
    expect(documents.open(A, disk.files.get('w/a.txt')!)).not.toBe(document);
  });
});
