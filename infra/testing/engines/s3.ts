/** An S3 server on a folder: versitygw. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { S3Bucket } from '@zo/objects/s3.bucket';
import { containersChosen } from './containers/chosen.js';
import { paths } from './paths.mjs';
import { freePorts } from './ports.js';
import type { Engine } from './engine.js';
import { engineFolder, startEngine } from './runner.js';

export interface S3 extends Engine {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** An empty bucket, for tests that need only one. */
  readonly bucket: string;
}

/** @param kept folder for the objects, kept after `stop`; without it they are removed */
export async function startS3(kept?: string): Promise<S3> {
  const program = join(paths.s3, 'versitygw');
  if (!existsSync(program) && !(await containersChosen()))
    throw new Error('the S3 server is not installed: run `node infra/testing/engines/install.mjs`');
  const folder = kept ?? engineFolder('s3');
  const [buckets, versions] = ['buckets', 'versions'].map((name) => join(folder, name)) as [string, string];
  const bucket = 'zo-objects';
  for (const path of [buckets, versions]) mkdirSync(path, { recursive: true });
  const [port] = await freePorts(1);
  const identity = { bucket, accessKeyId: 'zo', secretAccessKey: crypto.randomUUID(), region: 'us-east-1' };
  // Without keep-alive every request opens a connection: reads take seven times as long.
  const options = (address: string) => [
    '--quiet',
    '--keep-alive',
    '--port',
    `${address}:${port}`,
    'posix',
    '--versioning-dir',
    versions,
    buckets,
  ];
  const engine = await startEngine({
    name: 'S3',
    folder,
    command: [program, ...options('127.0.0.1')],
    env: { ROOT_ACCESS_KEY: identity.accessKeyId, ROOT_SECRET_KEY: identity.secretAccessKey },
    ready: port!,
    end: 'SIGTERM',
    keep: kept !== undefined,
    container: { image: 's3', command: ['versitygw', ...options('')], port: port! },
  });
  const s3 = Object.assign(engine, identity, { endpoint: `http://${engine.host}:${port}` });
  if (!existsSync(join(buckets, bucket))) await new S3Bucket(s3).create();
  return s3;
}
