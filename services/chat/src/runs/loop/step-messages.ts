/** Converts finished steps to the messages that a model is sent, the same way each time. */
import type { ModelMessage } from 'ai';
import type { Asked } from '../../shapes/asked.js';
import { hasPictures, type ToolResult } from '../../shapes/tool-result.js';
import { steerMessage } from './steering.js';
import type { CallPictures } from '../store/call-pictures.repository.js';
import { resultPart } from '../../tools/model-output.js';
import type { StepContent } from './step.js';

export interface SentStep {
  readonly step: number;
  readonly content: StepContent;
  /** What the user said since the step before. */
  readonly asked: readonly Asked[];
  /** In the order of the requests. */
  readonly calls: readonly {
    readonly id: string;
    readonly callId: string;
    readonly tool: string;
    readonly result: ToolResult | null;
  }[];
}

/** @param pictures those that the model is shown with the results */
export function stepMessages(
  { asked, content, calls }: Omit<SentStep, 'step'>,
  pictures: CallPictures | undefined,
): ModelMessage[] {
  return [
    ...asked.map(steerMessage),
    ...(content.length > 0 ? [{ role: 'assistant' as const, content: [...content] }] : []),
    ...(calls.length > 0 ? [resultsMessage(calls, pictures)] : []),
  ];
}

export const resultsMessage = (calls: SentStep['calls'], pictures: CallPictures | undefined): ModelMessage => ({
  role: 'tool',
  content: calls.map(({ id, callId, tool, result }) =>
    resultPart({ call_id: callId, tool }, result ?? undefined, pictures?.get(id)),
  ),
});

/** The rows of calls whose results show pictures. */
export const picturedCalls = (calls: SentStep['calls']): string[] =>
  calls.flatMap(({ id, result }) => (result && hasPictures(result) ? [id] : []));
