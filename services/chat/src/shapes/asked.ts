/** What a user asks: text, files, pasted text and other chats. */
import { z } from 'zod';
import type { Source } from './labels.js';

export const fileRef = z.strictObject({ id: z.string(), path: z.string() }).meta({ id: 'FileRef' });
export type FileRef = z.infer<typeof fileRef>;

export const attachment = z
  .strictObject({
    id: z.string(),
    kind: z.literal('text'),
    title: z.string(),
    content: z.string(),
    lineCount: z.number(),
    charCount: z.number(),
    createdAt: z.string(),
    /** The address of the file that it is said to be a part of. */
    path: z.string().optional(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachment>;

/** Another chat of the user that a message mentions. */
export const chatRef = z.strictObject({ id: z.uuid(), title: z.string() }).meta({ id: 'ChatRef' });
export type ChatRef = z.infer<typeof chatRef>;

export const asked = z.strictObject({
  text: z.string(),
  files: z.array(fileRef),
  attachments: z.array(attachment),
  chats: z.array(chatRef).optional(),
});
export type Asked = z.infer<typeof asked>;

/** Pasted text is text of others. */
export const pastedIn = ({ attachments }: Pick<Words, 'attachments'>): Source[] =>
  attachments.map(({ title }) => ({ kind: 'paste', name: title }));

interface Words {
  readonly text: string;
  readonly files: readonly FileRef[];
  readonly attachments: readonly Pick<Attachment, 'title' | 'content'>[];
}

/** What the model is shown. `shownFiles`: the files' content, if it was read for the model. */
export function wordsOf({ text, files, attachments }: Words, shownFiles: string | null = null): string {
  const attached = attachments.map(
    ({ title, content }) => `<pasted title=${JSON.stringify(title)}>\n${content}\n</pasted>`,
  );
  const named =
    shownFiles === null && files.length > 0 ? [`(files in view: ${files.map(({ path }) => path).join(', ')})`] : [];
  return [shownFiles ?? '', ...attached, ...named, text].filter(Boolean).join('\n\n') || '(no text)';
}
