/** The secret of a link for a new password: only its hash is stored. */
import { createHash, randomBytes } from 'node:crypto';

const VALID_MS = 24 * 3_600_000;

export interface NewLink {
  readonly code: string;
  readonly codeHash: Buffer;
  readonly expiresAt: Date;
}

export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();

export function makeLink(): NewLink {
  const code = randomBytes(24).toString('base64url');
  return { code, codeHash: hashOfCode(code), expiresAt: new Date(Date.now() + VALID_MS) };
}

/** The code stands behind the `#`, so that no proxy on the way logs it. */
export const addressOfLink = (publicUrl: string, code: string): string => `${publicUrl}/new-password#${code}`;
