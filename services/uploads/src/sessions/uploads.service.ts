import { Injectable } from '@nestjs/common';
import { Clash } from '@zo/proto/agent/v1';
import { type Ctx, owned } from '@zo/auth';
import { IMPORTED_BY_USER, type Computer, Computers, pathOnItsAgent } from '@zo/computer-client';
import { Database } from '@zo/db';
import { isServiceError } from '@zo/errors';
import { type AnyLocation, inTrash } from '@zo/proto/location';
import { uploadErrors, uploadError } from '../errors.js';
import { SizeLimit } from './size-limit.js';
import { Upload } from './upload.entity.js';
import type { Complete, Init } from './uploads.dto.js';
import { UploadsRepository } from './uploads.repository.js';

/** Chunk size: large enough to make bookkeeping negligible, small enough to resend after a broken connection. */
export const CHUNK_BYTES = 8 * 1024 * 1024;
const CLASH = { refuse: Clash.REFUSE, 'keep-both': Clash.KEEP_BOTH } as const;

/** There is nothing to remove. */
const GONE = ['uploads.not_found', 'computer.machine_removed'];

export const chunkCount = (upload: Pick<Upload, 'totalBytes' | 'chunkBytes'>) =>
  Math.ceil(Number(upload.totalBytes) / upload.chunkBytes);

@Injectable()
export class UploadsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly computers: Computers,
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
    private readonly limit: SizeLimit,
  ) {}

  /** UP-03: reserves the space and returns an id. @throws uploads.disk_full, uploads.over_limit */
  async init(ctx: Ctx, request: Init) {
    assertPlace(request.root, request.pathParts);
    this.limit.assert(request.fileName, request.totalBytes);
    const upload = Object.assign(new Upload(), {
      id: crypto.randomUUID(),
      userId: ctx.userId,
      root: request.root,
      pathParts: request.pathParts,
      fileName: request.fileName,
      totalBytes: String(request.totalBytes),
      chunkBytes: CHUNK_BYTES,
      clash: request.clash,
      finalPath: null,
      createdAt: new Date(),
      usedAt: new Date(),
    });
    await this.sweep(ctx, upload.root);
    const totalBytes = BigInt(request.totalBytes);
    await this.on(ctx, upload, ({ files }) => files.beginUpload({ uploadId: upload.id, totalBytes }));
    await this.database.tx(ctx, (tx) => this.uploads.insert(tx, upload));
    return { uploadId: upload.id, chunkSizeBytes: CHUNK_BYTES, received: [] as number[] };
  }

  /**
   * Lists unfinished uploads with their received chunks, so that a browser can resume after a reload; and the size
   * limit of files (UP-05), null if there is none.
   */
  async list(ctx: Ctx) {
    return this.database.read(ctx, async (tx) => {
      const uploads = await this.uploads.open(tx);
      const received = await this.uploads.received(
        tx,
        uploads.map(({ id }) => id),
      );
      return {
        uploads: uploads.map((upload) => presentUpload(upload, received.get(upload.id) ?? [])),
        limitMb: this.limit.megabytes,
      };
    });
  }

  async status(ctx: Ctx, id: string) {
    return this.database.read(ctx, async (tx) => {
      const upload = await this.require(tx, id);
      const received = await this.uploads.received(tx, [id]);
      return { ...presentUpload(upload, received.get(id) ?? []), finalPath: upload.finalPath };
    });
  }

  /**
   * UP-03, UP-06: puts the file in its place atomically. Idempotent: a repeated request returns the same path, and the
   * agent lets a concurrent one wait for the first.
   * @throws uploads.incomplete, uploads.mismatch, uploads.name_taken
   */
  async complete(ctx: Ctx, request: Complete): Promise<{ finalPath: string }> {
    const upload = await this.database.read(ctx, (tx) => this.arrived(tx, request));
    if (upload.finalPath !== null) return { finalPath: upload.finalPath };
    // Outside of a transaction: a slow agent must not hold a connection to the database.
    const finalPath = await this.commit(ctx, upload, request.clash ?? upload.clash).catch(async (error: unknown) => {
      // A concurrent request was first, and its file has changed since.
      const now = await this.database.read(ctx, (tx) => this.uploads.find(tx, upload.id));
      if (now?.finalPath) return now.finalPath;
      throw error;
    });
    await this.database.tx(ctx, (tx) => this.uploads.setFinal(tx, upload.id, finalPath));
    return { finalPath };
  }

  /** Returns an upload that is as the request says, and whole. */
  private async arrived(ctx: Ctx, request: Complete): Promise<Upload> {
    const upload = await this.require(ctx, request.uploadId);
    assertSame(upload, request);
    if (upload.finalPath !== null) return upload;
    const arrived = (await this.uploads.received(ctx, [upload.id])).get(upload.id) ?? [];
    const total = chunkCount(upload);
    if (arrived.length < total) throw uploadErrors.incomplete({ missing: total - arrived.length, total });
    return upload;
  }

  /** Deletes the upload and frees its space; does nothing if it does not exist. */
  async abort(ctx: Ctx, id: string): Promise<void> {
    const upload = await this.database.read(ctx, (tx) => this.uploads.find(tx, id));
    if (!upload || upload.finalPath !== null) return;
    try {
      await this.on(ctx, upload, ({ files }) => files.abortUpload({ uploadId: id }));
    } catch (error) {
      // The next upload to this machine removes what is there.
      if (isServiceError(error, 'uploads.machine_away'))
        return this.database.tx(ctx, (tx) => this.uploads.expire(tx, id));
      if (!GONE.some((code) => isServiceError(error, code))) throw error;
    }
    await this.database.tx(ctx, (tx) => this.uploads.remove(tx, [id]));
  }

  /** Returns an upload of the calling user. @throws uploads.not_found */
  async require(ctx: Ctx, id: string): Promise<Upload> {
    const upload = await this.uploads.find(ctx, id);
    if (!upload) throw uploadErrors.notFound();
    return owned(ctx, upload);
  }

  private async commit(ctx: Ctx, upload: Upload, clash: Upload['clash']): Promise<string> {
    const target = { root: upload.root, path: [...upload.pathParts, upload.fileName] };
    const request = {
      uploadId: upload.id,
      totalBytes: BigInt(upload.totalBytes),
      path: pathOnItsAgent(target),
      clash: CLASH[clash],
      createParents: true,
      cause: IMPORTED_BY_USER,
    };
    const { path } = await this.on(ctx, upload, ({ files }) => files.commitUpload(request));
    return (path?.segments ?? target.path).join('/');
  }

  /**
   * UP-06: deletes expired uploads when their user starts another one on the same computer or machine, so that an idle
   * account causes no work.
   */
  private async sweep(ctx: Ctx, root: AnyLocation['root']): Promise<void> {
    const old = await this.database.read(ctx, (tx) => this.uploads.expired(tx, root));
    const swept: string[] = [];
    try {
      for (const { id } of old) {
        await this.computers.use(ctx, ({ files }) => files.abortUpload({ uploadId: id }), root);
        swept.push(id);
      }
    } catch {
      // What starts this sweep fails as well; another upload tries again.
    }
    await this.database.tx(ctx, async (tx) => {
      await this.uploads.remove(tx, swept);
      await this.uploads.removeForgotten(tx);
    });
  }

  /** Runs `work` where the upload goes. */
  private on<T>(ctx: Ctx, upload: Upload, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work, upload.root).catch((error: unknown) => {
      throw uploadError(error, upload);
    });
  }
}

/** @throws uploads.inside_trash */
export function assertPlace(root: AnyLocation['root'], pathParts: string[]): void {
  if (inTrash({ root, path: pathParts })) throw uploadErrors.insideTrash();
}

function assertSame(upload: Upload, request: Complete): void {
  const same =
    upload.fileName === request.fileName &&
    Number(upload.totalBytes) === request.totalBytes &&
    upload.chunkBytes === request.chunkSizeBytes &&
    upload.pathParts.join('/') === request.pathParts.join('/');
  if (!same) throw uploadErrors.mismatch();
}

function presentUpload(upload: Upload, received: number[]) {
  return {
    uploadId: upload.id,
    root: upload.root,
    pathParts: upload.pathParts,
    fileName: upload.fileName,
    totalBytes: Number(upload.totalBytes),
    chunkSizeBytes: upload.chunkBytes,
    received,
    createdAt: upload.createdAt.toISOString(),
  };
}
