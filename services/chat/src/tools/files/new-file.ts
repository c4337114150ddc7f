/** Writes a new file of bytes under the first free name, and never over another one. */
import { agentErrorOfResponse, byAssistant, fromAgentPath, isAgentError, toAgentPath } from '@zo/computer-client';
import { Clash } from '@zo/proto/agent/v1';
import type { Location } from '@zo/proto/location';
import { z } from 'zod';
import { sha256 } from './text-file.js';
import type { ToolContext } from '../tool.js';

const MAX_COPIES = 1_000;
const MAX_STEM = 120;

/** A name without its extension; models write one nevertheless. */
export const fileStem = z
  .string()
  .trim()
  .min(1)
  .max(MAX_STEM)
  .transform((name) => name.replace(/\.(png|jpe?g|webp|svg|d2|mp4|webm|mov)$/i, ''))
  .refine((name) => !/[/\u0000]/.test(name) && !/^\.{0,2}$/.test(name), 'is a name, without folders and extension');

/** The name of a file without its extension. */
export const stemOf = ({ path }: Location): string =>
  path
    .at(-1)!
    .replace(/\.[^.]+$/, '')
    .slice(0, MAX_STEM);

export interface NewFile {
  readonly folder: Location;
  readonly stem: string;
  readonly extension: string;
  readonly content: Uint8Array;
}

/** `a.png`, `a (2).png`, … */
export async function writeNew(context: ToolContext, { folder, stem, extension, content }: NewFile): Promise<Location> {
  for (let copy = 1; ; copy++) {
    const name = `${stem}${copy > 1 ? ` (${copy})` : ''}.${extension}`;
    const location: Location = { root: folder.root, path: [...folder.path, name] };
    const base = { base: { case: 'absent' as const, value: true } };
    try {
      await context.computer.files.write(
        {
          path: toAgentPath(location),
          content,
          base,
          createParents: true,
          cause: byAssistant(context.conversationId),
        },
        { signal: context.signal },
      );
      context.hasWritten(location, sha256(content));
      return location;
    } catch (error) {
      const isTaken = isAgentError(error, 'staleBase', 'nameTaken', 'isFolder', 'notRegularFile');
      if (!isTaken || copy === MAX_COPIES) throw error;
    }
  }
}

/** Like `writeNew`, for files that are larger than the computer takes in one piece. */
export async function writeNewLarge(
  { computer, conversationId, signal, hasWritten }: ToolContext,
  { folder, stem, extension, content }: NewFile,
): Promise<Location> {
  const uploadId = crypto.randomUUID();
  const totalBytes = BigInt(content.byteLength);
  await computer.files.beginUpload({ uploadId, totalBytes }, { signal });
  try {
    const headers = { 'content-length': String(totalBytes), 'content-type': 'application/octet-stream' };
    const body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const answer = await computer.fetch('PUT', `/uploads/${uploadId}?offset=0`, { headers, body, signal });
    const text = await computer.textOf(answer);
    if (answer.statusCode !== 200) throw agentErrorOfResponse(answer.statusCode ?? 0, text);
    const location = { root: folder.root, path: [...folder.path, `${stem}.${extension}`] };
    const cause = byAssistant(conversationId);
    const target = { path: toAgentPath(location), clash: Clash.KEEP_BOTH, createParents: true, cause };
    const { path } = await computer.files.commitUpload({ uploadId, totalBytes, ...target }, { signal });
    const written = path ? fromAgentPath(path) : location;
    hasWritten(written, sha256(content));
    return written;
  } catch (error) {
    await computer.files.abortUpload({ uploadId }).catch(() => undefined);
    throw error;
  }
}
