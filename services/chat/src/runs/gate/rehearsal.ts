/**
 * Calls of a rehearsal: those that only read run, commands run on a copy of the home where there can be one, and all
 * others say what they would do.
 */
import type { ToolClass } from '../../tools/tool.js';
import type { Outcome } from './outcome.js';
import type { Caps, Verdict } from './policy.js';

/** The code of a call that was only rehearsed. */
export const REHEARSED = 'rehearsed';
export const ASKS_FIRST = 'It would ask the person first.';

/** They spend in runs of their own, act in pages, or wait for an answer. */
const HELD: ReadonlySet<ToolClass> = new Set([
  'research',
  'delegate',
  'view-web',
  'ask',
  'remote',
  'program',
  'machine',
]);

/** Whether a call may run in a rehearsal: it changes nothing, sends nothing, and needs no yes. */
export const readsOnly = (kind: ToolClass, { effects }: Caps, verdict: Verdict): boolean =>
  isUnasked(verdict) && !HELD.has(kind) && effects.every((effect) => effect === 'fetch');

export const isUnasked = ({ to }: Verdict): boolean => to === 'run' || to === 'run-closed';

/** What comes after depends on what they answer, and nobody knows it. */
const ANSWER: ReadonlySet<ToolClass> = new Set(['research', 'view-web', 'ask', 'app', 'remote', 'program', 'machine']);
const UNKNOWN_ANSWER = 'What it would answer is not known: do not make it up, and say what depends on it.';
const GO_ON = 'Go on as if it had been done. What it would make is not there to be read.';

export function rehearsed(kind: ToolClass, { to }: Verdict): Outcome {
  const asks = to === 'ask' ? ` ${ASKS_FIRST}` : '';
  const left =
    to === 'refuse' ? ' It would be left out, because it needs a yes and the person wants no questions.' : '';
  const next = ANSWER.has(kind) ? UNKNOWN_ANSWER : GO_ON;
  const message = `This is a rehearsal: nothing was done.${asks}${left} ${next}`;
  return { state: 'done', decision: 'rehearsed', result: { type: 'error', message, code: REHEARSED } };
}
