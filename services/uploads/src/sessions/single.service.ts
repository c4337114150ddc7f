/** Uploads a small file in one multipart request and writes it atomically (UP-02). */
import { createHash } from 'node:crypto';
import busboy from 'busboy';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import {
  agentErrorOf,
  type AgentPath,
  IMPORTED_BY_USER,
  type Computer,
  Computers,
  isAgentError,
  pathOnItsAgent,
} from '@zo/computer-client';
import { segment } from '@zo/http';
import { uploadErrors, uploadError } from '../errors.js';
import { SizeLimit } from './size-limit.js';
import { type SingleFields, singleFields } from './uploads.dto.js';
import { assertPlace } from './uploads.service.js';

/** The specification's threshold between a single request and chunks. */
export const SINGLE_MAX_BYTES = 6_291_456;
const MAX_NAMES = 10_000;

interface Form {
  readonly fields: SingleFields;
  readonly fileName: string;
  readonly content: Buffer;
}

@Injectable()
export class SingleService {
  constructor(
    private readonly computers: Computers,
    private readonly limit: SizeLimit,
  ) {}

  /** @throws uploads.too_large_for_single, uploads.bad_form, uploads.name_taken, uploads.over_limit */
  async put(ctx: Ctx, request: IncomingMessage): Promise<{ finalPath: string }> {
    const form = await readForm(request);
    const { root, pathParts } = form.fields;
    assertPlace(root, pathParts);
    this.limit.assert(form.fileName, form.content.length);
    const segments = await this.computers
      .use(ctx, (computer) => write(computer, form), root)
      .catch((error: unknown) => {
        throw uploadError(error, { root, fileName: form.fileName });
      });
    return { finalPath: segments.join('/') };
  }
}

/** Writes under the first free name: `a.txt`, `a (2).txt`, … A repetition whose bytes are there writes nothing. */
async function write(computer: Computer, { fields, fileName, content }: Form): Promise<string[]> {
  for (let n = 1; ; n++) {
    const segments = [...fields.pathParts, n === 1 ? fileName : numbered(fileName, n)];
    const path = pathOnItsAgent({ root: fields.root, path: segments });
    try {
      await computer.files.write({
        path,
        content,
        base: { base: { case: 'absent', value: true } },
        createParents: true,
        cause: IMPORTED_BY_USER,
      });
      return segments;
    } catch (error) {
      if (fields.repeats && hasArrived(error, content)) return segments;
      // `linkOutside` may refer to the name itself, or to a parent folder, in which case no other name would help.
      const taken =
        isAgentError(error, 'staleBase', 'nameTaken', 'isFolder', 'notRegularFile') ||
        (isAgentError(error, 'linkOutside') && (await isThere(computer, path)));
      if (!taken || fields.clash === 'refuse' || n > MAX_NAMES) throw error;
    }
  }
}

/** Whether what has the name has the same bytes. */
const hasArrived = (error: unknown, content: Buffer): boolean =>
  agentErrorOf(error)?.facts.current?.hash === createHash('sha256').update(content).digest('hex');

const isThere = (computer: Computer, path: AgentPath) =>
  computer.files.stat({ path }).then(
    () => true,
    () => false,
  );

/** `a.md` → `a (2).md`; a longer suffix after the dot is no extension, and would leave no room for a number. */
const MAX_EXTENSION = 64;
const MAX_NAME_BYTES = 255;

function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION ? name.slice(dot) : '';
  const suffix = ` (${n})${ending}`;
  const stem = Array.from(name.slice(0, name.length - ending.length));
  while (Buffer.byteLength(stem.join('') + suffix) > MAX_NAME_BYTES) stem.pop();
  return stem.join('') + suffix;
}

function readForm(request: IncomingMessage): Promise<Form> {
  return new Promise((resolve, reject) => {
    const parser = openParser(request, reject);
    if (!parser) return;
    const fields: Record<string, string> = {};
    const parts: Buffer[] = [];
    let fileName: string | undefined;
    parser.on('field', (name, value) => (fields[name] = value));
    parser.on('file', (_name, stream, info) => {
      fileName = info.filename;
      stream.on('data', (data: Buffer) => parts.push(data));
      // The file stream emits an error as well if the form breaks off; unhandled, it would end the process.
      stream.on('error', (error) => reject(uploadErrors.badForm({ reason: error.message })));
      stream.on('limit', () => reject(uploadErrors.tooLargeForSingle()));
    });
    for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      parser.on(event, () => reject(uploadErrors.badForm({ reason: 'too many parts' })));
    parser.on('error', (error) => reject(uploadErrors.badForm({ reason: (error as Error).message })));
    parser.on('close', () => {
      try {
        resolve({ ...checkForm(fields, fileName), content: Buffer.concat(parts) });
      } catch (error) {
        reject(error as Error);
      }
    });
    request.on('error', reject);
    request.on('aborted', () => reject(uploadErrors.badForm({ reason: 'the sender disconnected' })));
    request.pipe(parser);
  });
}

function openParser(request: IncomingMessage, reject: (error: Error) => void): busboy.Busboy | undefined {
  // busboy reports a file that reaches the limit exactly as too large.
  const limits = {
    fileSize: SINGLE_MAX_BYTES + 1,
    files: 1,
    fields: 5,
    fieldNameSize: 64,
    fieldSize: 64 * 1024,
    parts: 8,
  };
  try {
    return busboy({ headers: request.headers, limits, defParamCharset: 'utf8', preservePath: true });
  } catch (error) {
    reject(uploadErrors.badForm({ reason: (error as Error).message }));
    return undefined;
  }
}

function checkForm(fields: Record<string, string>, inHeader: string | undefined): Omit<Form, 'content'> {
  if (inHeader === undefined) throw uploadErrors.badForm({ reason: 'there is no file in it' });
  const name = segment.safeParse(fields['fileName'] ?? inHeader);
  if (!name.success) throw uploadErrors.badForm({ reason: name.error.issues[0]!.message });
  const parsed = singleFields.safeParse({ ...fields, pathParts: parseJson(fields['pathParts']) });
  if (!parsed.success) throw uploadErrors.badForm({ reason: parsed.error.issues[0]!.message });
  return { fields: parsed.data, fileName: name.data };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw uploadErrors.badForm({ reason: 'pathParts is a JSON list of names' });
  }
}
