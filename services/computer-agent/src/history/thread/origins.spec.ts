import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Actor } from '@zo/proto/agent/v1';
import { type Author, IMPORTED } from '../messages.js';
import { forget } from './forget.js';
import { originsOf } from './origins.js';
import { broughtIn, versionsOf } from './queries.js';
import { Store } from './store.js';
import { tidy } from './tidy.js';

const DAY = 86_400_000;
const LIMIT = 200_000;
const USER: Author = { actor: Actor.USER, conversationId: '' };
const UPLOAD: Author = { actor: Actor.USER, conversationId: IMPORTED };
const NOBODY: Author = { actor: Actor.UNSPECIFIED, conversationId: '' };
const chat = (conversationId: string): Author => ({ actor: Actor.ASSISTANT, conversationId });

let folder: string;
let store: Store;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'zo-history-'));
  store = Store.open(folder, LIMIT);
});
afterEach(() => {
  store.close();
  fs.rmSync(folder, { recursive: true });
});

function write(key: string, author: Author, bytes: Buffer = randomBytes(64)): Buffer {
  const content = { bytes, size: bytes.length, mode: 0o644, mtimeMs: 0, stamp: `${Math.random()}` };
  store.commit(() => store.wrote(key, content, author));
  return bytes;
}
const move = (from: string, to: string) => store.commit(() => store.moved(from, to, USER));
const tidyUp = (days: number) => void Array.from(tidy(store, { now: Date.now() + days * DAY }));
/** So that all that was recorded has happened so long ago. */
const wait = (ms: number) => store.index.run('update version set at = at - ?', ms);
const versions = (key: string) => versionsOf(store, { key, before: 0, limit: 50 }).rows.map(({ author }) => author);
const authors = (key: string) => originsOf(store, key).rows.map(({ author }) => author);
const isBroughtIn = (key: string) => broughtIn(store, 'asking').keys.includes(key);

describe('where a file came from', () => {
  it('is known when the version that brought it has gone with time', () => {
    write('workspace/a', UPLOAD);
    write('workspace/a', USER);
    write('workspace/own', USER);
    write('workspace/own', USER);
    tidyUp(2);
    expect([versions('workspace/a'), versions('workspace/own')]).toEqual([[USER], [USER]]);
    expect(authors('workspace/a')).toEqual([UPLOAD, USER]);
    expect(authors('workspace/own')).toEqual([USER]);
    expect([isBroughtIn('workspace/a'), isBroughtIn('workspace/own')]).toEqual([true, false]);
  });

  it('is known when that version has gone for want of room', () => {
    write('workspace/a', chat('c1'), randomBytes(100_000));
    write('workspace/a', USER, randomBytes(90_000));
    tidyUp(0);
    expect(versions('workspace/a')).toEqual([USER]);
    expect(authors('workspace/a').toSorted((one, other) => one.actor - other.actor)).toEqual([USER, chat('c1')]);
    expect(isBroughtIn('workspace/a')).toBe(true);
  });

  it('goes along with moves, also when the earlier paths are forgotten', () => {
    write('workspace/a', UPLOAD);
    write('workspace/a', chat('c1'));
    move('workspace/a', 'workspace/b');
    tidyUp(31);
    move('workspace/b', 'workspace/c');
    tidyUp(62);
    expect(versions('workspace/c')).toEqual([USER]);
    expect(authors('workspace/c')).toEqual([UPLOAD, chat('c1')]);
    expect(isBroughtIn('workspace/c')).toBe(true);
  });

  it('stays with a path whose file is replaced, and ends where there was none for a while', () => {
    for (const name of ['replaced', 'over', 'gone', 'left']) write(`workspace/${name}`, UPLOAD);
    store.commit(() => store.removed('workspace/replaced', USER));
    write('workspace/replaced', USER);
    write('workspace/temporary', chat('c1'));
    move('workspace/temporary', 'workspace/over');
    expect(authors('workspace/replaced')).toEqual([UPLOAD, USER]);
    expect(authors('workspace/over')).toEqual([UPLOAD, chat('c1')]);
    store.commit(() => store.removed('workspace/gone', USER));
    move('workspace/left', 'workspace/elsewhere');
    // The versions go before anything else comes to their paths.
    tidyUp(2);
    wait(DAY);
    for (const name of ['gone', 'left']) write(`workspace/${name}`, USER);
    expect([authors('workspace/gone'), authors('workspace/left')]).toEqual([[USER], [USER]]);
    tidyUp(40);
    expect([authors('workspace/gone'), authors('workspace/left')]).toEqual([[USER], [USER]]);
    expect(authors('workspace/elsewhere')).toEqual([UPLOAD]);
    expect(authors('workspace/replaced')).toEqual([UPLOAD, USER]);
  });

  it('is forgotten with a file that was deleted for good', () => {
    write('workspace/a', UPLOAD);
    write('workspace/a', USER);
    tidyUp(2);
    move('workspace/a', 'workspace/Trash/a');
    store.commit(() => forget(store, 'workspace/Trash/a'));
    expect(store.index.all('select * from origin')).toEqual([]);
  });

  it('tells those who brought it first, then the latest, and no more than may be many', () => {
    write('workspace/a', UPLOAD);
    store.index.run(
      `insert into origin with recursive n(seq) as (select 2 union all select seq + 1 from n where seq < 5002)
       select ?, ${Actor.ASSISTANT}, 'c' || seq, seq, seq from n`,
      store.idOf('workspace/a'),
    );
    const { rows, more } = originsOf(store, 'workspace/a');
    expect([rows.length, more]).toEqual([5_000, true]);
    expect(rows.slice(0, 2)).toEqual([
      { author: UPLOAD, seq: 1 },
      { author: chat('c5002'), seq: 5_002 },
    ]);
  });

  it('goes along with bytes, whoever copies them, and not with those that were there before', () => {
    const brought = write('workspace/a', UPLOAD);
    write('workspace/b', chat('c1'), brought);
    write('workspace/a', USER);
    tidyUp(2);
    write('workspace/c', USER, brought);
    const edited = write('workspace/b', USER);
    write('workspace/d', chat('c2'), edited);
    expect(['b', 'c', 'd'].map((name) => new Set(authors(`workspace/${name}`)))).toEqual([
      new Set([UPLOAD, chat('c1'), USER]),
      new Set([UPLOAD, chat('c1'), USER]),
      new Set([UPLOAD, chat('c1'), chat('c2')]),
    ]);
    expect(versions('workspace/d')).toEqual([chat('c2')]);
    const typed = write('workspace/own', USER);
    write('workspace/other', chat('c1'), typed);
    write('workspace/upload', UPLOAD, typed);
    write('workspace/copy', USER, typed);
    expect([authors('workspace/own'), authors('workspace/copy')]).toEqual([[USER], [USER]]);
    for (const [name, author] of [
      ['one', UPLOAD],
      ['two', USER],
    ] as const)
      write(`workspace/${name}`, author, Buffer.from('too short'));
    expect(authors('workspace/two')).toEqual([USER]);
  });

  it('is not known of a copy where nobody knows it of the original', () => {
    const found = write('workspace/a', NOBODY);
    write('workspace/b', chat('c1'), found);
    expect(originsOf(store, 'workspace/b').rows).toEqual([
      { author: NOBODY, seq: 2 },
      { author: chat('c1'), seq: 2 },
    ]);
    const known = write('workspace/a', USER);
    write('workspace/c', USER, known);
    expect(authors('workspace/c')).toEqual([USER]);
  });

  it('of moves and copies in an index of an earlier release is known', () => {
    const brought = write('workspace/brought', UPLOAD);
    write('workspace/copied', chat('c1'), brought);
    write('workspace/a', UPLOAD);
    move('workspace/a', 'workspace/b');
    move('workspace/b', 'workspace/c');
    write('workspace/a', NOBODY);
    move('workspace/a', 'workspace/d');
    write('workspace/e', USER);
    const typed = write('workspace/f', USER);
    write('workspace/f', UPLOAD, brought);
    write('workspace/g', USER, typed);
    store.index.database.exec('drop table origin');
    store.close();
    store = Store.open(folder, LIMIT);
    tidyUp(31);
    expect(authors('workspace/c')).toEqual([UPLOAD]);
    expect(authors('workspace/d')).toEqual([NOBODY]);
    expect([authors('workspace/e'), authors('workspace/g')]).toEqual([[USER], [USER]]);
    expect(new Set(authors('workspace/copied'))).toEqual(new Set([UPLOAD, chat('c1')]));
  });
});
