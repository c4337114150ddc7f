/** The single-use nonce that opens a websocket: accounts issues it, the gateway redeems it. */
import { createHash } from 'node:crypto';

export interface NonceHolder {
  readonly userId: string;
  readonly sessionId: string;
}

/** Cache key of a nonce. It holds the hash, so that listing the keys reveals no nonce. */
export const nonceKey = (token: string) => `nonce:${createHash('sha256').update(token).digest('base64url')}`;
