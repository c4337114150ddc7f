/**
 * Finds the files that a text shows something of, as what commands print does. Compared are windows of the letters and
 * digits, so that line numbers, file names and other wrapping do not hide it.
 */
import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { type FindShownRequest, type FindShownResponse, FindShownResponseSchema } from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import { yieldToEventLoop } from '../files/calls.js';
import type { Folder } from '../home/folder.js';
import { openBelow } from '../home/open-below.js';
import type { Computer } from '../server/computer.js';
import { pathOf } from './keys.js';

const MAX_TEXT = 512 * 1024;
const MAX_FOUND = 60;
/** Of all files together; the newest are looked into first. */
const MAX_BYTES = 128 * 1024 * 1024;
const BLOCK = 256 * 1024;
/** Some words of most languages, and a sentence of those without spaces. */
const WINDOW = 24;
const BASE = 257;
/** A power of two, so that the remainder is a mask. */
const SLOTS = 2 ** 20;
/** Text without a zero byte up to here counts as text. */
const HEAD = 8 * 1024;
/** With more places of one hash somebody made them on purpose. */
const MAX_PLACES = 8;

export async function findShown(
  { home, history }: Pick<Computer, 'home' | 'history'>,
  { text, conversationId: conversation }: Pick<FindShownRequest, 'text' | 'conversationId'>,
): Promise<FindShownResponse> {
  if (text.length > MAX_TEXT) throw invalid('The text is too long.');
  const windows = new Windows(lettersOf(text));
  if (windows.isEmpty) return create(FindShownResponseSchema);
  await history.flush();
  const keys = await history.call('broughtIn', { conversation });
  const found: string[] = [];
  let [left, partial] = [MAX_BYTES, false];
  for (const key of keys) {
    if (found.length === MAX_FOUND) break;
    // A name may be a sentence, too.
    if (await windows.areIn(Buffer.from(key.slice(key.lastIndexOf('/') + 1)))) found.push(key);
    if (found.at(-1) === key) continue;
    const bytes = contentOf(home.folder, key, left);
    if (bytes === 'too much') partial = true;
    else if (bytes) {
      left -= bytes.length;
      if (await windows.areIn(bytes)) found.push(key);
    }
  }
  return create(FindShownResponseSchema, { files: found.map(pathOf), partial });
}

/** The bytes of letters and digits, those of ASCII in lower case; all of other scripts. */
function lettersOf(text: Uint8Array): Buffer {
  const kept = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (const byte of text) {
    if (byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a)) kept[length++] = byte;
    else if (byte >= 0x41 && byte <= 0x5a) kept[length++] = byte | 0x20;
  }
  return kept.subarray(0, length);
}

/** All windows of a text, by their hashes. */
class Windows {
  private readonly positions = new Map<number, number[]>();
  private readonly mayHave = new Uint8Array(SLOTS);

  constructor(private readonly letters: Buffer) {
    eachWindow(letters, (hash, at) => {
      const known = this.positions.get(hash);
      // The same text many times over is one window.
      if (known?.some((other) => this.isSame(letters, other, at))) return false;
      if (known && known.length < MAX_PLACES) known.push(at);
      if (!known) this.positions.set(hash, [at]);
      this.mayHave[hash & (SLOTS - 1)] = 1;
      return false;
    });
  }

  get isEmpty(): boolean {
    return this.positions.size === 0;
  }

  async areIn(bytes: Buffer): Promise<boolean> {
    for (let from = 0; from < bytes.length; from += BLOCK) {
      // Windows over the end of a block are those of the next one, which begins earlier.
      const block = lettersOf(bytes.subarray(Math.max(0, from - 4 * WINDOW), from + BLOCK));
      const isIn = eachWindow(block, (hash, at) => {
        if (this.mayHave[hash & (SLOTS - 1)] === 0) return false;
        return this.positions.get(hash)?.some((own) => this.isSame(block, own, at)) ?? false;
      });
      if (isIn) return true;
      await yieldToEventLoop();
    }
    return false;
  }

  private isSame(other: Buffer, own: number, at: number): boolean {
    return this.letters.compare(other, at, at + WINDOW, own, own + WINDOW) === 0;
  }
}

/** Calls `see` with the hash and the place of each window, until it says that this is enough. */
function eachWindow(letters: Buffer, see: (hash: number, at: number) => boolean): boolean {
  if (letters.length < WINDOW) return false;
  let [hash, power] = [0, 1];
  for (let at = 0; at < WINDOW - 1; at++) power = Math.imul(power, BASE);
  for (let at = 0; at < WINDOW; at++) hash = (Math.imul(hash, BASE) + letters[at]!) | 0;
  for (let at = 0; ; at++) {
    if (see(hash, at)) return true;
    if (at + WINDOW >= letters.length) return false;
    hash = (Math.imul(hash - Math.imul(letters[at]!, power), BASE) + letters[at + WINDOW]!) | 0;
  }
}

/** Undefined: gone, or no text. */
function contentOf(home: Folder, key: string, most: number): Buffer | 'too much' | undefined {
  const names = key.split('/');
  const folder = openBelow(home, names.slice(0, -1));
  if (!folder) return undefined;
  try {
    const { fd, stats } = folder.openFile(names.at(-1)!);
    try {
      const head = Buffer.alloc(HEAD);
      const length = fs.readSync(fd, head, 0, HEAD, 0);
      if (head.subarray(0, length).includes(0)) return undefined;
      return stats.size > BigInt(most) ? 'too much' : fs.readFileSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return undefined;
  } finally {
    folder.close();
  }
}
