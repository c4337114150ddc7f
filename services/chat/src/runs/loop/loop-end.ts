import type { StepResult } from './step.js';

/** How an answer ended. */
export type LoopEnd = { readonly status: 'complete' } | { readonly status: 'failed'; readonly error: string };

/** The end that a step without calls gives the answer. `worked`: steps of the same run came before it. */
export function endOf({ finishReason, content }: StepResult, worked: boolean): LoopEnd {
  if (finishReason === 'length')
    return failed('The answer reached the longest length the model allows. Say “go on” to continue.');
  if (finishReason === 'content-filter') return failed('The provider held the rest of the answer back.');
  // The client of the provider leaves out calls without a name.
  if (finishReason === 'tool-calls')
    return failed('The model asked for a tool without naming it. Try again, or choose another model.');
  if (content.some(({ type }) => type !== 'reasoning')) return { status: 'complete' };
  if (worked)
    return failed('The model did what is shown above, but wrote no answer after it. Say “go on” to continue.');
  if (content.length === 0) return failed('The model answered nothing. Try again, or choose another model.');
  return failed('The model thought, but wrote no answer. Try again, or choose another model.');
}

const failed = (error: string): LoopEnd => ({ status: 'failed', error });
