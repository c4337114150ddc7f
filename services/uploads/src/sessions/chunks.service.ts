/** Streams chunks of an upload to their place in the file without buffering them. */
import { crc32 } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Ctx } from '@zo/auth';
import {
  type AgentError,
  agentErrorOfResponse,
  type Computer,
  computerErrors,
  Computers,
  type HeldUpload,
} from '@zo/computer-client';
import { Database } from '@zo/db';
import { isServiceError } from '@zo/errors';
import { isMachineRoot } from '@zo/proto/location';
import { writeBody } from '@zo/streams';
import { uploadErrors, uploadError } from '../errors.js';
import type { Upload } from './upload.entity.js';
import type { ChunkHeaders } from './uploads.dto.js';
import { UploadsRepository } from './uploads.repository.js';
import { chunkCount, UploadsService } from './uploads.service.js';

/** SQLSTATE: the referenced row was deleted. */
const FOREIGN_KEY_VIOLATION = '23503';

interface Part {
  readonly index: number;
  readonly size: number;
  readonly body: IncomingMessage;
}

@Injectable()
export class ChunksService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly computers: Computers,
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
    private readonly sessions: UploadsService,
  ) {}

  /** UP-03, UP-06. @throws uploads.wrong_chunk, uploads.too_short, uploads.differs */
  async put(ctx: Ctx, headers: ChunkHeaders, body: IncomingMessage): Promise<{ received: number }> {
    const upload = await this.database.read(ctx, (tx) => this.sessions.require(tx, headers['upload-id']));
    const size = assertFits(upload, headers, body);
    await this.store(ctx, upload, { index: headers['chunk-index'], size, body });
    return { received: size };
  }

  private async store(ctx: Ctx, upload: Upload, part: Part): Promise<void> {
    const { index, size, body } = part;
    const known = await this.database.read(ctx, (tx) => this.uploads.chunk(tx, upload.id, index));
    // An acknowledged chunk is never written again, so that its content cannot change.
    const crc = known ? await checksum(body) : await this.write(ctx, upload, { index, size, body });
    if (known && Number(known.crc) !== crc) throw uploadErrors.differs({ index });
    if (known) return;
    await this.database
      .tx(ctx, (tx) => this.uploads.addChunk(tx, { uploadId: upload.id, index, userId: ctx.userId, crc: String(crc) }))
      .catch((error: unknown) => {
        // The upload was aborted while this chunk was being sent.
        throw (error as { code?: string }).code === FOREIGN_KEY_VIOLATION ? uploadErrors.notFound() : error;
      });
  }

  private async write(ctx: Ctx, upload: Upload, part: Part): Promise<number> {
    const computer = await this.open(ctx, upload);
    const held = await computer.holdUpload(upload.id, {
      offset: part.index * upload.chunkBytes,
      bytes: part.size,
    });
    if (held)
      return this.writeHeld(held, upload, part).catch((error: unknown) => {
        throw isServiceError(error) ? error : this.unreachable(ctx, upload, error);
      });
    let received = 0;
    part.body.on('data', (data: Buffer) => (received += data.length));
    const headers = { 'content-length': String(part.size), 'content-type': 'application/octet-stream' };
    const answer = await computer
      .fetch('PUT', `/uploads/${upload.id}?offset=${part.index * upload.chunkBytes}`, { headers, body: part.body })
      .catch((error: unknown) => {
        if (received < part.size && hasEnded(part.body)) throw uploadErrors.tooShort({ received, expected: part.size });
        throw this.unreachable(ctx, upload, error);
      });
    const text = await computer.textOf(answer).catch((error: unknown) => {
      throw isMachineRoot(upload.root) ? this.unreachable(ctx, upload, error) : error;
    });
    if (answer.statusCode !== 200)
      throw partError(agentErrorOfResponse(answer.statusCode ?? 0, text), part.index, upload);
    const crc = checksumIn(text);
    if (received !== part.size) throw uploadErrors.tooShort({ received, expected: part.size });
    return crc;
  }

  private async writeHeld(held: HeldUpload, { chunkBytes }: Upload, { index, size, body }: Part): Promise<number> {
    const offset = index * chunkBytes;
    let received = 0;
    body.on('data', (data: Buffer) => (received += data.length));
    const tooShort = () => uploadErrors.tooShort({ received, expected: size });
    try {
      const tooLong = () => uploadErrors.wrongChunk({ reason: `it has more than ${size} bytes` });
      const written = await writeBody(body, held.file, { offset, limit: offset + size, tooLong });
      if (written.bytes !== size) throw tooShort();
      await held.finish(written);
      return written.crc32;
    } catch (error) {
      if (received < size && hasEnded(body)) throw tooShort();
      const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String((error as NodeJS.ErrnoException).code));
      throw isFull ? uploadErrors.diskFull({}, { cause: error }) : error;
    } finally {
      held.close();
    }
  }

  private async open(ctx: Ctx, upload: Upload): Promise<Computer> {
    return this.computers.open(ctx, upload.root).catch((error: unknown) => {
      throw isMachineRoot(upload.root) ? uploadError(error, upload) : error;
    });
  }

  private unreachable(ctx: Ctx, { root }: Upload, cause: unknown): Error {
    // A machine is looked up each time.
    if (isMachineRoot(root)) return uploadErrors.machineAway({}, { cause });
    this.computers.forget(ctx.userId);
    return uploadErrors.asleep({}, { cause });
  }
}

const received = z.looseObject({ crc32: z.int().min(0).max(0xffff_ffff) });

/** @throws computer.bad_answer */
function checksumIn(text: string): number {
  try {
    return received.parse(JSON.parse(text)).crc32;
  } catch (cause) {
    throw computerErrors.badAnswer({}, { cause });
  }
}

function partError(error: AgentError, index: number, { root, fileName }: Upload): Error {
  if (error.reason === 'invalid') return uploadErrors.wrongChunk({ reason: error.message }, { cause: error });
  if (error.reason === 'notFound') return uploadErrors.notFound({}, { cause: error });
  if (error.reason === 'unexpected') return computerErrors.badAnswer({}, { cause: error });
  return uploadError(error, { root, fileName, index });
}

const hasEnded = (body: IncomingMessage) => body.destroyed || body.readableEnded;

/** Returns the size this chunk must have. @throws uploads.wrong_chunk if headers, upload and body disagree */
function assertFits(upload: Upload, headers: ChunkHeaders, body: IncomingMessage): number {
  const index = headers['chunk-index'];
  const total = Number(upload.totalBytes);
  const offset = index * upload.chunkBytes;
  const size = Math.min(upload.chunkBytes, total - offset);
  const fail = (reason: string) => uploadErrors.wrongChunk({ reason });
  if (upload.finalPath !== null) throw uploadErrors.notFound();
  if (headers['total-bytes'] !== total) throw fail('total-bytes differs');
  if (index >= chunkCount(upload)) throw fail('there is no part of this index');
  if (headers['chunk-offset'] !== offset) throw fail('chunk-offset does not follow from chunk-index');
  if (headers['chunk-size'] !== size) throw fail(`chunk-size has to be ${size}`);
  const length = body.headers['content-length'];
  if (length !== undefined && Number(length) !== size) throw fail('the body has another length');
  return size;
}

async function checksum(body: IncomingMessage): Promise<number> {
  let crc = 0;
  for await (const data of body) crc = crc32(data as Buffer, crc);
  return crc;
}
