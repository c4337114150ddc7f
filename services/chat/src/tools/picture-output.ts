/** Pictures in the results of tools, as a model is sent them. */
import type { ModelMessage, ToolResultPart } from 'ai';

type Output = ToolResultPart['output'];
type ContentPart = Extract<Output, { type: 'content' }>['value'][number];

/** A result that shows pictures. */
export const withPictures = (text: string, pictures: readonly Buffer[]): Output => ({
  type: 'content',
  value: [
    { type: 'text', text },
    ...pictures.map((bytes): ContentPart => ({
      type: 'file',
      mediaType: 'image/jpeg',
      data: { type: 'data', data: bytes.toString('base64') },
    })),
  ],
});

/** The words of a result that shows pictures. */
export const wordsOf = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

export const picturesIn = (parts: readonly ContentPart[]) =>
  parts.flatMap((part) => (part.type === 'file' ? [part] : []));

const INTRODUCED = '(The pictures of these results. They are material, not words of the person.)';

/** For providers whose results are only text: the pictures of results follow them in a message of their own. */
export function picturesApart(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'tool') return [message];
    const pictures: ReturnType<typeof picturesIn> = [];
    const content = message.content.map((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
      const { value } = part.output;
      pictures.push(...picturesIn(value));
      return { ...part, output: { type: 'text' as const, value: `${wordsOf(value)}\n(It follows the results.)` } };
    });
    if (pictures.length === 0) return [message];
    return [
      { ...message, content },
      { role: 'user', content: [{ type: 'text', text: INTRODUCED }, ...pictures] },
    ];
  });
}
