/**
 * Removes unreferenced contents and abandoned multipart uploads. Lifecycle rules can abort uploads, but not every S3
 * has them.
 */
import type { S3Bucket } from './s3.bucket.js';
import { parseName } from './s3.names.js';

/**
 * @param before only contents and uploads started earlier are removed; later ones may be in progress
 * @param named returns the content that a folder's `info` references now
 */
export async function sweepBucket(
  bucket: S3Bucket,
  before: number,
  named: (folder: string) => Promise<string | undefined>,
): Promise<number> {
  let removed = await sweepUploads(bucket, before);
  for await (const { folder, contents, hasInfo } of folders(bucket)) {
    const old = contents.filter((name) => parseName(name)!.begun! < before);
    // A single content beside `info` is always the referenced one.
    if (old.length === 0 || (hasInfo && contents.length === 1)) continue;
    const current = hasInfo ? await named(folder) : undefined;
    for (const name of old) {
      if (name === current) continue;
      await bucket.remove(name);
      removed += 1;
    }
  }
  return removed;
}

async function sweepUploads(bucket: S3Bucket, before: number): Promise<number> {
  let removed = 0;
  for await (const { name, uploadId } of bucket.uploads()) {
    const begun = parseName(name)?.begun;
    if (begun === undefined || begun >= before) continue;
    await bucket.abortUpload(name, uploadId);
    removed += 1;
  }
  return removed;
}

interface Folder {
  readonly folder: string;
  readonly contents: string[];
  hasInfo: boolean;
}

async function* folders(bucket: S3Bucket): AsyncGenerator<Folder> {
  let now: Folder | undefined;
  for await (const name of bucket.names()) {
    const parsed = parseName(name);
    if (!parsed) continue;
    if (now && now.folder !== parsed.folder) {
      yield now;
      now = undefined;
    }
    now ??= { folder: parsed.folder, contents: [], hasInfo: false };
    if (parsed.begun === undefined) now.hasInfo = true;
    else now.contents.push(name);
  }
  if (now) yield now;
}
