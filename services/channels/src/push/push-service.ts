/** Push messages (RFC 8030), encrypted for one browser (RFC 8291) and signed by this installation (RFC 8292). */
import { createECDH, ECDH, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Platform } from '@zo/bootstrap';
import { outboundFetch } from '@zo/outbound';
import { installationKey } from '@zo/secrets';
import { z } from 'zod';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 64 * 1024;
/** A device that is off for longer is told nothing. */
const TTL_S = 24 * 3_600;
const CURVE = 'prime256v1';
const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`));

/** What a browser gives to those that may write to it. */
export const subscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  keys: z.strictObject({ p256dh: base64url(65).refine(isPoint, 'is no key'), auth: base64url(16) }),
});
export type Subscription = z.infer<typeof subscription>;

export interface Push {
  readonly title: string;
  readonly text: string;
  /** Where a click leads, a path of this site. */
  readonly url: string;
  /** A newer one with this tag takes its place. */
  readonly tag: string;
  /** Where the question can be answered from the notification, with the token of its page. */
  readonly ask?: { readonly path: string; readonly page: string };
}

/** `gone`: the browser is not subscribed any more. */
export type Pushed = 'sent' | 'gone' | 'failed';

@Injectable()
export class PushService {
  private readonly vapid: { readonly publicKey: string; readonly privateKey: string };

  constructor(
    platform: Platform,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {
    this.vapid = keysOf(installationKey(platform.config.ZO_DATA));
  }

  /** Which browsers need to subscribe. */
  get publicKey(): string {
    return this.vapid.publicKey;
  }

  async send(to: Subscription, push: Push): Promise<Pushed> {
    // Loaded with the first one.
    const { default: webPush } = await import('web-push');
    try {
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(to, JSON.stringify(push), {
        vapidDetails: { subject: this.subject, ...this.vapid },
        TTL: TTL_S,
        urgency: 'high',
      });
      const relay = this.config.ZO_PUSH_RELAY;
      const address = relay ? new URL(`${relay}/${new URL(endpoint).host}${new URL(endpoint).pathname}`) : endpoint;
      const { 'Content-Length': _length, ...given } = headers;
      const request = {
        method,
        headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      };
      const policy = { maxBytes: MAX_ANSWER, maxRedirects: 0, allowPrivate: relay !== undefined };
      const answer = await outboundFetch(address, request, policy);
      await answer.body?.cancel();
      if (answer.ok) return 'sent';
      return answer.status === 404 || answer.status === 410 ? 'gone' : 'failed';
    } catch {
      return 'failed';
    }
  }

  /** Whom a push service may ask when there is trouble. */
  private get subject(): string {
    const { ZO_PUBLIC_URL: site, ZO_MAIL_DOMAIN: domain } = this.config;
    return site.startsWith('https:') ? site : `mailto:postmaster@${domain}`;
  }
}

/** A pair of P-256 that every process derives alike. */
function keysOf(root: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH(CURVE);
  for (let n = 0; ; n++) {
    const secret = Buffer.from(hkdfSync('sha256', root, '', `channels:push:${n}`, 32));
    try {
      pair.setPrivateKey(secret);
    } catch {
      // Not a number of the curve, which is as good as impossible.
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  }
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}
