/** The signature of a call: `zo-signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 of `<seconds>.<body>`. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older calls, and those from the future, are refused. */
export const MAX_AGE_S = 300;
const HEADER = /^t=(\d{1,12}),v1=([\da-f]{64})$/;

export interface Signed {
  readonly header: string | undefined;
  readonly body: Uint8Array;
}

export const signatureOf = (secret: string, seconds: number, body: Uint8Array | string): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** @returns the signature if it is right and new enough */
export function checkSignature(secret: string, { header, body }: Signed, nowMs: number): string | undefined {
  const [, t, v1] = HEADER.exec(header ?? '') ?? [];
  if (t === undefined || v1 === undefined) return undefined;
  if (Math.abs(nowMs / 1_000 - Number(t)) > MAX_AGE_S) return undefined;
  const expected = signatureOf(secret, Number(t), body);
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(v1, 'hex')) ? v1 : undefined;
}
