import type { Message } from './messages.repository.js';
import type { Part } from './parts.js';

/** A message as the browser gets it. `parts` of an answer under way come from its events. */
export function presentMessage(message: Message, liveParts?: readonly Part[]) {
  const { id, parentId, role, createdAt, text, model, runId, status, error, siblings, files, attachments, receipt } = message;
  const parts = role === 'user' ? [{ type: 'text' as const, text }] : (liveParts ?? message.parts);
  return {
    id,
    parent_id: parentId,
    role,
    created_at: createdAt.toISOString(),
    parts,
    status,
    ...(model !== null && { model }),
    ...(runId !== null && { run_id: runId }),
    ...(error !== null && { error }),
    ...(siblings.length > 1 && { siblings: { ids: siblings, index: siblings.indexOf(id) } }),
    ...(files.length > 0 && { files }),
    ...(attachments.length > 0 && { attachments }),
    ...(receipt !== null && { receipt }),
  };
}
