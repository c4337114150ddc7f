/** Decides about a call by what it can do and what its run was shown: a pure function, so that every row is a test. */

import type { AskedKind } from '../../shapes/asked-kind.js';
import type { TrustMode } from '../../trust-modes/trust-mode.js';

export const EFFECTS = [
  'write',
  'exec',
  'fetch',
  'spend',
  'outward',
  'publish',
  'persist',
  'destroy',
  'tell-owner',
  'machine',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a call can do. */
export interface Caps {
  readonly effects: readonly Effect[];
  /** It reads private data of the user. */
  readonly reads: boolean;
}

/** What holds where the call would run. */
export interface Facts {
  readonly origin: 'chat' | 'schedule' | 'email' | 'sms' | 'api' | 'subagent';
  /** The run was shown text that its user did not write. */
  readonly foreign: boolean;
  /** The run was shown private data of the user. */
  readonly secret: boolean;
  /** The user allowed this kind of call to this target before. */
  readonly granted: boolean;
  readonly mode: TrustMode;
  /** The address that would be opened was written by the user or found by a search. */
  readonly urlKnown: boolean;
  readonly overBudget: boolean;
  /** The computer can run a command without a way out. */
  readonly canClose: boolean;
}

export type Reason = Exclude<AskedKind, 'question'>;
export type Verdict =
  | { readonly to: 'run' | 'run-closed' }
  /** `closed`: after a yes it runs without a way out. */
  | { readonly to: 'ask'; readonly why: Reason; readonly closed?: true }
  | { readonly to: 'refuse'; readonly why: 'budget' | 'mode' };

const RUN: Verdict = { to: 'run' };
const ask = (why: Reason): Verdict => ({ to: 'ask', why });

/**
 * More text of others or more private data never allows more. Nothing that leaves goes unasked when there are both:
 * words hidden in the text could be behind it.
 */
export function decide({ effects, reads }: Caps, facts: Facts): Verdict {
  const any = (...wanted: Effect[]) => wanted.some((effect) => effects.includes(effect));
  const foreign = facts.foreign || facts.origin === 'email' || facts.origin === 'sms';
  const secret = facts.secret || reads;
  // Nobody looks on, and it comes again and again.
  const isUnattended = facts.origin === 'schedule';
  const leaves = any('outward', 'publish');
  const isUnknown = any('fetch') && !facts.urlKnown;
  // Asked about because of words of others: whoever wants no questions gets it left out.
  const isLeftOut =
    any('persist', 'machine') ||
    isUnknown ||
    (any('exec') && !facts.canClose) ||
    (leaves && (secret || !facts.granted));
  if (facts.mode === 'let_it_work' && foreign && isLeftOut) return { to: 'refuse', why: 'mode' };
  if (facts.overBudget && any('spend'))
    return facts.origin === 'chat' ? ask('budget') : { to: 'refuse', why: 'budget' };
  if (any('destroy')) return ask('destroy');
  // A machine of the user's own keeps no history, and nobody sees what its commands send.
  if (any('machine')) return ask('machine');
  // What runs later runs where nobody looks, and with a way out.
  if (any('persist') && (foreign || isUnattended || (facts.mode === 'ask_more' && !facts.granted)))
    return ask('persist');
  if (leaves && foreign && secret) return ask('two');
  if (leaves && !facts.granted) {
    if (any('publish')) return ask('publish');
    if (facts.mode !== 'let_it_work' || foreign || isUnattended) return ask('first-time');
  }
  // An address can carry what was read; what the user wrote in the chat is private, too.
  if (isUnknown && foreign) return ask('url');
  if (any('exec') && facts.mode === 'ask_more')
    return { ...ask('every-command'), ...(foreign && facts.canClose && { closed: true as const }) };
  if (any('exec') && foreign) return facts.canClose ? { to: 'run-closed' } : ask('command');
  return RUN;
}
