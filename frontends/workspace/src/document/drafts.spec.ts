import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clearStorage, LOCAL_QUOTA, refuseDatabaseWrites } from './test/storage';
import type { Draft } from './draft';
import { draftKeys, dropDraft, moveDraft, readDraft, writeDraft } from './drafts';

const draftOf = (content: string, ts = Date.now()): Draft => ({ content, ts, baseMtime: 1, baseHash: '#1' });
const read = async (key: string) => (await readDraft(key, Date.now()))?.content;

beforeEach(clearStorage);
afterEach(() => void jest.restoreAllMocks());

describe('drafts in the storage of the browser', () => {
  it('ED-08 a draft of 50 MB is stored, although localStorage refuses it', async () => {
    const large = 'x'.repeat(50_000_000);
    expect(await writeDraft('w/large.txt', draftOf(large))).toBe(true);
    expect((await read('w/large.txt')) === large).toBe(true);
    expect(localStorage.length).toBe(0);
  });

  it('ED-08 a draft is in localStorage under draft: and its path, with content, ts and baseMtime', async () => {
    const draft = draftOf('typed\n');
    expect(await writeDraft('w/Notes/a.md', draft)).toBe(true);
    expect(JSON.parse(localStorage.getItem('draft:w/Notes/a.md')!)).toEqual(draft);
    const long = draftOf('x'.repeat(300_000), draft.ts + 1);
    expect(await writeDraft('w/Notes/a.md', long)).toBe(true);
    expect({ ...localStorage }).toEqual({});
    expect(await readDraft('w/Notes/a.md', Date.now())).toEqual(long);
  });

  it('ED-08 a text that a closing page has stored is not replaced by an earlier one', async () => {
    const now = Date.now();
    const written = writeDraft('w/a.txt', draftOf('earlier', now));
    localStorage.setItem('draft:w/a.txt', JSON.stringify(draftOf('last', now + 1)));
    await written;
    expect(await read('w/a.txt')).toBe('last');
  });

  it('ED-08 drafts that only localStorage holds are copied into the database', async () => {
    localStorage.setItem('draft:w/a.txt', JSON.stringify({ content: 'typed\n', ts: Date.now(), baseMtime: 7 }));
    localStorage.setItem('other', 'kept');
    expect(await draftKeys()).toEqual(['w/a.txt']);
    localStorage.removeItem('draft:w/a.txt');
    expect(await readDraft('w/a.txt', Date.now())).toMatchObject({ content: 'typed\n', baseMtime: 7 });
    await dropDraft('w/a.txt');
    expect(await draftKeys()).toEqual([]);
    expect({ ...localStorage }).toEqual({ other: 'kept' });
  });

  it('ED-08 an older draft in localStorage does not replace a newer one', async () => {
    await writeDraft('w/a.txt', draftOf('newer'));
    localStorage.setItem('draft:w/a.txt', JSON.stringify(draftOf('older', Date.now() - 1_000)));
    expect(await read('w/a.txt')).toBe('newer');
  });

  it('ED-08 a draft that the database refuses stays in localStorage, and one that fits nowhere is refused', async () => {
    refuseDatabaseWrites();
    localStorage.setItem('draft:w/a.txt', JSON.stringify(draftOf('old')));
    expect(await read('w/a.txt')).toBe('old');
    expect(await writeDraft('w/b.txt', draftOf('new'))).toBe(true);
    expect((await draftKeys()).toSorted()).toEqual(['w/a.txt', 'w/b.txt']);
    expect(await writeDraft('w/c.txt', draftOf('x'.repeat(LOCAL_QUOTA + 1)))).toBe(false);
    expect(await read('w/c.txt')).toBeUndefined();
  });

  it('ED-08 without a database small drafts are in localStorage', async () => {
    jest.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('not allowed', 'SecurityError');
    });
    expect(await writeDraft('w/a.txt', draftOf('typed'))).toBe(true);
    expect(await read('w/a.txt')).toBe('typed');
    await dropDraft('w/a.txt');
    expect(await draftKeys()).toEqual([]);
  });

  it('ED-08 a draft dropped while it is being written is gone', async () => {
    const written = writeDraft('w/a.txt', draftOf('typed'));
    await dropDraft('w/a.txt');
    await written;
    expect(await draftKeys()).toEqual([]);
  });

  it('ED-08 a draft older than 24 hours is removed', async () => {
    await writeDraft('w/a.txt', draftOf('typed', Date.now() - 86_400_001));
    expect(await read('w/a.txt')).toBeUndefined();
    expect(await draftKeys()).toEqual([]);
  });

  it('LS-02 a draft follows its file', async () => {
    await writeDraft('w/a.txt', draftOf('typed'));
    await moveDraft('w/a.txt', 'w/b.txt');
    expect(await draftKeys()).toEqual(['w/b.txt']);
    expect(await read('w/b.txt')).toBe('typed');
  });
});
