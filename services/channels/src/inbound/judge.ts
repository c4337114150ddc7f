/** What becomes of a mail: a pure function, so that every case is a test. */
import type { State } from '../messages/message.entity.js';
import type { Verdict } from './authenticity.js';
import type { ParsedMail } from './mail.js';

export interface Judged {
  readonly state: Extract<State, 'arrived' | 'held' | 'ignored' | 'bounce'>;
  /** For the user. */
  readonly why: string | null;
}

export interface Facts {
  readonly isBounce: boolean;
  readonly verdict: Verdict;
  readonly isKnown: boolean;
  /** The address that it was sent to. */
  readonly own: string;
}

/** The order matters: a machine is never answered, and nobody is let in whose domain does not vouch for the mail. */
export function judge(mail: Pick<ParsedMail, 'from' | 'machine' | 'loops'>, facts: Facts): Judged {
  const held = (why: string): Judged => ({ state: 'held', why });
  if (mail.from.length !== 1 || mail.from[0] === '') return held('It does not have exactly one sender.');
  if (facts.isBounce) return { state: 'bounce', why: 'A mail that was sent came back.' };
  if (mail.loops.includes(facts.own) || mail.from[0] === facts.own)
    return { state: 'ignored', why: 'It was sent from here and came back.' };
  if (mail.machine.length > 0)
    return { state: 'ignored', why: 'A program wrote it, such as an automatic reply or a mailing list.' };
  if (facts.verdict !== 'pass')
    return held('The domain of the sender does not confirm that this mail is theirs. The address may be forged.');
  if (!facts.isKnown) return held('The sender is not on your list.');
  return { state: 'arrived', why: null };
}
