import type { ToolState } from '../../shapes/parts.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { Decision } from '../store/tool-call.entity.js';

/** How a call ended. */
export interface Outcome {
  readonly state: ToolState;
  readonly decision?: Decision;
  readonly result: ToolResult;
}

export const refusal = (decision: Decision, message: string, state: ToolState = 'error'): Outcome => ({
  state,
  decision,
  result: { type: 'error', message, code: decision },
});
