/** Lists folders of any size: streams the agent's messages on, so that memory does not grow with the folder. */
import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kind as EntryKind, type Entry, type ListResponse } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { type Computer, Computers } from '@zo/computer-client';
import type { AnyLocation } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { pathOnItsAgent } from '@zo/computer-client';
import { displayPath } from '../paths.js';
import type { Columns, ListQuery } from './tree.dto.js';

/** Lines buffered for a slow reader. */
const MAX_WAITING = 2;
/** How long a reader may take nothing at all; one that takes a little at a time gets everything. */
const READER_IDLE_MS = 60_000;
/**
 * Decoded entries survive a few minor collections and are then garbage that V8 leaves for long: a million of them would
 * take a hundred megabytes.
 */
const COLLECT_EVERY_ENTRIES = 200_000;
/** Longest name: 255 bytes that are not UTF-8, escaped as text. */
const MAX_NEXT = 1_024;

export interface Page {
  readonly entries: Entry[];
  /** Pass as `after` to read on; absent at the end. */
  readonly next?: string;
}

@Injectable()
export class ListingService {
  constructor(private readonly computers: Computers) {}

  /**
   * FT-03: sends the whole folder as JSON lines, each with the columns of about 1,000 entries, as fast as they are
   * read. If the listing fails midway or the reader stops, the response is cut off.
   */
  async send(ctx: Ctx, { first, ...location }: ListQuery, response: ServerResponse): Promise<void> {
    const messages = await this.open(ctx, location, first);
    response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' });
    // Node counts any progress of a write as activity.
    response.setTimeout(READER_IDLE_MS, () => response.destroy());
    try {
      await pipeline(
        Readable.from(first ? firstLine(messages, first) : lines(messages), { highWaterMark: MAX_WAITING }),
        response,
      ).catch(ignoreHangUp);
    } finally {
      // The reader may have left before anything was read.
      await messages.return?.();
    }
  }

  /**
   * Returns the agent's messages once the first has arrived: until then a failure can still become an error response,
   * and a sleeping computer is woken.
   */
  private open(ctx: Ctx, location: AnyLocation, limit = 0): Promise<AsyncIterableIterator<ListResponse>> {
    const asked = { path: pathOnItsAgent(location), limit, asShown: true };
    return this.computers
      .read(ctx, (computer) => begun(computer.files.list(asked)), location.root)
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
  }
}

/** Reads at most `limit` entries of a folder, in the order of their names, however many the agent sends. */
export async function readPage(
  computer: Computer,
  location: AnyLocation,
  { limit, after }: { limit: number; after: string },
): Promise<Page> {
  const entries: Entry[] = [];
  for await (const message of computer.files.list({ path: pathOnItsAgent(location), limit, after })) {
    const room = limit - entries.length;
    entries.push(...message.entries.slice(0, room));
    // Agents of older versions ignore the limit; truncation here also means that more entries follow.
    const next = message.entries.length > room ? entries.at(-1)?.name : message.next;
    if (next) return { entries, next: next.slice(0, MAX_NEXT) };
  }
  return { entries };
}

/**
 * The messages, once the first has arrived. An object, because a generator that was not begun ends without its
 * `finally` and would leave the call of the agent open.
 */
async function begun<T>(messages: AsyncIterable<T>): Promise<AsyncIterableIterator<T>> {
  const source = messages[Symbol.asyncIterator]();
  let first: IteratorResult<T> | undefined = await source.next();
  const all: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => all,
    next: async () => {
      const message = first ?? (await source.next());
      first = undefined;
      return message;
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
  return all;
}

let uncollected = 0;

async function* lines(messages: AsyncIterable<ListResponse>): AsyncGenerator<string> {
  for await (const { entries } of messages) {
    yield `${JSON.stringify(columnsOf(entries))}\n`;
    uncollected += entries.length;
    if (uncollected < COLLECT_EVERY_ENTRIES) continue;
    uncollected = 0;
    // Takes a hundredth of a second; absent without `--expose-gc`.
    globalThis.gc?.();
  }
}

async function* firstLine(messages: AsyncIterable<ListResponse>, limit: number): AsyncGenerator<string> {
  for await (const { entries, next } of messages) {
    // Agents of older versions send all, and not in this order.
    const isOlder = entries.length > limit;
    yield `${JSON.stringify({ ...columnsOf(isOlder ? [] : entries), ...((isOlder || next) && { more: true }) })}\n`;
    return;
  }
}

function columnsOf(entries: readonly Entry[]): Columns {
  const columns: Columns = { names: [], dirs: [], sizes: [], mtimes: [], births: [], errors: {} };
  for (const [index, entry] of entries.entries()) {
    columns.names.push(entry.name);
    if (entry.kind === EntryKind.DIRECTORY) columns.dirs.push(index);
    if (entry.error) columns.errors[index] = entry.error;
    columns.sizes.push(Number(entry.size));
    columns.mtimes.push(Math.round(entry.mtimeMs));
    columns.births.push(Math.round(entry.birthtimeMs));
  }
  return columns;
}

const HANG_UPS: ReadonlySet<string | undefined> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
]);

/** Ignores disconnects of clients that leave a folder before it is listed. */
function ignoreHangUp(error: NodeJS.ErrnoException): void {
  if (!HANG_UPS.has(error.code)) throw error;
}
