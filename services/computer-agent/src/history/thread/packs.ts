/** Append-only files of compressed contents. What the index does not name is not there: a torn end does no harm. */
import fs from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MAX_FILE_BYTES } from '../messages.js';

const NAME = /^pack-(\d+)$/;
export const MAX_PACK_BYTES = 64 * 1024 * 1024;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export interface Frame {
  readonly pack: number;
  readonly at: number;
  readonly length: number;
}

export class Packs {
  private current: { pack: number; fd: number; end: number } | null = null;
  private unsynced = false;
  private used: number | null = null;
  private startsFresh = false;

  /** `ends`: where the last frame that the index knows ends, by pack. */
  constructor(
    private readonly folder: string,
    private readonly ends: ReadonlyMap<number, number>,
    private readonly maxPackBytes = MAX_PACK_BYTES,
  ) {}

  /** Numbers of all packs on the disk. */
  numbers(): number[] {
    return fs.readdirSync(this.folder).flatMap((name) => {
      const found = NAME.exec(name);
      return found ? [Number(found[1])] : [];
    });
  }

  sizeOf(pack: number): number {
    return fs.statSync(this.fileOf(pack), { throwIfNoEntry: false })?.size ?? 0;
  }

  usedBytes(): number {
    return (this.used ??= this.numbers().reduce((sum, pack) => sum + this.sizeOf(pack), 0));
  }

  /** Leaves the newest pack as it is, and continues in another one. */
  startFresh(): void {
    this.close();
    this.startsFresh = true;
  }

  /** The pack that is written to now; it is never compacted. */
  get writing(): number | null {
    return this.current?.pack ?? null;
  }

  append(content: Uint8Array): Frame {
    return this.appendFrame(zstdCompressSync(content, FAST));
  }

  appendFrame(frame: Uint8Array): Frame {
    const target = this.open();
    const at = target.end;
    for (let done = 0; done < frame.length;)
      done += fs.writeSync(target.fd, frame, done, frame.length - done, at + done);
    target.end += frame.length;
    this.used = this.usedBytes() + frame.length;
    this.unsynced = true;
    return { pack: target.pack, at, length: frame.length };
  }

  /** Makes all frames durable; only then may the index name them. */
  sync(): void {
    if (this.unsynced && this.current) fs.fdatasyncSync(this.current.fd);
    this.unsynced = false;
  }

  /** Forgets the frames after that place, after a failed transaction. */
  truncate(place: { pack: number; end: number } | null): void {
    this.used = null;
    if (!this.current) return;
    if (place?.pack === this.current.pack) this.current.end = place.end;
    else this.startFresh();
  }

  get place(): { pack: number; end: number } | null {
    return this.current && { pack: this.current.pack, end: this.current.end };
  }

  readFrame({ pack, at, length }: Frame): Buffer {
    const fd = fs.openSync(this.fileOf(pack), 'r');
    try {
      const frame = Buffer.allocUnsafe(length);
      for (let done = 0; done < length;) {
        const count = fs.readSync(fd, frame, done, length - done, at + done);
        if (count === 0) throw new Error(`pack-${pack} ends within a frame`);
        done += count;
      }
      return frame;
    } finally {
      fs.closeSync(fd);
    }
  }

  /** @throws Error when the bytes are damaged */
  read(frame: Frame): Buffer {
    return zstdDecompressSync(this.readFrame(frame), { maxOutputLength: MAX_FILE_BYTES });
  }

  remove(pack: number): void {
    if (this.current?.pack === pack) this.close();
    fs.rmSync(this.fileOf(pack), { force: true });
    this.used = null;
  }

  close(): void {
    if (this.current) fs.closeSync(this.current.fd);
    this.current = null;
    this.unsynced = false;
  }

  private fileOf(pack: number): string {
    return join(this.folder, `pack-${pack}`);
  }

  private open(): { pack: number; fd: number; end: number } {
    if (this.current && this.current.end < this.maxPackBytes) return this.current;
    const newest = this.current ? this.current.pack : Math.max(0, ...this.numbers(), ...this.ends.keys());
    this.sync();
    const isFresh =
      this.startsFresh || this.current !== null || newest === 0 || (this.ends.get(newest) ?? 0) >= this.maxPackBytes;
    this.startsFresh = false;
    this.close();
    const pack = isFresh ? newest + 1 : newest;
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = fs.constants;
    const fd = fs.openSync(this.fileOf(pack), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    // Bytes after the last known frame were never committed, and are overwritten.
    const end = isFresh ? 0 : (this.ends.get(pack) ?? 0);
    fs.ftruncateSync(fd, end);
    this.syncFolder();
    this.current = { pack, fd, end };
    return this.current;
  }

  /** Makes the name of a new pack durable. */
  private syncFolder(): void {
    const fd = fs.openSync(this.folder, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  }
}
