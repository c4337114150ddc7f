/** Formats the result of a call for the model. */
import type { ToolResultPart } from 'ai';
import type { ToolResult } from '../shapes/tool-result.js';
import { withPictures } from './picture-output.js';

/** Characters of a result that a model is sent. The user sees all of it. */
const MAX_CHARACTERS = 40_000;

/** Cuts the middle out, always at the same place: what was sent once is sent the same way later. */
export function clipped(text: string, most = MAX_CHARACTERS): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const left = text.length - 2 * half;
  const note = `… (${left} characters are left out here; ask for less at a time to see them) …`;
  return `${text.slice(0, half).toWellFormed()}\n${note}\n${text.slice(text.length - half).toWellFormed()}`;
}

/** @param pictures those of the result, as far as the model is shown them */
export function resultPart(
  call: { call_id: string; tool: string },
  result: ToolResult | undefined,
  pictures: readonly Buffer[] = [],
): ToolResultPart {
  const output = toOutput(result);
  const wanted = result && 'pictures' in result ? result.pictures : undefined;
  return {
    type: 'tool-result',
    toolCallId: call.call_id,
    toolName: call.tool,
    output: wanted === undefined || output.type !== 'text' ? output : pictured(output.value, pictures),
  };
}

const pictured = (text: string, pictures: readonly Buffer[]): ToolResultPart['output'] =>
  pictures.length > 0 ? withPictures(text, pictures) : { type: 'text', value: `${text}\n${UNSEEN}` };

const UNSEEN = '(Its pictures are left out here. Call it again to see them, if you take pictures.)';

function toOutput(result: ToolResult | undefined): ToolResultPart['output'] {
  if (!result) return { type: 'error-text', value: 'This call was never finished.' };
  switch (result.type) {
    case 'text':
      return { type: 'text', value: clipped(result.text) };
    case 'list':
      return {
        type: 'text',
        value: clipped(
          result.items.map((item, index) => (item.includes('\n') ? `[${index + 1}]\n${item}` : item)).join('\n'),
        ),
      };
    case 'error':
      return { type: 'error-text', value: `${result.message}${result.code ? ` (${result.code})` : ''}` };
    case 'file_ref':
      return {
        type: 'text',
        value:
          result.pictures === undefined
            ? `The file ${result.path} (${result.media_type}) is there; its content is not text.${afterSpace(result.note)}`
            : `This is the picture ${result.path} (${result.media_type}).${afterSpace(result.note)}`,
      };
    case 'binary':
      return { type: 'text', value: `(${result.media_type}, ${Math.ceil((result.data.length * 3) / 4)} bytes)` };
  }
}

const afterSpace = (note: string | undefined) => (note === undefined ? '' : ` ${note}`);
