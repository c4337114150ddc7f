import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/eventually';
import { readDraft } from './drafts';
import { FakeDisk } from './test/fake-disk';
import { clearStorage } from './test/storage';
import { TextDocument } from './text-document';

const PLACE = { root: 'w' as const, path: ['a.md'] };
const KEY = 'w/a.md';
let disk: FakeDisk;
let doc: TextDocument;
let reads: number;

/** An editor whose text is written down when the document asks for it. */
function type(text: string): void {
  doc.edit(() => {
    reads++;
    return text;
  });
}

describe('text that an editor writes down later', () => {
  beforeEach(async () => {
    await clearStorage();
    reads = 0;
    disk = new FakeDisk();
    doc = (await TextDocument.open({ location: PLACE, file: disk.put(PLACE, 'one\ntwo\nthree\n'), disk }))!;
  });
  afterEach(() => doc.stop());

  it('is read once after the frame, however many keys were pressed', async () => {
    type('o');
    type('on');
    expect(reads).toBe(0);
    await eventually(() => doc.getState().status === 'dirty');
    expect(doc.getState().text).toBe('on');
    expect(reads).toBe(1);
  });

  it('ED-08 is read where the page shows no frames', async () => {
    const { requestAnimationFrame } = globalThis;
    globalThis.requestAnimationFrame = () => 0;
    try {
      type('hidden\n');
      await eventually(() => doc.getState().text === 'hidden\n');
    } finally {
      globalThis.requestAnimationFrame = requestAnimationFrame;
    }
  });

  it('ED-11 is part of a save right after the key', async () => {
    type('typed\n');
    await doc.save();
    expect(disk.files.get(KEY)?.content).toBe('typed\n');
    expect(doc.state.status).toBe('saved');
  });

  it('ED-08 is stored when the page closes right after the key', async () => {
    type('typed\n');
    expect(doc.storeBeforeClose()).toBe(true);
    expect(localStorage.getItem(`draft:${KEY}`)).toContain('typed');
    await doc.storeDraft();
    expect((await readDraft(KEY, Date.now()))?.content).toBe('typed\n');
  });

  it('ED-11 is merged with a change from elsewhere that arrives right after the key', async () => {
    type('one\ntwo\nTHREE\n');
    doc.seen(disk.put(PLACE, 'ONE\ntwo\nthree\n'), true);
    await eventually(() => doc.state.text === 'ONE\ntwo\nTHREE\n');
  });

  it('ED-11 typed during a merge is merged too', async () => {
    type('one\ntwo\nTHREE\n');
    const { merge } = disk;
    disk.merge = (input) => {
      disk.merge = merge;
      type('one\ntwo\nTHREE\nfour\n');
      return merge(input);
    };
    doc.seen(disk.put(PLACE, 'ONE\ntwo\nthree\n'), true);
    await eventually(() => doc.state.text === 'ONE\ntwo\nTHREE\nfour\n');
  });

  it('is returned by a discard right after the key', () => {
    type('typed\n');
    expect(doc.discard()?.content).toBe('typed\n');
    expect(doc.state).toMatchObject({ text: 'one\ntwo\nthree\n', status: 'saved' });
  });
});
