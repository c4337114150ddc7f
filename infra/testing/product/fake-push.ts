/** A push service that keeps what it is sent, and a browser that reads it (RFC 8188, RFC 8291). */
import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FakePush {
  readonly url: string;
  readonly requests: PushRequest[];
  /** What it answers from now on. */
  status: number;
  /** What it waits for before it answers. */
  held?: Promise<void>;
  /** Requests that were given up before it had answered. */
  broken: number;
  stop(): Promise<void>;
}

export async function startFakePush(): Promise<FakePush> {
  const requests: PushRequest[] = [];
  const server = createServer((request, response) => {
    response.once('close', () => (fake.broken += response.writableEnded ? 0 : 1));
    void buffer(request).then(async (body) => {
      requests.push({ path: request.url!, headers: request.headers, body });
      await fake.held;
      response.writeHead(fake.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakePush = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    status: 201,
    broken: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}

/** A browser that has subscribed at `endpoint`. */
export class FakeBrowser {
  private readonly pair = createECDH('prime256v1');
  private readonly auth = randomBytes(16);

  constructor(private readonly endpoint: string) {
    this.pair.generateKeys();
  }

  get subscription() {
    const keys = { p256dh: this.pair.getPublicKey('base64url'), auth: this.auth.toString('base64url') };
    return { endpoint: this.endpoint, keys };
  }

  /** @throws unless the message was encrypted for this browser */
  read({ body }: PushRequest): unknown {
    const salt = body.subarray(0, 16);
    const length = body[20]!;
    const sender = body.subarray(21, 21 + length);
    const shared = this.pair.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), sender]);
    const key = Buffer.from(hkdfSync('sha256', shared, this.auth, info, 32));
    const pseudo = createHmac('sha256', salt).update(key).digest();
    const derived = (name: string, bytes: number) =>
      createHmac('sha256', pseudo).update(`Content-Encoding: ${name}\0\u0001`).digest().subarray(0, bytes);
    const sealed = body.subarray(21 + length);
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
  }
}

export const subscriptionAt = (endpoint: string) => new FakeBrowser(endpoint).subscription;
