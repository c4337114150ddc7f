/** The bytes of a file in Drive, once and in order, however often the connection breaks. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isServiceError } from '@zo/errors';
import { connectionErrors, importErrors } from '../errors.js';
import type { AppResponse } from '../oauth/app-fetch.js';

const APP = { app: 'Google Drive' };
/** Attempts without a byte in a row, and in all: a peer that breaks off after each byte must end as well. */
const MAX_FRUITLESS = 3;
const MAX_ATTEMPTS = 60;
/** A connection that broke may take a moment to come back. */
const PAUSE_MS = 250;

/** In hexadecimal. */
export interface Checksum {
  readonly algorithm: 'sha256' | 'md5';
  readonly value: string;
}

export interface Source {
  readonly size: number;
  /** Undefined: Drive knows none. */
  readonly checksum?: Checksum;
  /** Opens the file at a byte. */
  readonly open: (offset: number) => Promise<AppResponse>;
}

/** @throws imports.changed, connections.away, connections.bad_answer */
export async function* bytesOf({ size, checksum, open }: Source): AsyncGenerator<Uint8Array> {
  const hash = checksum && createHash(checksum.algorithm);
  let offset = 0;
  let fruitless = 0;
  for (let attempt = 1; offset < size; attempt++) {
    const before = offset;
    try {
      const response = await open(offset);
      assertRange(response, offset, size);
      for await (const block of response.body as AsyncIterable<Uint8Array>) {
        offset += block.length;
        if (offset > size) throw importErrors.changed(APP);
        hash?.update(block);
        yield block;
      }
    } catch (error) {
      // Drive may be away for a moment when the file is opened again.
      const isAway = isServiceError(error, 'connections.away') && offset > 0;
      if ((isServiceError(error) && !isAway) || attempt >= MAX_ATTEMPTS) throw error;
    }
    fruitless = offset > before ? 0 : fruitless + 1;
    if (offset < size && (fruitless >= MAX_FRUITLESS || attempt >= MAX_ATTEMPTS)) throw connectionErrors.away(APP);
    if (fruitless > 0) await delay(PAUSE_MS * 2 ** fruitless);
  }
  if (hash?.digest('hex') !== checksum?.value) throw importErrors.changed(APP);
}

function assertRange({ status, headers }: AppResponse, offset: number, size: number): void {
  if (status === 200 && offset === 0) return;
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (status !== 206 || Number(from) !== offset) throw connectionErrors.badAnswer(APP);
  if (Number(total) !== size) throw importErrors.changed(APP);
}
