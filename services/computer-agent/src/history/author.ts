/** Who changes files, as far as it is certain. */
import { create } from '@bufbuild/protobuf';
import { Actor, type Cause, CauseSchema } from '@zo/proto/agent/v1';
import type { Runs } from '../processes/run.js';
import type { Terminals } from '../terminals/terminals.js';
import { type Author, IMPORTED } from './messages.js';

const MAX_ID = 64;
const UNKNOWN: Author = { actor: Actor.UNSPECIFIED, conversationId: '' };

/** The form of an author that is sent. */
export const causeOf = ({ actor, conversationId }: Author): Cause =>
  actor === Actor.USER
    ? create(CauseSchema, { actor, imported: conversationId === IMPORTED })
    : create(CauseSchema, { actor, conversationId });

/** What a caller says about itself; the terminal is known only to the agent. */
export function authorOf(cause: Cause | undefined): Author {
  if (cause?.actor === Actor.USER) return { actor: Actor.USER, conversationId: cause.imported ? IMPORTED : '' };
  if (cause?.actor !== Actor.ASSISTANT) return UNKNOWN;
  return { actor: Actor.ASSISTANT, conversationId: cause.conversationId.slice(0, MAX_ID) };
}

/**
 * Who may change files in another way than through the agent at this moment: a command of the assistant or a terminal.
 * With both, or with commands of two conversations, nobody can tell.
 */
export function presentAuthor(runs: Runs, terminals: Terminals): Author {
  const isOpen = terminals.list().some(({ exitCode }) => exitCode === null);
  const [first, ...others] = runs.causes.map(authorOf);
  if (!first) return isOpen ? { actor: Actor.TERMINAL, conversationId: '' } : UNKNOWN;
  const isOne = others.every(
    ({ actor, conversationId }) => actor === first.actor && conversationId === first.conversationId,
  );
  return isOpen || !isOne ? UNKNOWN : first;
}
