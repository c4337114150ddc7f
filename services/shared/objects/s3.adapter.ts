/**
 * Stores objects in an S3 bucket. A put writes the content under a new name, verifies with S3 that it is complete, and
 * only then references it from `info`. So readers never see partial content, a replaced object stays readable for those
 * reading it, and an interrupted put leaves only unreferenced content, which is swept after a day.
 */
import { Readable } from 'node:stream';
import type { EngineSettings } from '@zo/config';
import { logger } from '@zo/observability';
import { checkKey, checkRange, type ObjectInfo, type ObjectRange, type ObjectStore, type Offer } from './objects.js';
import { S3Bucket, type S3Settings } from './s3.bucket.js';
import { contentName, folderOf, infoName, parseName } from './s3.names.js';
import { readResumable } from './s3.read.js';
import { statusOf } from './s3.retry.js';
import { sweepBucket } from './s3.sweep.js';
import { upload, type Uploaded } from './s3.upload.js';

const log = logger('objects');
const DAY_MS = 24 * 60 * 60_000;
/** A longer put could reference content that a sweep is about to remove. */
const MAX_PUT_MS = DAY_MS - 60 * 60_000;
const MAX_READS = 5;
const AT_ONCE = 16;

/** The content of `info`: the object's metadata, and the name of its content. */
type Info = ObjectInfo & { readonly content: string };

export class S3Objects implements ObjectStore {
  private readonly bucket: S3Bucket;
  private swept = 0;
  private wasUsable = false;

  constructor(private readonly settings: S3Settings) {
    this.bucket = new S3Bucket(settings);
  }

  async put(key: string, content: Readable, { ifAbsent = false } = {}): Promise<ObjectInfo | undefined> {
    const name = contentName(folderOf(key), Date.now());
    this.sweepDaily();
    if (ifAbsent && (await this.head(key))) return void content.destroy();
    const uploaded = await upload(this.bucket, name, content);
    return this.accept(key, name, { ...uploaded, ifAbsent });
  }

  async get(key: string, range?: ObjectRange): Promise<{ info: ObjectInfo; content: Readable } | undefined> {
    for (let tries = 1; ; tries++) {
      const found = await this.find(key);
      if (!found) return undefined;
      const [info, { start, end }] = [presentInfo(found), checkRange(found.size, range)];
      if (info.size === 0) return { info, content: Readable.from([]) };
      const content = await readResumable(this.bucket, found.content, { start, end });
      if (content) return { info, content };
      // The object was replaced and its old content swept between the two calls: read `info` again.
      if (tries >= MAX_READS) throw new Error(`the content of ${infoName(folderOf(key))} is missing`);
    }
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const found = await this.find(key);
    return found && presentInfo(found);
  }

  async delete(key: string): Promise<void> {
    // The content stays for current readers and is swept once it is a day old.
    await this.bucket.remove(infoName(folderOf(key)));
  }

  async *list(prefix = ''): AsyncIterable<ObjectInfo> {
    const found: ObjectInfo[] = [];
    let names: string[] = [];
    const readInfos = async () => {
      const infos = await Promise.all(names.map((name) => this.read(name)));
      for (const info of infos) if (info?.key.startsWith(prefix)) found.push(presentInfo(info));
      names = [];
    };
    for await (const name of this.bucket.names()) {
      const parsed = parseName(name);
      if (parsed && parsed.begun === undefined && names.push(name) === AT_ONCE) await readInfos();
    }
    await readInfos();
    yield* found.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  sweep(): Promise<number> {
    return sweepBucket(
      this.bucket,
      Date.now() - DAY_MS,
      async (folder) => (await this.read(infoName(folder)))?.content,
    );
  }

  async link(key: string, ttlMs: number): Promise<string | undefined> {
    const found = await this.find(key);
    return found && this.bucket.downloadUrl(found.content, ttlMs);
  }

  async offer(key: string, hash: string, ttlMs: number): Promise<Offer> {
    const name = contentName(folderOf(key), Date.now());
    const checksum = Buffer.from(hash, 'hex').toString('base64');
    const url = await this.bucket.uploadAddress(name, checksum, ttlMs);
    return { name, url, headers: { 'x-amz-checksum-sha256': checksum } };
  }

  async acceptOffer(
    key: string,
    name: string,
    { size, hash }: { size: number; hash: string },
  ): Promise<ObjectInfo | undefined> {
    if (parseName(name)?.folder !== folderOf(key)) return undefined;
    return this.accept(key, name, {
      size,
      hash,
      checksum: Buffer.from(hash, 'hex').toString('base64'),
      ifAbsent: false,
    });
  }

  /** @throws with one sentence on what is missing, until the bucket has been reached once */
  async check(): Promise<void> {
    if (this.wasUsable) return;
    const missing = (['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'] as const).filter(
      (name) => !this.settings[name],
    );
    if (missing.length > 0)
      throw new Error(`the setting of ${missing.map((name) => variables[name]).join(' and ')} is missing`);
    const { bucket, endpoint } = this.settings;
    await this.bucket.check().catch((error: unknown) => {
      const status = statusOf(error);
      if (status === undefined) throw new Error(`nothing answers as S3 at ${endpoint}`, { cause: error });
      const reason = reasons[status]?.replace('{bucket}', bucket) ?? `S3 answered ${status}`;
      throw new Error(reason, { cause: error });
    });
    this.wasUsable = true;
  }

  /** Verifies that the store holds all bytes, then references them from `info`. */
  private async accept(
    key: string,
    content: string,
    { size, hash, checksum, ifAbsent }: Uploaded & { ifAbsent: boolean },
  ): Promise<ObjectInfo | undefined> {
    const stored = await this.bucket.head(content);
    // Stores without whole-object checksums have verified each part against its signed hash.
    if (stored.size !== size || (stored.checksum !== undefined && stored.checksum !== checksum))
      throw new Error(`S3 holds something else under ${content}`);
    if (Date.now() - parseName(content)!.begun! > MAX_PUT_MS) throw new Error('a put has to end within 23 hours');
    const info: Info = { key, size, hash, modifiedAt: new Date(), content };
    try {
      await this.bucket.put(infoName(folderOf(key)), Buffer.from(JSON.stringify(info)), { ifAbsent });
    } catch (error) {
      if (statusOf(error) !== 412) throw error;
      // The key is taken, perhaps by our own first attempt whose response was lost.
      if ((await this.find(key))?.content !== content) return undefined;
    }
    return presentInfo(info);
  }

  private find(key: string): Promise<Info | undefined> {
    return this.read(infoName(folderOf(checkKey(key))));
  }

  private async read(name: string): Promise<Info | undefined> {
    const text = await this.bucket.text(name);
    if (text === undefined) return undefined;
    const info = JSON.parse(text) as Info;
    return { ...info, modifiedAt: new Date(info.modifiedAt) };
  }

  /** Runs with the first write of a process and then once a day, in the background. */
  private sweepDaily(): void {
    if (this.swept > Date.now() - DAY_MS) return;
    this.swept = Date.now();
    this.sweep().catch((error: unknown) => log.warn({ error }, 'sweeping the bucket failed'));
  }
}

/** Maps the configuration; `check` reports missing values. */
export const s3Settings = (config: EngineSettings): S3Settings => ({
  endpoint: config.S3_ENDPOINT ?? '',
  bucket: config.S3_BUCKET ?? '',
  region: config.S3_REGION,
  accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
});

const presentInfo = ({ key, size, hash, modifiedAt }: Info): ObjectInfo => ({ key, size, hash, modifiedAt });
const variables = {
  endpoint: 'S3_ENDPOINT',
  bucket: 'S3_BUCKET',
  accessKeyId: 'S3_ACCESS_KEY_ID',
  secretAccessKey: 'S3_SECRET_ACCESS_KEY',
};
const reasons: Record<number, string> = {
  301: 'the bucket {bucket} is in another region than S3_REGION',
  400: 'S3 refuses the request: S3_REGION or the keys are wrong',
  403: 'the keys do not open the bucket {bucket}',
  404: 'there is no bucket {bucket}',
};
