import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { create } from '@bufbuild/protobuf';
import {
  CommitUploadResponseSchema,
  ErrorReason,
  FileVersionSchema,
  type CommitUploadRequest,
  type CommitUploadResponse,
} from '@zo/proto/agent/v1';
import { type Written } from '@zo/streams';
import { errnoOf, invalid, agentError, mayNotWrite } from '../errors.js';
import { fsync } from '../files/calls.js';
import { renamed } from '../files/move.js';
import { placeOrKeepBoth } from '../files/place.js';
import { serialised } from '../files/queue.js';
import { type Folder, openRegular } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { type Goal, placeCopy, removeCopies } from './place-copy.js';
import { placedAs, receiptOf, writeReceipt } from './receipt.js';
import { beyondEnd, letWrite, receive, receiveAgain } from './receive.js';

const { O_NOFOLLOW, O_WRONLY } = fs.constants;
const ID = /^[a-z0-9-]{1,64}$/;
const STAGING = ['.computer', 'uploads'];
const MAX_BYTES = 2n ** 44n;
/** Longer than the product keeps an unfinished upload: older files were orphaned by a crash and only take space. */
const FORGOTTEN_MS = 48 * 3_600_000;

interface Span {
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Uploads in progress: one hidden file each on the volume of the home, so that finishing is a rename. Only the
 * workspace of a person's own machine may be on another volume; there finishing is a copy.
 */
export class Uploads {
  /** Chunks that arrived completely, by upload and offset. */
  private readonly arrived = new Map<string, Map<number, Written>>();

  constructor(
    private readonly home: Home,
    private readonly room: (bytes: number) => Promise<void>,
  ) {}

  /** Call once at start: removes what earlier runs left. */
  tidy(): void {
    const staging = this.staging();
    try {
      removeCopies(staging, this.home);
      sweep(staging);
    } finally {
      staging.close();
    }
  }

  private staging(): Folder {
    const place = this.home.walk(STAGING, { createParents: true });
    try {
      return place.folder.open(place.name as string);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
      fs.mkdirSync(place.folder.at(place.name as string), { mode: 0o700 });
      return place.folder.open(place.name as string);
    } finally {
      place.folder.close();
    }
  }

  private async with<T>(id: string, use: (staging: Folder) => Promise<T> | T): Promise<T> {
    if (!ID.test(id)) throw invalid('This is not an upload id.');
    const staging = this.staging();
    try {
      return await use(staging);
    } finally {
      staging.close();
    }
  }

  private open(staging: Folder, id: string): number {
    try {
      return openRegular(staging.at(id), O_WRONLY | O_NOFOLLOW);
    } catch (error) {
      // Another entry has been put in its place: the upload is gone.
      if (['ENOENT', 'EINVAL', 'EISDIR', 'ELOOP'].includes(errnoOf(error) ?? ''))
        throw agentError(ErrorReason.UPLOAD_NOT_FOUND, `There is no upload ${id}.`);
      throw error;
    }
  }

  /** Repeating it with the same size is accepted: a client may retry. */
  async begin(id: string, totalBytes: bigint): Promise<void> {
    if (totalBytes > MAX_BYTES) throw invalid('The upload is too large.');
    await this.with(id, async (staging) => {
      const there = staging.lstat(id);
      if (there && there.size !== Number(totalBytes))
        throw mismatch(there.size, 'This upload was begun with another size.');
      if (there) return;
      sweep(staging);
      await this.room(Number(totalBytes));
      const fd = fs.openSync(staging.at(id), 'wx', 0o644);
      try {
        fs.ftruncateSync(fd, Number(totalBytes));
        await fsync(fd);
      } finally {
        fs.closeSync(fd);
      }
      await staging.sync();
    });
  }

  /** PUT /uploads/{id}?offset= */
  put(id: string, offset: number, request: IncomingMessage): Promise<Written> {
    const bytes = Number(request.headers['content-length'] ?? 0);
    return this.chunk(id, { offset, bytes }, (fd, { known, limit }) =>
      known ? receiveAgain(request, known) : receive(request, fd, { offset, limit }),
    );
  }

  /** PUT /uploads/{id}/held?offset=&bytes= Undefined for a chunk that has to be sent to this process. */
  hold(id: string, span: Span, exchange: Parameters<typeof letWrite>[2]): Promise<Written | undefined> {
    return this.chunk(id, span, async (fd, { known }) =>
      known || mayNotWrite() ? undefined : letWrite(fd, span, exchange),
    );
  }

  /**
   * The same chunk may arrive twice at once, through different processes: the first to arrive completely is kept, which
   * only the agent can decide.
   */
  private async chunk<T extends Written | undefined>(
    id: string,
    { offset, bytes }: Span,
    take: (fd: number, chunk: { known: Written | undefined; limit: number }) => Promise<T>,
  ): Promise<T> {
    if (!Number.isSafeInteger(offset) || offset < 0) throw invalid('offset must be a whole number.');
    return serialised(`chunk:${id}:${offset}`, () =>
      this.with(id, async (staging) => {
        const fd = this.open(staging, id);
        try {
          const limit = fs.fstatSync(fd).size;
          const known = this.arrived.get(id)?.get(offset);
          if (!known && !(offset + bytes <= limit)) throw beyondEnd();
          const taken = await take(fd, { known, limit });
          if (taken) this.arrived.set(id, (this.arrived.get(id) ?? new Map<number, Written>()).set(offset, taken));
          return taken;
        } finally {
          fs.closeSync(fd);
        }
      }),
    );
  }

  /**
   * Moves the finished file into place, once however often it is called: the caller or the agent may have died before
   * the response. Until then nothing is visible, and a failure changes nothing.
   */
  async commit(request: CommitUploadRequest): Promise<CommitUploadResponse> {
    const { uploadId, path } = request;
    return serialised(`upload:${uploadId}`, () =>
      this.with(uploadId, (staging) =>
        this.home.within(path, { createParents: request.createParents }, async ({ folder, names, name }) => {
          if (name === null || !path || path.segments.length === 0) throw invalid('An upload needs a file name.');
          const before = placedAs(staging, uploadId, folder);
          const used = before ?? (await this.place(staging, request, { folder, names, name, clash: request.clash }));
          // A copy leaves it there.
          fs.rmSync(staging.at(uploadId), { force: true });
          const version = create(FileVersionSchema, {
            size: request.totalBytes,
            mtimeMs: folder.lstat(used)?.mtimeMs ?? Date.now(),
          });
          return create(CommitUploadResponseSchema, { path: renamed(path, used), version });
        }),
      ),
    );
  }

  private async place(staging: Folder, { uploadId, totalBytes }: CommitUploadRequest, goal: Goal): Promise<string> {
    const fd = this.open(staging, uploadId);
    try {
      const { size, ino } = fs.fstatSync(fd);
      if (BigInt(size) !== totalBytes) throw mismatch(size, `The upload has ${size} bytes, not ${totalBytes}.`);
      await fsync(fd);
      await writeReceipt(staging, uploadId, { inode: ino, isCopy: false });
    } finally {
      fs.closeSync(fd);
    }
    const used = await placeOrCopy(staging, uploadId, goal);
    this.arrived.delete(uploadId);
    await goal.folder.sync();
    return used;
  }

  async abort(id: string): Promise<void> {
    await serialised(`upload:${id}`, () =>
      this.with(id, (staging) => {
        this.arrived.delete(id);
        fs.rmSync(staging.at(id), { force: true });
        fs.rmSync(staging.at(receiptOf(id)), { force: true });
      }),
    );
  }
}

/** The device numbers do not tell: a folder may be mounted from the same volume. */
async function placeOrCopy(staging: Folder, id: string, goal: Goal): Promise<string> {
  try {
    return placeOrKeepBoth(staging, id, goal);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    return placeCopy(staging, id, goal);
  }
}

const mismatch = (size: number, message: string) =>
  agentError(ErrorReason.UPLOAD_SIZE_MISMATCH, message, { size: BigInt(size) });

function sweep(staging: Folder): void {
  for (const name of fs.readdirSync(staging.self)) {
    const stats = staging.lstat(name);
    if (stats?.isFile() && Date.now() - stats.mtimeMs > FORGOTTEN_MS) fs.rmSync(staging.at(name), { force: true });
  }
}
