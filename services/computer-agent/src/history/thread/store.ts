/** The versions on the disk: packs first, made durable, then one transaction of the index. */
import fs from 'node:fs';
import { join } from 'node:path';
import { Actor, NotKept, VersionKind } from '@zo/proto/agent/v1';
import { isFolder, typeOf } from '../entry.js';
import type { Author, Usage, VersionBytes } from '../messages.js';
import { isFullDisk } from './full-disk.js';
import { HistoryIndex, hashOf } from './history-index.js';
import { moveOrigins, passWithBytes } from './origins.js';
import { type Frame, Packs } from './packs.js';

const [INDEX, ASIDE] = ['index.db', '.damaged'];
/** A copy of the index inside a backup, where the index itself could be half written. */
export const SNAPSHOT = 'index.snapshot';

export interface Content {
  readonly bytes: Uint8Array | null;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly stamp: string;
}

interface LiveRow {
  readonly path: number;
  readonly seq: number;
  readonly stamp: string;
}

export class Store {
  private constructor(
    readonly index: HistoryIndex,
    readonly packs: Packs,
    private limitBytes: number,
  ) {}

  /** Opens the history in `folder`. A damaged index is set aside, and a new one begun. */
  static open(folder: string, limitBytes: number, maxPackBytes?: number): Store {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!fs.existsSync(join(folder, INDEX)) && fs.existsSync(join(folder, SNAPSHOT)))
      fs.renameSync(join(folder, SNAPSHOT), join(folder, INDEX));
    fs.rmSync(join(folder, SNAPSHOT), { force: true });
    try {
      return Store.openWhole(folder, limitBytes, maxPackBytes);
    } catch (error) {
      if (isFullDisk(error)) throw error;
      console.error('the history of files is damaged; it is set aside, and a new one begins', error);
      fs.rmSync(folder + ASIDE, { recursive: true, force: true });
      fs.renameSync(folder, folder + ASIDE);
      fs.mkdirSync(folder, { mode: 0o700 });
      return Store.openWhole(folder, limitBytes, maxPackBytes);
    }
  }

  private static openWhole(folder: string, limitBytes: number, maxPackBytes?: number): Store {
    const index = new HistoryIndex(join(folder, INDEX));
    const rows = index.all<{ pack: number; end: number }>(
      'select pack, max(at + length) as end from blob group by pack',
    );
    const packs = new Packs(folder, new Map(rows.map(({ pack, end }) => [pack, end])), maxPackBytes);
    const store = new Store(index, packs, limitBytes);
    for (const { pack, end } of rows) if (packs.sizeOf(pack) < end) store.dropDamaged(pack);
    const known = new Set(rows.map(({ pack }) => pack));
    for (const pack of packs.numbers()) if (!known.has(pack)) packs.remove(pack);
    return store;
  }

  get lastSeq(): number {
    return (
      this.index.get<{ seq: number }>("select coalesce(max(seq), 0) as seq from sqlite_sequence where name = 'version'")
        ?.seq ?? 0
    );
  }

  /** Sets another upper bound of the packs in bytes. */
  limit(bytes: number): void {
    this.limitBytes = bytes;
  }

  usage(): Usage {
    return { usedBytes: this.packs.usedBytes(), limitBytes: this.limitBytes };
  }

  /** Runs `work` as one durable step, or as a part of the one that runs: all of it is recorded, or nothing. */
  commit<T>(work: () => T): T {
    if (this.index.database.isTransaction) return work();
    const place = this.packs.place;
    this.index.database.exec('begin immediate');
    try {
      const value = work();
      this.packs.sync();
      this.index.database.exec('commit');
      return value;
    } catch (error) {
      if (this.index.database.isTransaction) this.index.database.exec('rollback');
      this.packs.truncate(place);
      throw error;
    }
  }

  idOf(key: string): number {
    return (
      this.index.get<{ id: number }>('select id from path where name = ?', key)?.id ??
      this.index.run('insert into path (name) values (?)', key)
    );
  }

  /** The path as it was last seen, if it was there. */
  live(key: string): LiveRow | undefined {
    return this.index.get<LiveRow>('select live.* from live join path on path.id = live.path where path.name = ?', key);
  }

  /** Keys that were last seen below a folder, or the file itself. */
  liveBelow(key: string): string[] {
    return this.index
      .all<{ name: string }>(
        'select name from path join live on live.path = path.id where name = ?1 or (name >= ?2 and name < ?3)',
        key,
        `${key}/`,
        `${key}0`,
      )
      .map(({ name }) => name);
  }

  /** Records what a path contains now. The same bytes with the same mode are no new version. */
  wrote(key: string, content: Content, author: Author): void {
    const path = this.idOf(key);
    let last = this.lastOf(key);
    if (last && typeOf(last.mode) !== typeOf(content.mode)) {
      // A file in the place of a folder, or the reverse: the folder ended with everything below.
      this.removed(key, author);
      last = undefined;
    }
    const { blob, notKept, isKnown } = this.blobOf(content);
    const isSame = last?.mode === content.mode && last.blob === blob && (blob !== null || isFolder(content.mode));
    if (last && isSame) {
      if (last.mtime === content.mtimeMs) this.name(last.seq, author);
      this.see(path, last.seq, content.stamp);
      return;
    }
    const seq = this.index.run(
      `insert into version (path, kind, blob, size, mode, mtime, at, actor, conversation, not_kept)
       values (?, ${VersionKind.CONTENT}, ?, ?, ?, ?, ?, ?, ?, ?)`,
      path,
      blob,
      content.size,
      content.mode,
      content.mtimeMs,
      Date.now(),
      author.actor,
      author.conversationId,
      notKept,
    );
    if (isKnown) passWithBytes(this.index, { path, seq }, { blob: blob!, size: content.size, author });
    this.see(path, seq, content.stamp);
  }

  /** The version of a path that is there. */
  private lastOf(key: string): { seq: number; blob: number | null; mode: number; mtime: number } | undefined {
    const live = this.live(key);
    return live && this.index.get('select seq, blob, mode, mtime from version where seq = ?', live.seq);
  }

  /** Names the author of a version that was seen before anybody could say whose it is. */
  name(seq: number, { actor, conversationId }: Author): void {
    if (actor === Actor.UNSPECIFIED) return;
    this.index.run(
      `update version set actor = ?, conversation = ? where seq = ? and actor = ${Actor.UNSPECIFIED}`,
      actor,
      conversationId,
      seq,
    );
  }

  see(path: number, seq: number, stamp: string): void {
    this.index.run('insert or replace into live (path, seq, stamp) values (?, ?, ?)', path, seq, stamp);
  }

  /** Records that the file, or everything below the folder, is gone. */
  removed(key: string, author: Author): void {
    for (const name of this.liveBelow(key)) {
      const path = this.idOf(name);
      this.index.run(
        `insert into version (path, kind, mode, at, actor, conversation)
         values (?, ${VersionKind.DELETED}, ?, ?, ?, ?)`,
        path,
        this.lastOf(name)?.mode ?? 0,
        Date.now(),
        author.actor,
        author.conversationId,
      );
      this.index.run('delete from live where path = ?', path);
    }
  }

  /** Records that the file, or everything below the folder, has another path now. */
  moved(from: string, to: string, author: Author): void {
    const names = this.liveBelow(from);
    if (names.length === 0) return this.nameMoved(from, to, author);
    for (const name of names) {
      const [old, fresh] = [this.idOf(name), this.idOf(to + name.slice(from.length))];
      const live = this.live(name)!;
      const add = (path: number, kind: VersionKind, other: number) =>
        this.index.run(
          `insert into version (path, kind, blob, size, mode, mtime, at, actor, conversation, other, not_kept)
           select ?, ?, blob, size, mode, mtime, ?, ?, ?, ?, not_kept from version where seq = ?`,
          path,
          kind,
          Date.now(),
          author.actor,
          author.conversationId,
          other,
          live.seq,
        );
      add(old, VersionKind.MOVED_AWAY, fresh);
      this.index.run('delete from live where path = ?', old);
      const arrival = add(fresh, VersionKind.MOVED_HERE, old);
      this.see(fresh, arrival, live.stamp);
      moveOrigins(this.index, { from: old, to: fresh }, arrival);
    }
  }

  /** The watcher may see a move before the agent says whose it is. Its two versions follow one another. */
  private nameMoved(from: string, to: string, author: Author): void {
    for (const name of this.liveBelow(to)) {
      const { seq } = this.live(name)!;
      const old = this.idOf(from + name.slice(to.length));
      const isThis = this.index.get('select 1 from version where seq = ? and other = ?', seq, old);
      if (isThis) for (const one of [seq - 1, seq]) this.name(one, author);
    }
  }

  /** The bytes of a version; null when they were not kept, or are damaged. */
  read(seq: number): VersionBytes | null {
    const row = this.index.get<Frame & { blob: number; hash: Uint8Array; mode: number; mtime: number }>(
      'select blob.pack, blob.at, blob.length, blob.hash, blob.id as blob, mode, mtime from version join blob on ' +
        'blob.id = version.blob where seq = ?',
      seq,
    );
    if (!row) return null;
    const bytes = this.contentOf(row);
    if (bytes) return { bytes, mode: row.mode, mtimeMs: row.mtime };
    this.dropDamaged(row.pack);
    return null;
  }

  contentOf({ hash, ...frame }: Frame & { hash: Uint8Array }): Buffer | null {
    try {
      const bytes = this.packs.read(frame);
      return hashOf(bytes).equals(hash) ? bytes : null;
    } catch {
      return null;
    }
  }

  /** Forgets the contents of a pack whose bytes no longer have their hash. */
  private dropDamaged(pack: number): void {
    const rows = this.index.all<Frame & { id: number; hash: Uint8Array }>(
      'select id, hash, pack, at, length from blob where pack = ?',
      pack,
    );
    const damaged = rows.filter((row) => !this.contentOf(row));
    console.error(`the history of files lost ${damaged.length} of ${rows.length} contents: pack-${pack} is damaged`);
    this.commit(() => {
      for (const { id } of damaged) {
        // A file that is still as it was is read again.
        this.index.run("update live set stamp = '' where seq in (select seq from version where blob = ?)", id);
        this.index.run(`update version set blob = null, not_kept = ${NotKept.DAMAGED} where blob = ?`, id);
        this.index.run('delete from blob where id = ?', id);
      }
    });
    this.packs.startFresh();
  }

  /** The row of these bytes; they are stored if they are new, small enough and there is room. */
  private blobOf({ bytes, mode }: Content): { blob: number | null; notKept: NotKept; isKnown?: boolean } {
    if (isFolder(mode)) return { blob: null, notKept: NotKept.UNSPECIFIED };
    if (!bytes) return { blob: null, notKept: NotKept.TOO_LARGE };
    const hash = hashOf(bytes);
    const known = this.index.get<{ id: number }>('select id from blob where hash = ?', hash);
    if (known) return { blob: known.id, notKept: NotKept.UNSPECIFIED, isKnown: true };
    if (this.packs.usedBytes() >= this.limitBytes) return { blob: null, notKept: NotKept.NO_ROOM };
    const { pack, at, length } = this.packs.append(bytes);
    const id = this.index.run(
      'insert into blob (hash, size, pack, at, length) values (?, ?, ?, ?, ?)',
      hash,
      bytes.length,
      pack,
      at,
      length,
    );
    return { blob: id, notKept: NotKept.UNSPECIFIED };
  }

  close(): void {
    this.packs.close();
    this.index.close();
  }
}
