import { eventually } from '@zo/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clearStorage, LOCAL_QUOTA, refuseDatabaseWrites } from './test/storage';
import { readDraft } from './drafts';
import { FakeDisk } from './test/fake-disk';
import { TextDocument } from './text-document';

const PLACE = { root: 'w' as const, path: ['a.txt'] };
const KEY = 'w/a.txt';
let disk: FakeDisk;

/** The document of a file with this content. */
const open = async (content: string) =>
  (await TextDocument.open({ location: PLACE, file: disk.put(PLACE, content), disk }))!;
const onDisk = () => disk.files.get(KEY)?.content;
const draft = () => readDraft(KEY, Date.now());

describe('an open text document', () => {
  beforeEach(async () => {
    await clearStorage();
    disk = new FakeDisk();
  });
  afterEach(() => void jest.restoreAllMocks());

  it('ED-08 says when an offline edit fits in no storage of the browser, and stores it once it does', async () => {
    refuseDatabaseWrites();
    disk.down = true;
    const doc = await open('one\n');
    doc.edit('x'.repeat(LOCAL_QUOTA + 1));
    expect(doc.storeBeforeClose()).toBe(false);
    await doc.save();
    await eventually(() => doc.state.draft === 'refused');
    expect(doc.state.status).toBe('waiting');
    expect(await draft()).toBeNull();
    expect(doc.storeBeforeClose()).toBe(false);
    jest.restoreAllMocks();
    await doc.save();
    await eventually(() => doc.state.draft === 'stored');
    expect(doc.storeBeforeClose()).toBe(true);
    expect((await draft())?.content).toHaveLength(LOCAL_QUOTA + 1);
    disk.down = false;
    await doc.save();
    expect(doc.state).toMatchObject({ status: 'saved', draft: 'stored' });
    expect(await draft()).toBeNull();
    doc.stop();
  });

  it('ED-08 a large edit may be lost with the tab only until the storage has confirmed it', async () => {
    const doc = await open('one\n');
    doc.edit('x'.repeat(LOCAL_QUOTA + 1));
    expect(doc.storeBeforeClose()).toBe(false);
    await doc.storeDraft();
    expect(doc.storeBeforeClose()).toBe(true);
    expect((await draft())?.content).toHaveLength(LOCAL_QUOTA + 1);
    doc.stop();
  });

  it('ED-08 a small edit is stored at once when the page closes', async () => {
    const doc = await open('one\n');
    doc.edit('typed\n');
    expect(doc.storeBeforeClose()).toBe(true);
    expect(localStorage.getItem(`draft:${KEY}`)).toContain('typed');
    // The page stays open, and the text is saved.
    await doc.storeDraft();
    expect((await draft())?.content).toBe('typed\n');
    await doc.save();
    await eventually(() => localStorage.length === 0);
    expect(await draft()).toBeNull();
    doc.stop();
  });

  it('ED-08 a draft of a file that is too large to be read again is saved over the version it was based on', async () => {
    const file = disk.put(PLACE, 'large');
    const large = { ...file, content: null, hash: '' };
    const first = (await TextDocument.open({ location: PLACE, file, disk }))!;
    first.edit('large and edited');
    await first.storeDraft();
    first.stop();
    const again = (await TextDocument.open({ location: PLACE, file: large, disk }))!;
    expect(again.state).toMatchObject({ status: 'dirty', text: 'large and edited' });
    await again.save();
    expect(onDisk()).toBe('large and edited');
    expect(await TextDocument.open({ location: PLACE, file: large, disk })).toBeUndefined();
  });

  it('ED-11 saves typed text with the hash it replaces', async () => {
    const doc = await open('one\n');
    doc.edit('one\ntwo\n');
    expect(doc.state.status).toBe('dirty');
    await doc.save();
    expect(onDisk()).toBe('one\ntwo\n');
    expect(doc.state.status).toBe('saved');
  });

  it('ED-11 an edit that is undone is saved and leaves no draft', async () => {
    const doc = await open('one\n');
    doc.edit('one\ntwo\n');
    doc.edit('one\n');
    await doc.save();
    expect(doc.state).toMatchObject({ text: 'one\n', status: 'saved' });
    expect(await draft()).toBeNull();
  });

  it('LS-02 without own edits a remote change is taken at once', async () => {
    const doc = await open('one\n');
    expect(doc.seen(disk.put(PLACE, 'ONE\n'), true)).toBe('taken');
    expect(doc.state).toMatchObject({ text: 'ONE\n', status: 'saved' });
  });

  it('ED-11 with own edits both changes are merged and saved', async () => {
    const doc = await open('one\ntwo\nthree\n');
    doc.edit('one\ntwo\nTHREE\n');
    disk.put(PLACE, 'ONE\ntwo\nthree\n');
    await doc.save();
    expect(doc.state.text).toBe('ONE\ntwo\nTHREE\n');
    await doc.save();
    expect(onDisk()).toBe('ONE\ntwo\nTHREE\n');
  });

  it('ED-11 text typed during a merge is merged too', async () => {
    const doc = await open('one\ntwo\nthree\n');
    doc.edit('one\ntwo\nTHREE\n');
    const { merge } = disk;
    disk.merge = (input) => {
      disk.merge = merge;
      doc.edit('one\ntwo\nTHREE\nfour\n');
      return merge(input);
    };
    disk.put(PLACE, 'ONE\ntwo\nthree\n');
    await doc.save();
    expect(doc.state.text).toBe('ONE\ntwo\nTHREE\nfour\n');
  });

  it.each(['mine', 'theirs'] as const)(
    'ED-11 a conflict overwrites nothing until the user takes %s',
    async (choice) => {
      const doc = await open('one\n');
      doc.edit('mine\n');
      disk.put(PLACE, 'theirs\n');
      await doc.save();
      expect(doc.state).toMatchObject({ status: 'conflict', text: 'mine\n' });
      expect(doc.state.theirs?.content).toBe('theirs\n');
      doc.edit('mine too\n');
      await doc.save();
      expect(onDisk()).toBe('theirs\n');
      if (choice === 'mine') await doc.keepMine();
      else doc.takeTheirs();
      expect(onDisk()).toBe(choice === 'mine' ? 'mine too\n' : 'theirs\n');
      expect(doc.state).toMatchObject({ status: 'saved', text: onDisk(), theirs: null });
    },
  );

  it('ED-11 a file that became too large for the editor refuses the save and keeps the text', async () => {
    const doc = await open('one\n');
    doc.edit('mine\n');
    disk.put(PLACE, 'large');
    disk.read = () => Promise.resolve({ content: null, hash: '#large', mtimeMs: 1 });
    await doc.save();
    expect(doc.state).toMatchObject({ status: 'refused', text: 'mine\n' });
    expect(doc.state.problem).toContain('too large');
    expect((await draft())?.content).toBe('mine\n');
  });

  it('ED-11 the echo of an own save is not a remote change', async () => {
    const doc = await open('a');
    doc.edit('ab');
    await doc.save();
    const echo = disk.files.get(KEY)!;
    doc.edit('abc');
    await doc.save();
    expect(doc.seen(echo, false)).toBe('unsure');
    expect(doc.state.text).toBe('abc');
    expect(doc.seen(disk.put(PLACE, 'ab'), true)).toBe('taken');
    expect(doc.state.text).toBe('ab');
  });

  it('a read that began before the first save does not bring back the text before it', async () => {
    const doc = await open('a');
    const before = disk.files.get(KEY)!;
    doc.edit('ab');
    await doc.save();
    expect(doc.seen(before, false)).toBe('unsure');
    expect(doc.state).toMatchObject({ text: 'ab', status: 'saved' });
    expect(doc.seen(disk.put(PLACE, 'a'), true)).toBe('taken');
    expect(doc.state.text).toBe('a');
  });

  it('ED-08 unsaved text survives a reload while the server is unreachable, and is saved later', async () => {
    const doc = await open('one\n');
    disk.down = true;
    doc.edit('typed\n');
    await doc.save();
    expect(doc.state.status).toBe('waiting');
    doc.stop();
    expect((await draft())?.content).toBe('typed\n');
    disk.down = false;
    const again = (await TextDocument.open({ location: PLACE, file: disk.files.get(KEY)!, disk }))!;
    expect(again.state).toMatchObject({ text: 'typed\n', status: 'dirty' });
    await again.save();
    expect(onDisk()).toBe('typed\n');
    expect(await draft()).toBeNull();
  });

  it('ED-08 a draft older than the file on disk is shown and not written without asking', async () => {
    localStorage.setItem(`draft:${KEY}`, JSON.stringify({ content: 'draft\n', ts: Date.now(), baseMtime: 7 }));
    expect((await open('newer\n')).state).toMatchObject({ status: 'conflict', text: 'draft\n' });
    expect(onDisk()).toBe('newer\n');
  });

  it('ED-08 a draft older than 24 hours is dropped', async () => {
    const ts = Date.now() - 86_400_001;
    localStorage.setItem(`draft:${KEY}`, JSON.stringify({ content: 'draft\n', ts, baseMtime: 100 }));
    expect((await open('file\n')).state).toMatchObject({ status: 'saved', text: 'file\n' });
  });

  it('LS-02 a deleted file keeps its text and can be saved again', async () => {
    const doc = await open('one\n');
    doc.edit('typed\n');
    disk.files.delete(KEY);
    await doc.save();
    expect(doc.state).toMatchObject({ status: 'deleted', text: 'typed\n' });
    await doc.saveAgain();
    expect(onDisk()).toBe('typed\n');
  });

  it('TR-02 a file restored from the trash is shown as saved', async () => {
    const doc = await open('one\n');
    const file = disk.files.get(KEY)!;
    doc.seen({ content: '', hash: null, mtimeMs: 0 }, true);
    doc.seen(file, true);
    expect(doc.state).toMatchObject({ status: 'saved', text: 'one\n' });
  });

  it('what was typed while a file was in the trash is saved once it is restored', async () => {
    const doc = await open('one\n');
    const file = disk.files.get(KEY)!;
    doc.edit('one\ntwo\n');
    disk.files.delete(KEY);
    await doc.save();
    doc.edit('one\ntwo\nthree\n');
    expect(doc.state.status).toBe('deleted');
    disk.files.set(KEY, file);
    expect(doc.seen(file, true)).toBe('known');
    expect(doc.state.status).toBe('dirty');
    await eventually(() => doc.state.status === 'saved');
    expect(onDisk()).toBe('one\ntwo\nthree\n');
  });
});
