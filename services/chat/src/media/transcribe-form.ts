/** Reads the form of a transcription: a recording in memory if it is small, and where it lies on the computer. */
import busboy from 'busboy';
import { root, segments } from '@zo/http';
import type { Location } from '@zo/proto/location';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { chatErrors } from '../errors.js';
import { MAX_PIECE_BYTES } from './speech.js';

const fields = z.strictObject({
  /** Below the root. */
  relative_path: z
    .string()
    .min(1)
    .max(8_192)
    .transform((path) => path.split('/').filter((name) => name !== ''))
    .pipe(segments.min(1, 'relative_path has no name')),
  /** Seconds. */
  duration: z.coerce.number().positive().max(1_000_000).optional(),
  root: root.optional(),
});

export interface TranscribeForm {
  readonly location: Location;
  readonly duration?: number;
  /** Undefined if it did not come along, or is so large that the computer has to read it. */
  readonly content?: Buffer;
}

export function readTranscribeForm(request: IncomingMessage): Promise<TranscribeForm> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => reject(chatErrors.badForm({ reason }));
    const parser = openParser(request, refuse);
    if (!parser) return;
    const found: Record<string, string> = Object.create(null) as Record<string, string>;
    let parts: Buffer[] | undefined;
    let size = 0;
    parser.on('field', (name, value) => (found[name] = value));
    parser.on('file', (_name, stream) => {
      parts = [];
      stream.on('error', (error) => refuse(error.message));
      stream.on('data', (block: Buffer) => {
        size += block.length;
        if (size > MAX_PIECE_BYTES) parts = undefined;
        parts?.push(block);
      });
    });
    for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      parser.on(event, () => refuse('it has too many parts'));
    parser.on('error', (error) => refuse((error as Error).message));
    parser.on('close', () => {
      const parsed = fields.safeParse({ ...found });
      if (!parsed.success) return refuse(parsed.error.issues[0]!.message);
      const { relative_path: path, duration, root: at = 'w' } = parsed.data;
      const content = parts && Buffer.concat(parts);
      resolve({ location: { root: at, path }, ...(duration && { duration }), ...(content && { content }) });
    });
    request.on('error', (error) => refuse(error.message));
    request.on('aborted', () => refuse('the sender disconnected'));
    request.pipe(parser);
  });
}

function openParser(request: IncomingMessage, refuse: (reason: string) => void): busboy.Busboy | undefined {
  const limits = { files: 1, fields: 4, fieldNameSize: 64, fieldSize: 16 * 1024, parts: 6 };
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    refuse((error as Error).message);
    return undefined;
  }
}
