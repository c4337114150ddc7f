/** Removes contents nobody names and uploads nobody finishes. Buckets can do the second by a rule, but not every S3 has rules. */
import { partsOf, type S3Client, valueOf } from './s3.client.js';
import { parseName } from './s3.names.js';

/** Every name in the bucket, in the order of bytes. */
export async function* allNames(client: S3Client): AsyncGenerator<string> {
  for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
    const more: Record<string, string> = token ? { 'continuation-token': token } : {};
    const { text } = await client.call({ method: 'GET', query: { 'list-type': '2', ...more } });
    for (const entry of partsOf(text, 'Contents')) yield valueOf(entry, 'Key')!;
    token = valueOf(text, 'NextContinuationToken');
  }
}

/**
 * @param before only what began earlier is touched; a later one may still be under way
 * @param named the content a folder's `info` names now
 */
export async function sweepBucket(
  client: S3Client,
  before: number,
  named: (folder: string) => Promise<string | undefined>,
): Promise<number> {
  let removed = await sweepUploads(client, before);
  for await (const { folder, contents, hasInfo } of folders(client)) {
    const old = contents.filter((name) => parseName(name)!.begun! < before);
    // The one content beside an `info` is the one it names.
    if (old.length === 0 || (hasInfo && contents.length === 1)) continue;
    const current = hasInfo ? await named(folder) : undefined;
    for (const name of old) {
      if (name === current) continue;
      await client.call({ method: 'DELETE', name }, [200, 204, 404]);
      removed += 1;
    }
  }
  return removed;
}

async function sweepUploads(client: S3Client, before: number): Promise<number> {
  let removed = 0;
  for await (const { name, uploadId } of allUploads(client)) {
    const begun = parseName(name)?.begun;
    if (begun === undefined || begun >= before) continue;
    await client.call({ method: 'DELETE', name, query: { uploadId } }, [200, 204, 404]);
    removed += 1;
  }
  return removed;
}

/** Uploads that were begun and neither completed nor given up. */
export async function* allUploads(client: S3Client): AsyncGenerator<{ name: string; uploadId: string }> {
  for (let after: Record<string, string> | undefined = {}; after;) {
    const { text } = await client.call({ method: 'GET', query: { uploads: '', ...after } });
    for (const entry of partsOf(text, 'Upload'))
      yield { name: valueOf(entry, 'Key')!, uploadId: valueOf(entry, 'UploadId')! };
    const [key, id] = [valueOf(text, 'NextKeyMarker'), valueOf(text, 'NextUploadIdMarker')];
    after =
      valueOf(text, 'IsTruncated') === 'true' && key ? { 'key-marker': key, 'upload-id-marker': id ?? '' } : undefined;
  }
}

interface Folder {
  readonly folder: string;
  readonly contents: string[];
  hasInfo: boolean;
}

async function* folders(client: S3Client): AsyncGenerator<Folder> {
  let now: Folder | undefined;
  for await (const name of allNames(client)) {
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
