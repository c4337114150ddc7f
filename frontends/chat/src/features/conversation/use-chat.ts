import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api, skipToken, toProblem, useAppDispatch } from '@zo/web/store';
import { toast } from '@zo/web/ui';
import { useForkConversationMutation, useQueueMessageMutation } from '../../api/branches.endpoints';
import { newMessageId } from '../../api/message-id';
import { chatApi, useConversationQuery, useSendMessageMutation } from '../../api/chat.endpoints';
import { useStopRunMutation } from '../../api/runs.endpoints';
import type { ConversationData, Message, SendBody, Sent } from '../../api/types';
import { TEXT } from '../../messages';
import { moveDraft } from './composer/drafts';
import { followRun } from './follow-run';

const NEW = 'new';

/** The open chat: its messages, sending and stopping. */
export function useChat(chatId: string | null, onChatId: (id: string | null) => void) {
  const id = chatId && chatId !== NEW ? chatId : undefined;
  const { currentData: chat, error, refetch } = useConversationQuery(id ?? skipToken);
  const [sendMessage] = useSendMessageMutation();
  const [queueMessage] = useQueueMessageMutation();
  const shown = id ?? NEW;
  const [pending, setPending] = useState<Readonly<Record<string, SendBody>>>({});
  /** Chats whose message is on its way. */
  const busy = useRef(new Set<string>());
  const shownNow = useRef(shown);
  /** The chat that the first message has made. */
  const made = useRef<string>(undefined);
  useLayoutEffect(() => {
    // With the field that shows it, so that no letter goes to the one before.
    if (id && made.current === id) moveDraft(NEW, id);
    made.current = undefined;
  }, [id]);
  useEffect(() => void (shownNow.current = shown), [shown]);
  const dispatch = useAppDispatch();
  const runId = chat?.active_run?.id;

  useEffect(() => (id && runId ? followRun(id, runId) : undefined), [id, runId]);

  /** Resolves to false when the message was refused; the caller keeps its text. */
  const send = useCallback(
    async (body: SendBody): Promise<boolean> => {
      // One message of a chat at a time: a second one sent from a new chat would create another chat.
      if (busy.current.has(shown)) return false;
      busy.current.add(shown);
      const message = { id: newMessageId(), ...body };
      try {
        if (id && runId && body.parent_id === undefined && !body.answer_to) {
          const add = () => queueMessage({ id, body: message }).unwrap();
          if (await queued(repeated(add))) return true;
        }
        // A message that is answered once more is shown already.
        if (!body.answer_to) setPending((now) => ({ ...now, [shown]: body }));
        const sent = await repeated(() => sendMessage({ id: shown, body: message }).unwrap());
        if (id) dispatch(chatApi.util.updateQueryData('conversation', id, (draft) => addExchange(draft, body, sent)));
        else
          await dispatch(
            chatApi.util.upsertQueryData('conversation', sent.conversation_id, newConversation(body, sent)),
          );
        dispatch(api.util.invalidateTags(['Conversations']));
        if (!id) {
          // Whoever looks at another chat by now stays there.
          if (shownNow.current !== NEW) return true;
          made.current = sent.conversation_id;
          onChatId(sent.conversation_id);
        }
        return true;
      } catch (failure) {
        const { code, detail } = toProblem(failure);
        if (code === ALREADY_SENT) return true;
        toast.error(detail);
        return false;
      } finally {
        busy.current.delete(shown);
        setPending(({ [shown]: _ended, ...others }) => others);
      }
    },
    [id, shown, runId, queueMessage, sendMessage, dispatch, onChatId],
  );
  const stop = useStop(runId);
  const fork = useFork(id, onChatId);
  return { id, chat, error, refetch, send, stop, fork, pending: pending[shown], running: runId !== undefined };
}

function useStop(runId: string | undefined) {
  const [stopRun] = useStopRunMutation();
  return useCallback(() => {
    if (runId)
      stopRun(runId)
        .unwrap()
        .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  }, [runId, stopRun]);
}

/** Continues the chat in a new one from one of its answers. */
function useFork(id: string | undefined, onChatId: (id: string) => void) {
  const [forkChat] = useForkConversationMutation();
  return useCallback(
    (messageId: string) => {
      if (id)
        forkChat({ id, messageId })
          .unwrap()
          .then(
            // Both look the same until something new is said.
            (forked) => (onChatId(forked.id), toast(TEXT.forked)),
            (failure: unknown) => toast.error(toProblem(failure).detail),
          );
    },
    [id, forkChat, onChatId],
  );
}

/** The message was shown to the model, or is answered. */
const ALREADY_SENT = 'chat.already_sent';

/** Sends a message once more if the line broke: the server takes it once, and only its answer may have been lost. */
const repeated = <T>(send: () => Promise<T>): Promise<T> =>
  send().catch((failure: unknown) => {
    if (toProblem(failure).status !== 0) throw failure;
    return send();
  });

/** Whether the message waits for the end of the answer; false if that has come. @throws other problems */
const queued = (request: Promise<unknown>): Promise<boolean> =>
  request.then(
    () => true,
    (failure: unknown) => {
      if (['chat.not_running', ALREADY_SENT].includes(toProblem(failure).code)) return false;
      throw failure;
    },
  );

/** Appends what was sent and its empty answer; what stood in their place becomes another branch. */
function addExchange(chat: ConversationData, body: SendBody, sent: Sent): void {
  // What was sent again is shown already.
  if (chat.messages.some(({ id }) => id === sent.assistant_message_id)) return;
  const parent = body.answer_to ?? (body.parent_id === undefined ? chat.messages.at(-1)?.id : body.parent_id);
  const at = parent === null || parent === undefined ? -1 : chat.messages.findIndex(({ id }) => id === parent);
  const replaced = chat.messages[at + 1];
  chat.messages.length = at + 1;
  const own = body.answer_to ? sent.assistant_message_id : sent.message_id;
  const ids = replaced ? [...(replaced.siblings?.ids ?? [replaced.id]), own] : undefined;
  const added = exchange(body, sent, parent ?? null).slice(body.answer_to ? 1 : 0);
  if (ids) added[0]!.siblings = { ids, index: ids.length - 1 };
  chat.messages.push(...added);
  chat.running = true;
  chat.active_run = { id: sent.run_id, message_id: sent.assistant_message_id, status: 'running', seq: 0 };
}

/** The sent message and its empty answer. */
function exchange(body: SendBody, sent: Sent, parentId: string | null): Message[] {
  const created_at = new Date().toISOString();
  return [
    {
      id: sent.message_id,
      parent_id: parentId,
      role: 'user',
      created_at,
      parts: [{ type: 'text', text: body.text }],
      status: 'complete',
      files: body.files,
      attachments: body.attachments,
      chats: body.chats,
    },
    {
      id: sent.assistant_message_id,
      parent_id: sent.message_id,
      role: 'assistant',
      created_at,
      parts: [],
      run_id: sent.run_id,
      status: 'running',
      model: body.model,
    },
  ];
}

function newConversation(body: SendBody, sent: Sent): ConversationData {
  const now = new Date().toISOString();
  return {
    id: sent.conversation_id,
    user_id: '',
    created_at: now,
    updated_at: now,
    title: body.text.split('\n')[0]!.slice(0, 60) || null,
    running: true,
    waiting: false,
    pinned: false,
    folder: null,
    leaf_id: sent.assistant_message_id,
    messages: exchange(body, sent, null),
    usage: { total_tokens: 0 },
    has_more: false,
    queued: [],
    rehearsal: false,
    active_run: { id: sent.run_id, message_id: sent.assistant_message_id, status: 'running', seq: 0 },
  };
}
