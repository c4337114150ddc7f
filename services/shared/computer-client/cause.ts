/** On whose behalf a service changes files; the agent keeps it with each version. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { Actor, type CauseSchema } from '@zo/proto/agent/v1';

export type AgentCause = MessageInitShape<typeof CauseSchema>;

export const BY_USER: AgentCause = { actor: Actor.USER };

/** The user brings bytes that they did not write: an upload, a saved page, what was in an archive. */
export const IMPORTED_BY_USER: AgentCause = { actor: Actor.USER, imported: true };

export const byAssistant = (conversationId: string): AgentCause => ({ actor: Actor.ASSISTANT, conversationId });

/** What a program writes with a token is not the user's own typing: it may pass on what others wrote. */
export const byCaller = ({ actor }: { readonly actor: string }): AgentCause =>
  actor === 'api' ? IMPORTED_BY_USER : BY_USER;
