/**
 * Personal tokens of programs: `zo_<12 id>_<48 hex><8 CRC>`. The checksum tells a mistyped token without a query, and
 * lets scanners of repositories find real ones.
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const FORM = /^(zo_([\da-f]{12})_[\da-f]{48})([\da-f]{8})$/;

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0');
const digest = (token: string) => createHash('sha256').update(token).digest();

export interface ApiToken {
  /** The part that is shown in lists. */
  readonly prefix: string;
  /** SHA-256 of the whole token. Its 192 random bits make a slower hash unnecessary. */
  readonly hash: Buffer;
}

/** Makes a token. The text is shown once and stored nowhere. */
export function makeApiToken(): ApiToken & { readonly text: string } {
  const id = randomBytes(6).toString('hex');
  const body = `zo_${id}_${randomBytes(24).toString('hex')}`;
  const text = body + checksum(body);
  return { text, prefix: `zo_${id}`, hash: digest(text) };
}

/** Reads a token; undefined unless its form and checksum are right. */
export function readApiToken(text: string): ApiToken | undefined {
  const [, body, id, sum] = FORM.exec(text) ?? [];
  if (body === undefined || checksum(body) !== sum) return undefined;
  return { prefix: `zo_${id}`, hash: digest(text) };
}
