/** Converts finished steps to the messages that a model is sent, the same way each time. */
import type { ModelMessage } from 'ai';
import type { Asked } from '../../shapes/asked.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import { steerMessage } from './steering.js';
import { resultPart } from '../../tools/model-output.js';
import type { StepContent } from './step.js';

export interface SentStep {
  readonly step: number;
  readonly content: StepContent;
  /** What the user said since the step before. */
  readonly asked: readonly Asked[];
  /** In the order of the requests. */
  readonly calls: readonly { readonly callId: string; readonly tool: string; readonly result: ToolResult | null }[];
}

export function stepMessages({ asked, content, calls }: Omit<SentStep, 'step'>): ModelMessage[] {
  const results = calls.map(({ callId, tool, result }) => resultPart({ call_id: callId, tool }, result ?? undefined));
  return [
    ...asked.map(steerMessage),
    ...(content.length > 0 ? [{ role: 'assistant' as const, content: [...content] }] : []),
    ...(results.length > 0 ? [{ role: 'tool' as const, content: results }] : []),
  ];
}
