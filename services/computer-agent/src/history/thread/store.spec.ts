import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Actor } from '@zo/proto/agent/v1';
import type { Author } from '../messages.js';
import { lastChangedBy } from './queries.js';
import { Store } from './store.js';

const USER: Author = { actor: Actor.USER, conversationId: '' };
const ZO: Author = { actor: Actor.ASSISTANT, conversationId: 'c1' };
const NOBODY: Author = { actor: Actor.UNSPECIFIED, conversationId: '' };

let folder: string;
let store: Store;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'zo-history-'));
  store = Store.open(folder, 200_000);
});
afterEach(() => {
  store.close();
  fs.rmSync(folder, { recursive: true });
});

const write = (key: string, author: Author) => {
  const bytes = Buffer.from('content');
  store.wrote(key, { bytes, size: bytes.length, mode: 0o644, mtimeMs: 0, stamp: key }, author);
};
const lastOf = (actor: Actor) => lastChangedBy(store, actor).toSorted();

describe('the author of a move', () => {
  it.each([
    ['before', [USER, NOBODY]],
    ['after', [NOBODY, USER]],
  ])('is who asked for it, who says so %s the watcher sees it', (_when, authors) => {
    store.commit(() => {
      write('workspace/old/a.txt', ZO);
      write('workspace/old/b.txt', ZO);
      for (const author of authors) store.moved('workspace/old', 'workspace/new', author);
    });
    expect(lastOf(Actor.USER)).toEqual(['workspace/new/a.txt', 'workspace/new/b.txt']);
    expect(lastOf(Actor.ASSISTANT)).toEqual([]);
  });

  it('is not taken by a move of another file to the same place', () => {
    store.commit(() => {
      write('workspace/a.txt', ZO);
      store.moved('workspace/a.txt', 'workspace/b.txt', NOBODY);
      store.moved('workspace/c.txt', 'workspace/b.txt', USER);
    });
    expect(lastOf(Actor.USER)).toEqual([]);
  });
});
