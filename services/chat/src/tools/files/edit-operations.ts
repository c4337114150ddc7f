/** The five operations of edit_file on the text of a file. Anchors are exact and must occur once. */
import { z } from 'zod';
import { ToolError } from '../tool-errors.js';

const block = (what: string) => z.string().min(1).max(1_000_000).describe(what);
const content = z.string().max(1_000_000);

export const editOperation = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('replace_block'),
    old_block: block('Exact text that is there now, occurring once'),
    new_block: content,
  }),
  z.strictObject({
    type: z.literal('insert_after'),
    anchor: block('Exact text that is there now, occurring once'),
    content,
  }),
  z.strictObject({
    type: z.literal('insert_before'),
    anchor: block('Exact text that is there now, occurring once'),
    content,
  }),
  z.strictObject({ type: z.literal('delete_block'), block: block('Exact text that is there now, occurring once') }),
  z.strictObject({ type: z.literal('append_line'), content: content.describe('Added as the last line') }),
]);
export type EditOperation = z.infer<typeof editOperation>;

/** Applies the operations in order; if one fails, none is applied. */
export function applyEdits(original: string, operations: readonly EditOperation[]): string {
  const crlf = /\r\n/.test(original) && !/(^|[^\r])\n/.test(original);
  const inStyle = (text: string) => (crlf ? text.replace(/\r?\n/g, '\r\n') : text);
  return operations.reduce(
    (text, operation, index) => applyEdit(text, styled(operation, inStyle), { index, newline: crlf ? '\r\n' : '\n' }),
    original,
  );
}

function styled(operation: EditOperation, inStyle: (text: string) => string): EditOperation {
  return Object.fromEntries(
    Object.entries(operation).map(([key, value]) => [key, key === 'type' ? value : inStyle(value)]),
  ) as EditOperation;
}

function applyEdit(
  text: string,
  operation: EditOperation,
  { index, newline }: { index: number; newline: string },
): string {
  if (operation.type === 'append_line') {
    const separated = text === '' || text.endsWith('\n') ? text : text + newline;
    return separated + operation.content + (operation.content.endsWith('\n') ? '' : newline);
  }
  const anchor =
    'anchor' in operation ? operation.anchor : 'block' in operation ? operation.block : operation.old_block;
  const start = onlyPlace(text, anchor, `operation ${index + 1} (${operation.type})`);
  const end = start + anchor.length;
  switch (operation.type) {
    case 'replace_block':
      return text.slice(0, start) + operation.new_block + text.slice(end);
    case 'delete_block':
      return text.slice(0, start) + text.slice(end);
    case 'insert_after':
      return text.slice(0, end) + onOwnLine(operation.content, newline, { after: text[end] }) + text.slice(end);
    case 'insert_before':
      return (
        text.slice(0, start) + onOwnLine(operation.content, newline, { before: text[start - 1] }) + text.slice(start)
      );
  }
}

/** Between whole lines the content becomes its own lines; inside a line it is inserted as it is. */
function onOwnLine(
  content: string,
  newline: string,
  side: { after: string | undefined } | { before: string | undefined },
): string {
  if ('after' in side) {
    const neighbour = side.after;
    const atLineEnd = neighbour === undefined || neighbour === '\n' || neighbour === '\r';
    return atLineEnd && !content.startsWith('\n') && !content.startsWith('\r')
      ? newline + content.replace(/\r?\n$/, '')
      : content;
  }
  const neighbour = side.before;
  const atLineStart = neighbour === undefined || neighbour === '\n';
  return atLineStart && !content.endsWith('\n') ? content + newline : content;
}

function onlyPlace(text: string, anchor: string, what: string): number {
  const start = text.indexOf(anchor);
  if (start === -1)
    throw new ToolError(
      `Nothing was changed: the text of ${what} is not in the file. Read the file again and copy it exactly.`,
      'not_in_file',
    );
  if (text.indexOf(anchor, start + 1) === -1) return start;
  const times = text.split(anchor).length - 1;
  throw new ToolError(
    `Nothing was changed: the text of ${what} occurs ${Math.max(2, times)} times. Give more of what surrounds it.`,
    'ambiguous',
  );
}
