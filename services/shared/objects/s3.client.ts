/**
 * The few calls of S3 this store is made of. Signed by aws4fetch, carried by undici, which is here already: the SDK would be 22 MB on
 * disk, 35 MB of memory and 0.7 s at every start, also where nobody has S3.
 */
import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { CONNECT_TIMEOUT_MS } from '@zo/streams';

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How long the store may be silent before a call is tried again. */
  readonly timeoutMs?: number;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Left out for calls about the bucket. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The store said no. `status` and `code` are its own words. */
export class S3Refusal extends Error {
  constructor(
    request: S3Request,
    readonly status: number,
    readonly code: string,
  ) {
    super(`S3 answered ${status}${code && ` ${code}`} to ${request.method} ${request.name ?? 'the bucket'}`);
  }
}

const TRIES = 6;
const SILENCE_MS = 30_000;
const PASSING = new Set([408, 409, 429, 500, 502, 503, 504]);

export class S3Client {
  private readonly agent: Dispatcher;

  constructor(readonly settings: S3Settings) {
    const silence = settings.timeoutMs ?? SILENCE_MS;
    this.agent = new Agent({
      allowH2: false,
      connections: 64,
      headersTimeout: silence,
      bodyTimeout: silence,
      connect: { timeout: Math.min(silence, CONNECT_TIMEOUT_MS) },
    });
  }

  /** A call with its whole answer, tried again after faults that pass. Each call here changes nothing more when it is made twice. */
  async call(request: S3Request, expected: readonly number[] = [200, 204]): Promise<S3Answer> {
    return this.persist(async () => {
      const { statusCode, headers, body } = await this.once(request);
      const text = await body.text();
      checkLength(request, headers, text);
      // Completing an upload may take long: it is answered 200 first and may end in an error all the same.
      const isLateError = request.method === 'POST' && statusCode === 200 && text.includes('<Error>');
      if (expected.includes(statusCode) && !isLateError) return { status: statusCode, headers, text };
      throw new S3Refusal(request, isLateError ? 500 : statusCode, valueOf(text, 'Code') ?? '');
    });
  }

  /** The body as it arrives, from byte `start` on; undefined when there is no such object. */
  async open(name: string, start: number, end: number): Promise<Dispatcher.ResponseData['body'] | undefined> {
    return this.persist(async () => {
      const request: S3Request = { method: 'GET', name, headers: { range: `bytes=${start}-${end}` } };
      const { statusCode, body } = await this.once(request);
      // A line that breaks before somebody reads is met by whoever reads, not by the process.
      if (statusCode === 206) return body.on('error', () => undefined);
      const text = await body.text();
      if (statusCode === 404) return undefined;
      throw new S3Refusal(request, statusCode, valueOf(text, 'Code') ?? '');
    });
  }

  /** An address that carries the signature for one call. */
  async presign({ method, name, query, headers }: S3Request, ttlMs: number): Promise<string> {
    const url = this.address(name, { ...query, 'X-Amz-Expires': String(Math.ceil(ttlMs / 1_000)) });
    const signed = await new AwsV4Signer({
      ...this.identity(),
      method,
      url,
      headers: { ...headers },
      signQuery: true,
    }).sign();
    return signed.url.href;
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  private async once({ method, name, query, headers, body }: S3Request): Promise<Dispatcher.ResponseData> {
    // The hash is part of what is signed: bytes that change or get lost on the way are refused by the store.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      ...this.identity(),
      method,
      url: this.address(name, query),
      headers: { ...headers, 'x-amz-content-sha256': hash },
    });
    const signed = await signer.sign();
    return this.agent.request({
      origin: signed.url.origin,
      path: signed.url.pathname + signed.url.search,
      method,
      headers: Object.fromEntries(signed.headers as Iterable<[string, string]>),
      body: body ?? null,
    });
  }

  private async persist<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (tries >= TRIES || (error instanceof S3Refusal && !PASSING.has(error.status))) throw error;
        await delay(25 * 2 ** tries * (0.5 + Math.random()));
      }
    }
  }

  private address(name: string | undefined, query: Readonly<Record<string, string>> = {}): string {
    const { endpoint, bucket } = this.settings;
    const search = new URLSearchParams(query).toString();
    return `${endpoint.replace(/\/$/, '')}/${bucket}${name === undefined ? '' : `/${name}`}${search && `?${search}`}`;
  }

  private identity() {
    const { accessKeyId, secretAccessKey, region } = this.settings;
    return { accessKeyId, secretAccessKey, region, service: 's3' };
  }
}

/** A body cut short at the end of a connection that says so is noticed below; one with a length is checked here as well. */
function checkLength(request: S3Request, headers: S3Answer['headers'], text: string): void {
  const declared = headers['content-length'];
  if (request.method !== 'HEAD' && declared !== undefined && Number(declared) !== Buffer.byteLength(text))
    throw new Error('S3 sent a part of its answer');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name ? (entities[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex, 16)),
  );

/** The text of the first element of that name. Answers of S3 are flat enough for this. */
export function valueOf(xml: string, element: string): string | undefined {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml);
  return found ? decode(found[1]!) : undefined;
}

/** The insides of all elements of that name. */
export function partsOf(xml: string, element: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs')), ([, inside]) => inside!);
}
