/** Formats the result of a call for the model. */
import type { ToolResultPart } from 'ai';
import type { ToolResult } from '../shapes/tool-result.js';

/** Characters of a result that a model is sent. The user sees all of it. */
const MAX_CHARACTERS = 40_000;

/** Cut in the middle, always at the same place: what was sent once is sent the same way later. */
function clipped(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  const left = text.length - MAX_CHARACTERS;
  return `${text.slice(0, half).toWellFormed()}\n… (${left} characters are left out here; ask for less at a time to see them) …\n${text.slice(-half).toWellFormed()}`;
}

export function resultPart(call: { call_id: string; tool: string }, result: ToolResult | undefined): ToolResultPart {
  return { type: 'tool-result', toolCallId: call.call_id, toolName: call.tool, output: toOutput(result) };
}

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
        value: `The file ${result.path} (${result.media_type}) is there; its content is not text.`,
      };
    case 'binary':
      return { type: 'text', value: `(${result.media_type}, ${Math.ceil((result.data.length * 3) / 4)} bytes)` };
  }
}
