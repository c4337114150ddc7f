/** Reads and writes text files on the computer, and never overwrites content that was not read. */
import { createHash } from 'node:crypto';
import { isConflict, isMissing, ToolError } from '../tool-errors.js';
import { byAssistant, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { displayPath } from './paths.js';
import type { ToolContext } from '../tool.js';

export const MAX_BYTES = 8 * 1024 * 1024;

export interface TextFile {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly hash: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the bytes of a file and their hash; undefined if it does not exist. */
export async function readBytes(context: ToolContext, path: Location): Promise<Omit<TextFile, 'text'> | undefined> {
  try {
    const { content, version } = await context.computer.files.read(
      { path: toAgentPath(path), maxBytes: BigInt(MAX_BYTES) },
      { signal: context.signal },
    );
    return { bytes: content, hash: version?.hash ?? sha256(content) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** @throws ToolError not_found, not_text */
export async function readText(context: ToolContext, path: Location): Promise<TextFile> {
  const file = await readBytes(context, path);
  if (!file) throw new ToolError(`${displayPath(path)} does not exist.`, 'not_found');
  return { ...file, text: decode(file.bytes, path) };
}

export function decode(bytes: Uint8Array, path: Location): string {
  try {
    const text = decoder.decode(bytes);
    if (!text.includes('\u0000')) return text;
  } catch {
    // Not UTF-8; the error below is thrown.
  }
  throw new ToolError(`${displayPath(path)} is not a text file.`, 'not_text');
}

/** Replaces `before`; undefined creates the file. */
export async function writeText(
  context: ToolContext,
  path: Location,
  { text, before }: { text: string; before?: Omit<TextFile, 'text'> },
): Promise<void> {
  const content = new TextEncoder().encode(text);
  const base = before
    ? { base: { case: 'hash' as const, value: before.hash } }
    : { base: { case: 'absent' as const, value: true } };
  try {
    const { undoId } = await context.computer.files.write(
      {
        path: toAgentPath(path),
        content,
        base,
        createParents: true,
        cause: byAssistant(context.conversationId),
        confined: context.confined,
        mayRunLater: context.mayRunLater,
        programs: context.programs.map(toAgentPath),
      },
      { signal: context.signal },
    );
    if (undoId !== '') await context.letRun(undoId);
  } catch (error) {
    if (isConflict(error))
      throw new ToolError(`${displayPath(path)} was changed meanwhile. Read it again first.`, 'conflict');
    throw error;
  }
  context.hasWritten(path, sha256(content));
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
