/** Copies the bytes of one file from one agent to another, without keeping them here. */
import { randomUUID } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Clash, Path } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import {
  agentErrorOfResponse,
  type Computer,
  computerErrors,
  IMPORTED_BY_USER,
  pathOnItsAgent,
  type RawResponse,
} from '@zo/computer-client';
import type { AnyLocation } from '@zo/proto/location';
import { z } from 'zod';
import { fileErrors } from '../errors.js';
import { displayPath } from '../paths.js';
import { RawService } from '../raw/raw.service.js';

const received = z.looseObject({ bytes: z.int().min(0), crc32: z.int().min(0).max(0xffff_ffff) });

export interface FileToCopy {
  readonly from: AnyLocation;
  readonly to: AnyLocation;
  /** Where `to` is. */
  readonly target: Computer;
  readonly clash: Clash;
  /** Bytes; a file that has others by now is not copied. */
  readonly size: number;
}

interface Watched {
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
}

@Injectable()
export class FileCopier {
  constructor(private readonly raw: RawService) {}

  /** @returns where it is now @throws files.changed_meanwhile, files.name_taken; the reason of the signal */
  async copy(ctx: Ctx, file: FileToCopy, watched: Watched): Promise<Path | undefined> {
    const { target } = file;
    const uploadId = randomUUID();
    const totalBytes = BigInt(file.size);
    await target.files.beginUpload({ uploadId, totalBytes });
    try {
      if (file.size > 0) await this.send({ target, uploadId, content: await this.open(ctx, file) }, watched);
      watched.signal.throwIfAborted();
      const path = pathOnItsAgent(file.to);
      const placing = { uploadId, totalBytes, path, clash: file.clash, createParents: true, cause: IMPORTED_BY_USER };
      return (await target.files.commitUpload(placing)).path;
    } catch (error) {
      await target.files.abortUpload({ uploadId }).catch(() => undefined);
      throw watched.signal.aborted ? watched.signal.reason : error;
    }
  }

  private async open(ctx: Ctx, { from, size }: FileToCopy): Promise<RawResponse> {
    const content = await this.raw.open(ctx, from);
    if (Number(content.headers['content-length']) === size) return content;
    content.discard();
    throw fileErrors.changedMeanwhile({ path: displayPath(from) });
  }

  private async send(
    { target, uploadId, content }: { target: Computer; uploadId: string; content: RawResponse },
    { signal, onBytes }: Watched,
  ): Promise<void> {
    const body = new Counted(onBytes);
    const stop = () => body.destroy();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const length = content.headers['content-length']!;
    const headers = { 'content-length': length, 'content-type': 'application/octet-stream' };
    try {
      // Whichever side breaks off, `body` is destroyed, and the other one ends.
      const sending = target.fetch('PUT', `/uploads/${uploadId}?offset=0`, { headers, body });
      const [answer] = await Promise.all([sending, content.streamTo(body)]);
      const text = await target.textOf(answer);
      if (answer.statusCode !== 200) throw agentErrorOfResponse(answer.statusCode ?? 0, text);
      const arrived = arrivedIn(text);
      if (arrived.bytes !== Number(length) || arrived.crc32 !== body.crc) throw computerErrors.badAnswer();
    } finally {
      signal.removeEventListener('abort', stop);
      body.destroy();
    }
  }
}

/** @throws computer.bad_answer */
function arrivedIn(text: string): z.infer<typeof received> {
  try {
    return received.parse(JSON.parse(text));
  } catch (cause) {
    throw computerErrors.badAnswer({}, { cause });
  }
}

/** Copies what goes through: the blocks that bytes of files come in are used again. */
class Counted extends Transform {
  crc = 0;

  constructor(private readonly onBytes: (count: number) => void) {
    super();
    // Whoever reads it is told, too.
    this.on('error', () => undefined);
  }

  override _transform(block: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.crc = crc32(block, this.crc);
    this.onBytes(block.length);
    done(null, Buffer.from(block));
  }
}
