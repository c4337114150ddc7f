import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Ctx, requirePerson } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import { Semaphore } from '@zo/rpc';
import { z } from 'zod';
import { connectionErrors, importErrors } from '../errors.js';
import { ComputerFiles } from '../import/computer-files.js';
import { fileNameOf } from '../import/names.js';
import { DriveApi } from './drive-api.js';
import { bytesOf, type Checksum } from './drive-bytes.js';
import { arrivalOf, type Export, exportOf, FOLDER, iconOf, SHORTCUT } from './drive-kinds.js';
import { type DriveFile, type DriveFiles, type ImportDrive, MAX_IMPORT_BYTES } from './drive.dto.js';

const MAX_PAGES = 10;
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Drive exports documents of up to 10 MB itself; larger ones are at an address of their own. */
const MAX_EXPORT_BYTES = 10 * 1024 * 1024;
const MAX_IMPORTS = 16;
/** Exports are in memory until they are stored, those whose size nobody says up to this one. */
const MAX_EXPORTS = 4;
const MAX_UNSIZED_BYTES = 64 * 1024 * 1024;
/** Sizes and ranges are those of the file, and not of what a server makes of it on the way. */
const AS_IS = { 'accept-encoding': 'identity' };

const listed = z.looseObject({
  id: z.string().max(200),
  name: z.string().max(32_768),
  mimeType: z.string().max(255),
  modifiedTime: z.string().max(40).optional(),
  size: z
    .string()
    .regex(/^\d{1,16}$/)
    .optional(),
  iconLink: z.string().max(2_048).optional(),
  shortcutDetails: z.looseObject({ targetId: z.string().max(200), targetMimeType: z.string().max(255) }).optional(),
});
const page = z.looseObject({ files: z.array(listed).max(1_000), nextPageToken: z.string().max(4_096).optional() });
const drives = z.looseObject({
  drives: z.array(z.looseObject({ id: z.string().max(200), name: z.string().max(1_000) })),
});
const file = listed.extend({
  md5Checksum: z
    .string()
    .regex(/^[\da-f]{32}$/)
    .optional(),
  sha256Checksum: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
  exportLinks: z.record(z.string(), z.url()).optional(),
});

/** Of a file that is imported. */
const FIELDS = 'id,name,mimeType,size,md5Checksum,sha256Checksum,exportLinks,shortcutDetails(targetId,targetMimeType)';

/** Processors compute SHA-256 in hardware, at twice the speed of MD5; files of long ago have only that. */
function checksumOf({ sha256Checksum: sha256, md5Checksum: md5 }: z.infer<typeof file>): Checksum | undefined {
  if (sha256) return { algorithm: 'sha256', value: sha256 };
  return md5 === undefined ? undefined : { algorithm: 'md5', value: md5 };
}

@Injectable()
export class DriveService {
  private readonly imports = new Semaphore(MAX_IMPORTS);
  private readonly exports = new Semaphore(MAX_EXPORTS);

  constructor(
    private readonly api: DriveApi,
    private readonly files: ComputerFiles,
  ) {}

  /** IM-02: the files of a folder; of My Drive without one. @throws imports.drive_failed, connections.not_connected */
  async list(ctx: Ctx, folder: string | undefined): Promise<DriveFiles> {
    requirePerson(ctx);
    try {
      const { files, complete } = await this.pages(ctx, folder ?? 'root');
      const shared = folder === undefined ? await this.sharedDrives(ctx) : [];
      return { files: [...shared, ...files], complete };
    } catch (error) {
      if (!isServiceError(error, 'connections.away') && !isServiceError(error, 'connections.bad_answer')) throw error;
      throw importErrors.driveFailed({}, { cause: error });
    }
  }

  private async pages(ctx: Ctx, folder: string): Promise<DriveFiles> {
    const files: DriveFile[] = [];
    const seen = new Set<string>();
    let token: string | undefined;
    for (let n = 0; n < MAX_PAGES; n++) {
      const query = new URLSearchParams({
        q: `'${folder}' in parents and trashed = false`,
        fields:
          'nextPageToken,files(id,name,mimeType,modifiedTime,size,iconLink,shortcutDetails(targetId,targetMimeType))',
        pageSize: '1000',
        orderBy: 'folder,name_natural',
        supportsAllDrives: 'true',
        includeItemsFromAllDrives: 'true',
        ...(token && { pageToken: token }),
      });
      const found = await this.api.json(ctx, page, { path: `files?${query.toString()}`, maxBytes: MAX_PAGE_BYTES });
      files.push(...found.files.map(present));
      token = found.nextPageToken;
      // A page that leads back to itself would never end.
      if (!token || seen.has(token)) return { files, complete: !token };
      seen.add(token);
    }
    return { files, complete: false };
  }

  /** Not everybody has any, and not every client may list them. */
  private async sharedDrives(ctx: Ctx): Promise<DriveFile[]> {
    const found = await this.api.json(ctx, drives, { path: 'drives?pageSize=100' }).catch((error: unknown) => {
      if (isServiceError(error, 'connections.not_permitted')) return { drives: [] };
      throw error;
    });
    return found.drives.map(({ id, name }) => present({ id, name, mimeType: FOLDER }));
  }

  /** IM-02. @throws imports.*, connections.* */
  async import(ctx: Ctx, request: ImportDrive, signal: AbortSignal): Promise<{ filename: string }> {
    requirePerson(ctx);
    const folders = this.files.folders(request.target_path);
    const done = await this.imports.take(signal);
    try {
      const query = new URLSearchParams({ fields: FIELDS, supportsAllDrives: 'true' });
      const found = await this.api.json(ctx, file, { path: `files/${request.file_id}?${query.toString()}`, signal });
      const wanted = exportOf(found.mimeType);
      const stored = wanted && (await this.exports.take(signal));
      try {
        const content = await this.contentOf(ctx, found, signal);
        const name = fileNameOf(request.filename, wanted?.ending);
        return { filename: await this.files.add(ctx, { folders, name, ...content }, signal) };
      } finally {
        stored?.();
      }
    } catch (error) {
      throw signal.aborted ? importErrors.stopped({}, { cause: error }) : error;
    } finally {
      done();
    }
  }

  private async contentOf(ctx: Ctx, found: z.infer<typeof file>, signal: AbortSignal) {
    const { id, mimeType } = found;
    if (mimeType === FOLDER || mimeType === SHORTCUT) throw importErrors.isFolder();
    const size = Number(found.size ?? 0);
    if (size > MAX_IMPORT_BYTES) throw importErrors.tooLarge({ size: '512 MB' });
    if (arrivalOf(mimeType) === null) throw importErrors.notExportable();
    const wanted = exportOf(mimeType);
    if (wanted) return this.exported(ctx, { id, wanted, links: found.exportLinks ?? {} }, signal);
    const open = (offset: number) =>
      this.api.open(ctx, `files/${id}?alt=media&supportsAllDrives=true`, {
        headers: { ...AS_IS, ...(offset > 0 && { range: `bytes=${offset}-` }) },
        maxBytes: MAX_IMPORT_BYTES + 1,
        follow: true,
        signal,
      });
    return { size, bytes: bytesOf({ size, checksum: checksumOf(found), open }) };
  }

  private async exported(
    ctx: Ctx,
    { id, wanted, links }: { id: string; wanted: Export; links: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<{ size: number; bytes: AsyncIterable<Uint8Array> }> {
    const query = new URLSearchParams({ mimeType: wanted.type, supportsAllDrives: 'true' });
    const path = `files/${id}/export?${query.toString()}`;
    const request = { signal, follow: true, maxBytes: MAX_EXPORT_BYTES, headers: AS_IS };
    const link = links[wanted.type];
    try {
      const answer = await this.api.open(ctx, path, request);
      const content = Buffer.from(await answer.arrayBuffer());
      return { size: content.length, bytes: once(content) };
    } catch (error) {
      const isTooLarge =
        isServiceError(error, 'connections.not_permitted') || isServiceError(error, 'outbound.too_large');
      if (!isServiceError(error)) throw connectionErrors.away({ app: 'Google Drive' }, { cause: error });
      if (!isTooLarge || !link || !isOfGoogle(link)) throw error;
      return this.large(ctx, link, signal);
    }
  }

  /** A document whose export is at an address of its own. Google mostly sends it without saying its size. */
  private async large(ctx: Ctx, link: string, signal: AbortSignal) {
    const request = { signal, follow: true, maxBytes: MAX_IMPORT_BYTES + 1, headers: AS_IS };
    const answer = await this.api.open(ctx, link, request);
    const bytes = unresumed(answer.body as AsyncIterable<Uint8Array>);
    const said = answer.headers.get('content-length');
    if (said === null) return collected(bytes);
    const size = Number(said);
    if (!Number.isSafeInteger(size)) throw connectionErrors.badAnswer({ app: 'Google Drive' });
    if (size > MAX_IMPORT_BYTES) throw importErrors.tooLarge({ size: '512 MB' });
    // Not to be resumed: Google writes the document anew for each request.
    return { size, bytes };
  }
}

async function* unresumed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    throw isServiceError(cause) ? cause : connectionErrors.away({ app: 'Google Drive' }, { cause });
  }
}

async function collected(bytes: AsyncIterable<Uint8Array>) {
  const blocks: Uint8Array[] = [];
  let size = 0;
  for await (const block of bytes) {
    size += block.length;
    if (size > MAX_UNSIZED_BYTES) throw importErrors.tooLarge({ size: '64 MB' });
    blocks.push(block);
  }
  return { size, bytes: Readable.from(blocks) as AsyncIterable<Uint8Array> };
}

/** The token goes to this address. */
function isOfGoogle(link: string): boolean {
  const { protocol, hostname } = new URL(link);
  return protocol === 'https:' && /(^|\.)(google|googleapis)\.com$/.test(hostname);
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

function present(found: z.infer<typeof listed>): DriveFile {
  const { name, modifiedTime = null, size, iconLink = null, shortcutDetails } = found;
  // A shortcut is shown as what it leads to.
  const { targetId: id, targetMimeType: mimeType } = shortcutDetails ?? {
    targetId: found.id,
    targetMimeType: found.mimeType,
  };
  const isFolder = mimeType === FOLDER;
  const bytes = size === undefined ? null : Number(size);
  return {
    id,
    name,
    mimeType,
    modifiedTime,
    size: bytes,
    isFolder,
    icon: iconOf(mimeType),
    iconLink,
    arrivesAs: arrivalOf(mimeType),
  };
}
