/** The ticket of a websocket, as accounts issues it and the gateway takes it. */
import { createHash } from 'node:crypto';

export interface NonceHolder {
  readonly userId: string;
  readonly sessionId: string;
}

/** Cache key of a nonce: its hash, so that a listing of keys gives none away. */
export const nonceKey = (token: string) => `nonce:${createHash('sha256').update(token).digest('base64url')}`;
