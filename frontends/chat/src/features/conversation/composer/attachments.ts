import type { Attachment } from '../../../api/types';

export const MAX_ATTACHMENTS = 3;
export const MAX_TITLE = 120;
const MIN_LINES = 2;
/** An inline-code span that names a file: it has a folder or an extension. */
const FILE_REFERENCE = /`[^`\n]*(?:\/[^`\n]+|[^`\s]\.[A-Za-z0-9]{1,8})`/;

/** CH-04: whether pasted text becomes an attachment. */
export function isAttachment(text: string, existing: readonly Attachment[]): boolean {
  if (existing.length >= MAX_ATTACHMENTS) return false;
  if (text.replace(/\r\n?/g, '\n').split('\n').length < MIN_LINES) return false;
  if (FILE_REFERENCE.test(text)) return false;
  return existing.every(({ content }) => content !== text);
}

/** CH-04: the attachment for pasted text; its title is the first lines, joined. */
export function attachmentOf(text: string, now: Date): Attachment {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  let title = '';
  for (const line of lines.map((each) => each.trim()).filter(Boolean)) {
    title = title ? `${title} ${line}` : line;
    if (title.length >= MAX_TITLE) break;
  }
  // Not randomUUID, which pages without TLS lack.
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  return {
    id,
    kind: 'text',
    title: title.slice(0, MAX_TITLE),
    content: text,
    lineCount: lines.length,
    charCount: text.length,
    createdAt: now.toISOString(),
  };
}
