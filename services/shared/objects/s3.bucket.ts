/** The S3 calls of this store. The first call loads the SDK, so that installations without S3 do not. */
import type {
  GetObjectCommandOutput,
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { CONNECT_TIMEOUT_MS } from '@zo/streams';
import { fixedRetries, readWhole, statusOf } from './s3.retry.js';

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** How long S3 may be silent before a call is retried, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface UploadedPart {
  readonly PartNumber: number;
  readonly ETag: string;
  readonly ChecksumSHA256: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');
interface Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

const MAX_SILENCE_MS = 30_000;

export class S3Bucket {
  private connected?: Promise<Connection>;

  constructor(private readonly settings: S3Settings) {}

  /** Creates the bucket. */
  async create(): Promise<void> {
    const { sdk, client } = await this.connect();
    await client.send(new sdk.CreateBucketCommand(this.target()));
  }

  /** @throws with the status of the error response, or without one if S3 is unreachable */
  async check(): Promise<void> {
    const { sdk, client } = await this.connect();
    await client.send(new sdk.HeadBucketCommand(this.target()));
  }

  /**
   * @param checksum SHA-256 in base64, against which S3 verifies the body
   * @throws with status 412 if `ifAbsent` is set and the name is taken
   */
  async put(
    name: string,
    body: Buffer,
    { checksum, ifAbsent }: { checksum?: string; ifAbsent?: boolean } = {},
  ): Promise<void> {
    const { sdk, client } = await this.connect();
    const condition = ifAbsent ? { IfNoneMatch: '*' } : {};
    const content = { Body: body, ChecksumSHA256: checksum };
    await client.send(new sdk.PutObjectCommand({ ...this.target(name), ...content, ...condition }));
  }

  /** Returns the whole object as text; undefined if it does not exist. */
  async text(name: string): Promise<string | undefined> {
    const { sdk, client } = await this.connect();
    return readWhole(async () => {
      const found = await orUndefined<GetObjectCommandOutput>(client.send(new sdk.GetObjectCommand(this.target(name))));
      return found?.Body?.transformToString();
    });
  }

  /** Streams bytes `start` to `end`, both inclusive; undefined if the object does not exist. */
  async open(name: string, start: number, end: number): Promise<Readable | undefined> {
    const { sdk, client } = await this.connect();
    const command = new sdk.GetObjectCommand({ ...this.target(name), Range: `bytes=${start}-${end}` });
    const found = await orUndefined<GetObjectCommandOutput>(client.send(command));
    // Without a listener, an error before the first read would end the process; the reader still receives it.
    return (found?.Body as Readable | undefined)?.on('error', () => undefined);
  }

  /** @returns size in bytes and, if the store keeps one, the checksum in base64 */
  async head(name: string): Promise<{ size: number; checksum: string | undefined }> {
    const { sdk, client } = await this.connect();
    const command = new sdk.HeadObjectCommand({ ...this.target(name), ChecksumMode: 'ENABLED' });
    const { ContentLength, ChecksumSHA256 } = await client.send(command);
    return { size: ContentLength ?? -1, checksum: ChecksumSHA256 };
  }

  /** Succeeds if the object does not exist. */
  async remove(name: string): Promise<void> {
    const { sdk, client } = await this.connect();
    await orUndefined(client.send(new sdk.DeleteObjectCommand(this.target(name))));
  }

  /** Lists all names in the bucket in byte order. */
  async *names(): AsyncGenerator<string> {
    const { sdk, client } = await this.connect();
    for await (const page of sdk.paginateListObjectsV2({ client }, this.target()))
      for (const { Key } of page.Contents ?? []) yield Key!;
  }

  /** Lists multipart uploads that were neither completed nor aborted. */
  async *uploads(): AsyncGenerator<{ name: string; uploadId: string }> {
    const { sdk, client } = await this.connect();
    let markers: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {};
    while (markers) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new sdk.ListMultipartUploadsCommand({ ...this.target(), ...markers }),
      );
      for (const { Key, UploadId } of page.Uploads ?? []) yield { name: Key!, uploadId: UploadId! };
      markers = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
  }

  /** @returns the id of a new multipart upload whose parts carry SHA-256 checksums */
  async beginUpload(name: string): Promise<string> {
    const { sdk, client } = await this.connect();
    const command = new sdk.CreateMultipartUploadCommand({ ...this.target(name), ChecksumAlgorithm: 'SHA256' });
    return (await client.send(command)).UploadId!;
  }

  async putPart(name: string, uploadId: string, part: { number: number; body: Buffer; checksum: string }) {
    const { sdk, client } = await this.connect();
    const { ETag } = await client.send(
      new sdk.UploadPartCommand({
        ...this.target(name),
        UploadId: uploadId,
        PartNumber: part.number,
        Body: part.body,
        ChecksumSHA256: part.checksum,
      }),
    );
    return { PartNumber: part.number, ETag: ETag!, ChecksumSHA256: part.checksum } satisfies UploadedPart;
  }

  async completeUpload(name: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void> {
    const { sdk, client } = await this.connect();
    const completed = { UploadId: uploadId, MultipartUpload: { Parts: [...parts] } };
    try {
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...this.target(name), ...completed }));
    } catch (error) {
      // An earlier attempt completed the upload and its response was lost; the caller verifies that with `head`.
      if (!(error instanceof sdk.NoSuchUpload)) throw error;
    }
  }

  async abortUpload(name: string, uploadId: string): Promise<void> {
    const { sdk, client } = await this.connect();
    await orUndefined(client.send(new sdk.AbortMultipartUploadCommand({ ...this.target(name), UploadId: uploadId })));
  }

  /** Returns a URL to download one object within `ttlMs`; browsers save it and never render it as a page. */
  async downloadUrl(name: string, ttlMs: number): Promise<string> {
    const [{ sdk, client }, { getSignedUrl }] = await this.presigner();
    const command = new sdk.GetObjectCommand({
      ...this.target(name),
      ResponseContentDisposition: 'attachment',
      ResponseContentType: 'application/octet-stream',
    });
    return getSignedUrl(client, command, { expiresIn: Math.ceil(ttlMs / 1_000) });
  }

  /** Returns a URL to upload one object, with the header `x-amz-checksum-sha256` of exactly this value. */
  async uploadAddress(name: string, checksum: string, ttlMs: number): Promise<string> {
    const [{ sdk, client }, { getSignedUrl }] = await this.presigner();
    const command = new sdk.PutObjectCommand({ ...this.target(name), ChecksumSHA256: checksum });
    return getSignedUrl(client, command, {
      expiresIn: Math.ceil(ttlMs / 1_000),
      // As a query parameter, the store would accept the checksum without verifying the body.
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    });
  }

  private connect(): Promise<Connection> {
    this.connected ??= this.load();
    return this.connected;
  }

  private async load(): Promise<Connection> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region, accessKeyId, secretAccessKey, timeoutMs = MAX_SILENCE_MS } = this.settings;
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      retryStrategy: fixedRetries,
      // Contents carry our own SHA-256; stores other than Amazon's refuse the checksums the SDK would add.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
        socketTimeout: timeoutMs,
        httpAgent: { maxSockets: 64, keepAlive: true },
        httpsAgent: { maxSockets: 64, keepAlive: true },
      },
    });
    return { sdk, client };
  }

  private async presigner() {
    return Promise.all([this.connect(), import('@aws-sdk/s3-request-presigner')]);
  }

  private target(): { Bucket: string };
  private target(name: string): { Bucket: string; Key: string };
  private target(name?: string): { Bucket: string; Key?: string } {
    const Bucket = this.settings.bucket;
    return name === undefined ? { Bucket } : { Bucket, Key: name };
  }
}

async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
