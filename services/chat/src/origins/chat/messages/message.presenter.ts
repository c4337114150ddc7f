import { z } from 'zod';
import type { BranchMessage } from './messages.repository.js';
import { type Part, part, runStatus } from '../../../shapes/parts.js';
import { answeredAs } from '../../../shapes/zofile.js';
import { attachment, chatRef, fileRef } from '../../../shapes/asked.js';
import { shownFile } from '../../../shapes/shown-file.js';
import { receipt } from '../../../shapes/receipt.js';

export const message = z
  .strictObject({
    id: z.uuid(),
    parent_id: z.uuid().nullable(),
    role: z.enum(['user', 'assistant']),
    created_at: z.iso.datetime(),
    parts: z.array(part),
    status: runStatus,
    model: z.string().optional(),
    /** The persona that answered. */
    zofile: answeredAs.optional(),
    run_id: z.uuid().optional(),
    error: z.string().optional(),
    /** Ids of all messages with the same parent, oldest first, and the index of this one. Absent without siblings. */
    siblings: z.strictObject({ ids: z.array(z.uuid()), index: z.number() }).optional(),
    files: z.array(fileRef).optional(),
    attachments: z.array(attachment).optional(),
    chats: z.array(chatRef).optional(),
    /** What the model was shown of the files. */
    shown: z.array(shownFile).optional(),
    receipt: receipt.optional(),
  })
  .meta({ id: 'Message' });

/** Presents a message to the browser. The `parts` of an unfinished answer come from its events. */
export function presentMessage(row: BranchMessage, liveParts?: readonly Part[]): z.infer<typeof message> {
  const {
    id,
    parentId,
    role,
    createdAt,
    text,
    model,
    zofile,
    runId,
    status,
    error,
    siblings,
    files,
    attachments,
    chats,
    shown,
    receipt: what,
  } = row;
  const parts = role === 'user' ? [{ type: 'text' as const, text }] : [...(liveParts ?? row.parts)];
  return {
    id,
    parent_id: parentId,
    role,
    created_at: createdAt.toISOString(),
    parts,
    status,
    ...(model !== null && { model }),
    ...(zofile !== null && { zofile }),
    ...(runId !== null && { run_id: runId }),
    ...(error !== null && { error }),
    ...(siblings.length > 1 && { siblings: { ids: siblings, index: siblings.indexOf(id) } }),
    ...(files.length > 0 && { files }),
    ...(attachments.length > 0 && { attachments }),
    ...(chats.length > 0 && { chats: [...chats] }),
    ...(shown.length > 0 && { shown: [...shown] }),
    ...(what !== null && { receipt: what }),
  };
}
