/**
 * Codes and refresh tokens. A refresh token is `zor_<32 family>_<48 secret><8 CRC>`: who shows the family with another
 * secret than the last one had an old token, and the family ends. So no old token has to be kept.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const REFRESH = /^(zor_([\da-f]{32})_([\da-f]{48}))([\da-f]{8})$/;
const VERIFIER = /^[\w.~-]{43,128}$/;
/** A SHA-256 in base64url. */
export const CHALLENGE = /^[\w-]{43}$/;

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0');

export const makeCode = (): string => randomBytes(32).toString('base64url');

export interface RefreshToken {
  readonly family: string;
  readonly familyHash: Buffer;
  readonly hash: Buffer;
}

export function makeRefreshToken(family = randomBytes(16).toString('hex')): RefreshToken & { readonly text: string } {
  const body = `zor_${family}_${randomBytes(24).toString('hex')}`;
  const text = body + checksum(body);
  return { text, family, familyHash: digest(family), hash: digest(text) };
}

/** Undefined unless form and checksum are right: a token that was cut off ends no family. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, body, family, , sum] = REFRESH.exec(text) ?? [];
  if (body === undefined || family === undefined || checksum(body) !== sum) return undefined;
  return { family, familyHash: digest(family), hash: digest(text) };
}

/** Whether the verifier belongs to the challenge (RFC 7636, S256). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier) || !CHALLENGE.test(challenge)) return false;
  return timingSafeEqual(digest(verifier), Buffer.from(challenge, 'base64url'));
}
