import type { ConversationData } from './types';

/**
 * Merges a refetched chat into the shown one: earlier pages stay when they connect to the new window, and an answer in
 * progress keeps streamed text that is ahead of the server's snapshot.
 */
export function mergeConversation(current: ConversationData, incoming: ConversationData): ConversationData {
  const first = incoming.messages[0];
  const at = first ? current.messages.findIndex(({ id }) => id === first.id) : -1;
  const older = at > 0 ? current.messages.slice(0, at) : [];
  const messages = incoming.messages.map((message) => {
    const ahead =
      current.active_run &&
      current.active_run.id === incoming.active_run?.id &&
      current.active_run.seq > incoming.active_run.seq;
    if (!ahead || message.id !== current.active_run!.message_id) return message;
    return current.messages.find(({ id }) => id === message.id) ?? message;
  });
  const run =
    incoming.active_run &&
    current.active_run?.id === incoming.active_run.id &&
    current.active_run.seq > incoming.active_run.seq
      ? current.active_run
      : incoming.active_run;
  const { active_run: _run, ...rest } = incoming;
  return {
    ...rest,
    messages: [...older, ...messages],
    has_more: older.length > 0 ? current.has_more : incoming.has_more,
    ...(run && { active_run: run }),
  };
}
