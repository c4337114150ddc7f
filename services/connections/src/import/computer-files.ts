/** Streams imported files into the computer of their user. Until the last byte nothing is visible there. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import {
  agentErrorOf,
  agentErrorOfResponse,
  type Computer,
  computerErrors,
  Computers,
  IMPORTED_BY_USER,
  toAgentPath,
} from '@zo/computer-client';
import { errors, isServiceError } from '@zo/errors';
import { Clash } from '@zo/proto/agent/v1';
import { importErrors } from '../errors.js';
import { foldersOf } from './names.js';

export interface ImportedFile {
  readonly folders: readonly string[];
  readonly name: string;
  readonly size: number;
  /** Exactly `size` bytes. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const BLOCK_BYTES = 1024 * 1024;
/** Blocks of one import: one is filled while the others are written. */
const BLOCKS = 4;

@Injectable()
export class ComputerFiles {
  constructor(private readonly computers: Computers) {}

  /** @throws http.invalid, imports.inside_trash */
  folders(path: string): readonly string[] {
    const folders = foldersOf(path);
    if (!folders) throw errors.invalid({ reason: 'target_path: is not a folder of the workspace' });
    if (folders[0] === 'Trash') throw importErrors.insideTrash();
    return folders;
  }

  /**
   * Returns the name that the file got, which is another one where the name was taken. After a failure nothing is left.
   * @throws imports.disk_full, imports.not_writable, imports.asleep, imports.stopped, and what `bytes` throws
   */
  async add(ctx: Ctx, file: ImportedFile, signal: AbortSignal): Promise<string> {
    const uploadId = crypto.randomUUID();
    const totalBytes = BigInt(file.size);
    try {
      await this.computers.use(ctx, (computer) => computer.files.beginUpload({ uploadId, totalBytes }));
      await send(await this.computers.open(ctx), { uploadId, ...file }, signal);
      if (signal.aborted) throw importErrors.stopped();
      const path = toAgentPath({ root: 'w', path: [...file.folders, file.name] });
      const commit = {
        uploadId,
        totalBytes,
        path,
        clash: Clash.KEEP_BOTH,
        createParents: true,
        cause: IMPORTED_BY_USER,
      };
      const { path: placed } = await this.commit(ctx, commit);
      return placed?.segments.at(-1) ?? file.name;
    } catch (error) {
      await this.computers.use(ctx, (computer) => computer.files.abortUpload({ uploadId })).catch(() => undefined);
      throw signal.aborted ? importErrors.stopped({}, { cause: error }) : importError(error);
    }
  }

  /** Once more where the answer was lost: the computer puts an upload in its place once, and says again where. */
  private async commit(ctx: Ctx, request: Parameters<Computer['files']['commitUpload']>[0]) {
    const commit = () => this.computers.use(ctx, (computer) => computer.files.commitUpload(request));
    try {
      return await commit();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      return commit();
    }
  }

  /** Whether there is a folder, or something else of that name; true as well if nobody can say. */
  async isThere(ctx: Ctx, folders: readonly string[]): Promise<boolean> {
    const path = toAgentPath({ root: 'w', path: [...folders] });
    return this.computers
      .read(ctx, (computer) => computer.files.stat({ path }))
      .then(
        () => true,
        (error: unknown) => agentErrorOf(error)?.reason !== 'notFound',
      );
  }

  /**
   * Takes back files that were added for something that failed afterwards, as far as the computer answers. `made`: the
   * folder that was made for them, which goes too if nothing else is in it.
   */
  async takeBack(
    ctx: Ctx,
    files: readonly Pick<ImportedFile, 'folders' | 'name'>[],
    made?: readonly string[],
  ): Promise<void> {
    for (const { folders, name } of files) {
      const path = toAgentPath({ root: 'w', path: [...folders, name] });
      const removed = this.computers.use(ctx, (computer) => computer.files.remove({ path, cause: IMPORTED_BY_USER }));
      await removed.catch(() => undefined);
    }
    if (made) await this.removeEmpty(ctx, made).catch(() => undefined);
  }

  private async removeEmpty(ctx: Ctx, folders: readonly string[]): Promise<void> {
    const path = toAgentPath({ root: 'w', path: [...folders] });
    await this.computers.use(ctx, async ({ files }) => {
      for await (const { entries } of files.list({ path })) if (entries.length > 0) return;
      await files.remove({ path, cause: IMPORTED_BY_USER });
    });
  }
}

/** Whether what was asked for may have been done all the same. */
const isUnknown = (error: unknown): boolean => {
  const known = agentErrorOf(error);
  return known ? LOST.includes(known.reason) : !isServiceError(error) || error.status >= 500;
};
const LOST = ['unavailable', 'interrupted', 'timedOut', 'unexpected'];

async function send(
  computer: Computer,
  { uploadId, size, bytes }: ImportedFile & { uploadId: string },
  signal: AbortSignal,
): Promise<void> {
  const blocks: Buffer[] = [];
  const blockOf = (turn: number) => (blocks[turn % BLOCKS] ??= Buffer.alloc(Math.min(size, BLOCK_BYTES)));
  const writing: Promise<void>[] = [];
  let [filling, filled, offset, turn] = [blockOf(0), 0, 0, 0];
  const pass = async () => {
    const write = put(computer, `/uploads/${uploadId}?offset=${offset}`, filling.subarray(0, filled));
    // Its failure is met when it is its turn.
    write.catch(() => undefined);
    writing.push(write);
    if (writing.length === BLOCKS) await writing.shift();
    offset += filled;
    filled = 0;
    filling = blockOf(++turn);
  };
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    if (offset + filled + chunk.length > size) throw new Error('there are more bytes than announced');
    for (let read = 0; read < chunk.length;) {
      const part = chunk.subarray(read, read + filling.length - filled);
      filling.set(part, filled);
      filled += part.length;
      read += part.length;
      if (filled === filling.length) await pass();
    }
  }
  if (filled > 0) await pass();
  for (const write of writing) await write;
  if (offset !== size) throw new Error(`there are ${offset} bytes instead of ${size}`);
}

async function put(computer: Computer, path: string, block: Buffer): Promise<void> {
  const headers = { 'content-length': String(block.length), 'content-type': 'application/octet-stream' };
  const answer = await computer.fetch('PUT', path, { headers, body: block });
  const text = await computer.textOf(answer);
  if (answer.statusCode !== 200) throw agentErrorOfResponse(answer.statusCode ?? 0, text);
}

function importError(error: unknown): Error {
  if (isServiceError(error)) return error;
  const known = agentErrorOf(error);
  if (!known) return error as Error;
  const { reason, message } = known;
  if (reason === 'diskFull' || reason === 'tooLarge') return importErrors.diskFull({}, { cause: error });
  if (reason === 'unexpected') return computerErrors.badAnswer({}, { cause: error });
  const isAway = ['unavailable', 'interrupted', 'timedOut', 'limitReached', 'uploadNotFound'].includes(reason);
  return isAway
    ? importErrors.asleep({}, { cause: error })
    : importErrors.notWritable({ reason: message }, { cause: error });
}
