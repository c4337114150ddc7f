/**
 * Finds the files that a text shows something of, as what commands print does. Compared are windows of the letters and
 * digits, so that line numbers, file names and other wrapping do not hide it.
 */
import { create } from '@bufbuild/protobuf';
import { type FindShownRequest, type FindShownResponse, FindShownResponseSchema } from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import { yieldToEventLoop } from '../files/calls.js';
import type { Computer } from '../server/computer.js';
import { pathOf } from './keys.js';
import { beginLooking } from './printable.js';

const MAX_TEXT = 512 * 1024;
const MAX_FOUND = 60;
/** Of all files together; the newest are looked into first. */
const MAX_BYTES = 128 * 1024 * 1024;
const BLOCK = 256 * 1024;
/** Looked into within the same turn of the event loop as others. */
const SMALL = 4 * 1024;
const FILES_A_TURN = 64;
/** Some words of most languages, and a sentence of those without spaces. */
const WINDOW = 24;
const BASE = 257;
/** A power of two, so that the remainder is a mask. */
const SLOTS = 2 ** 20;
/** With more places of one hash somebody made them on purpose. */
const MAX_PLACES = 8;

/** Files with fewer letters than a window, all of which the text shows. */
const MAX_PIECES = 500;
const MAX_PIECE_BYTES = 1_024;
/** One alone is a request already, such as two words. */
const TELLING = 12;
/** Shorter ones are anywhere. */
const MIN_PIECE = 3;

export async function findShown(
  { history, printable }: Pick<Computer, 'history' | 'printable'>,
  { text, conversationId: conversation }: Pick<FindShownRequest, 'text' | 'conversationId'>,
): Promise<FindShownResponse> {
  if (text.length > MAX_TEXT) throw invalid('The text is too long.');
  const windows = new Windows(lettersOf(text));
  if (windows.letters.length < MIN_PIECE) return create(FindShownResponseSchema);
  await history.flush();
  const { keys, more } = await history.call('broughtIn', { conversation });
  const found: string[] = [];
  const pieces = new Pieces(windows.letters);
  const looking = beginLooking(MAX_BYTES);
  for (const [index, key] of keys.entries()) {
    if (found.length === MAX_FOUND) break;
    if (index % FILES_A_TURN === 0) await yieldToEventLoop();
    if (await isShown({ windows, pieces }, key, printable.contentsOf(key, looking))) found.push(key);
  }
  found.push(...pieces.shown().slice(0, MAX_FOUND - found.length));
  const partial = more || looking.partial || pieces.isTooMany;
  return create(FindShownResponseSchema, { files: found.map(pathOf), partial });
}

async function isShown(
  { windows, pieces }: { windows: Windows; pieces: Pieces },
  key: string,
  contents: AsyncIterable<Buffer>,
): Promise<boolean> {
  // A name may be a sentence, too.
  if (await windows.areIn(Buffer.from(key.slice(key.lastIndexOf('/') + 1)))) return true;
  for await (const bytes of contents) {
    if (bytes.length <= MAX_PIECE_BYTES) pieces.add(key, lettersOf(bytes));
    if (await windows.areIn(bytes)) return true;
  }
  return false;
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

/** Files that are shorter than a window: a sentence may be spread over many of them, in any order. */
class Pieces {
  /** By their letters. */
  private readonly pieces = new Map<string, { readonly key: string; readonly letters: Buffer }>();
  isTooMany = false;

  constructor(private readonly text: Buffer) {}

  add(key: string, letters: Buffer): void {
    if (letters.length < MIN_PIECE || letters.length >= WINDOW || !this.text.includes(letters)) return;
    if (this.pieces.size >= MAX_PIECES) this.isTooMany = true;
    else this.pieces.set(letters.toString('latin1'), { key, letters });
  }

  /** Those that are shown alone, or that together make up a window of the text. */
  shown(): string[] {
    const covered = new Uint8Array(this.text.length);
    const present = [...this.pieces.values()];
    for (const { letters } of present)
      for (let at = this.text.indexOf(letters); at >= 0; at = this.text.indexOf(letters, at + 1))
        covered.fill(1, at, at + letters.length);
    const telling = isRun(covered) ? present : present.filter(({ letters }) => letters.length >= TELLING);
    return telling.map(({ key }) => key);
  }
}

function isRun(covered: Uint8Array): boolean {
  let length = 0;
  for (const mark of covered) {
    length = mark === 1 ? length + 1 : 0;
    if (length >= WINDOW) return true;
  }
  return false;
}

/** All windows of a text, by their hashes. */
class Windows {
  private readonly positions = new Map<number, number[]>();
  private readonly mayHave = new Uint8Array(SLOTS);

  constructor(readonly letters: Buffer) {
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

  async areIn(bytes: Buffer): Promise<boolean> {
    for (let from = 0; from < bytes.length; from += BLOCK) {
      // Windows over the end of a block are those of the next one, which begins earlier.
      const block = lettersOf(bytes.subarray(Math.max(0, from - 4 * WINDOW), from + BLOCK));
      const isIn = eachWindow(block, (hash, at) => {
        if (this.mayHave[hash & (SLOTS - 1)] === 0) return false;
        return this.positions.get(hash)?.some((own) => this.isSame(block, own, at)) ?? false;
      });
      if (isIn) return true;
      if (block.length > SMALL) await yieldToEventLoop();
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
