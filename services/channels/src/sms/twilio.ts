/** Text messages through Twilio: plain calls, and the signature of its requests to us. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { outboundFetch } from '@zo/outbound';
import { z } from 'zod';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import type { Sent } from '../mail/mail-out.js';

const TIMEOUT_MS = 20_000;
const MAX_ANSWER = 64 * 1024;
const DEFAULT_URL = 'https://api.twilio.com';
const NOT_REACHED = 'The text provider cannot be reached.';
export const UNKNOWN_OUTCOME = 'It is not known whether this left.';
const CONNECT_FAILURES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const refusal = z.object({ message: z.string().max(1_000).optional(), code: z.number().optional() });

@Injectable()
export class Twilio {
  constructor(@Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig) {}

  /** The number that messages come from; undefined: no provider is set up. */
  get number(): string | undefined {
    const { ZO_TWILIO_SID, ZO_TWILIO_TOKEN, ZO_TWILIO_NUMBER } = this.config;
    return ZO_TWILIO_SID && ZO_TWILIO_TOKEN ? ZO_TWILIO_NUMBER : undefined;
  }

  async send(to: string, body: string): Promise<Sent> {
    const { ZO_TWILIO_SID: sid, ZO_TWILIO_TOKEN: token, ZO_TWILIO_URL: url = DEFAULT_URL } = this.config;
    const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(sid!)}/Messages.json`, url);
    const request = {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${sid!}:${token!}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, From: this.number!, Body: body }).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    // An address of the administrator may be a gateway of their own network.
    const policy = { allowPrivate: url !== DEFAULT_URL, maxRedirects: 0, maxBytes: MAX_ANSWER };
    let answer: Awaited<ReturnType<typeof outboundFetch>>;
    let text: string;
    try {
      answer = await outboundFetch(address, request, policy);
      text = await answer.text();
    } catch (error) {
      // Without a connection nothing has left; after it, nobody knows.
      return isConnectFailure(error) ? { to: 'later', why: NOT_REACHED } : { to: 'failed', why: UNKNOWN_OUTCOME };
    }
    if (answer.ok) return { to: 'sent' };
    // 401 is a setting that somebody may mend; other refusals are about this message.
    const isLater = answer.status === 401 || answer.status === 429 || answer.status >= 500;
    return { to: isLater ? 'later' : 'failed', why: `The text provider answered ${answer.status}. ${messageIn(text)}` };
  }

  /** Whether Twilio has sent this form to the configured address. The Host header of a request is not asked. */
  isSigned(form: URLSearchParams, signature: string): boolean {
    const token = this.config.ZO_TWILIO_TOKEN;
    if (!token) return false;
    const url = new URL('/api/hooks/sms', this.config.ZO_PUBLIC_URL).href;
    const right = Buffer.from(signatureOf(token, url, form));
    const given = Buffer.from(signature);
    return right.length === given.length && timingSafeEqual(right, given);
  }
}

/** As Twilio documents it: the address, and then each name and value in the order of the names. */
export function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const text = url + fields.map(([name, value]) => name + value).join('');
  return createHmac('sha1', token).update(text).digest('base64');
}

/** Without a connection nothing was done. */
export const isConnectFailure = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return CONNECT_FAILURES.has(cause?.code ?? code ?? '');
};

function messageIn(text: string): string {
  try {
    return refusal.parse(JSON.parse(text)).message?.slice(0, 300).toWellFormed() ?? '';
  } catch {
    return '';
  }
}
