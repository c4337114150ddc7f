/** Writes a new file of bytes under the first free name, and never over another one. */
import { byAssistant, isAgentError, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { z } from 'zod';
import { sha256 } from './text-file.js';
import type { ToolContext } from './tool.js';

const MAX_COPIES = 1_000;

/** A name without its extension; models write one nevertheless. */
export const fileStem = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .transform((name) => name.replace(/\.(png|jpe?g|webp|svg)$/i, ''))
  .refine((name) => !/[/\u0000]/.test(name) && !/^\.{0,2}$/.test(name), 'is a name, without folders and extension');

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
