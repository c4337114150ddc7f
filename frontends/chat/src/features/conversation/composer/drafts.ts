/**
 * The unsent messages of chats: one for each chat in the page, however many fields show it, and stored at each change.
 */
import type { Attachment, ChatRef, FileRef } from '../../../api/types';
import { newMessageId } from '../../../api/message-id';
import { withFiles } from './file-context';

const KEY = 'zo.chat-drafts';
const MAX = 30;
/** Chats per message that the API accepts. */
export const MAX_CHATS = 5;

/** An unsent message. */
export interface Draft {
  text: string;
  files: readonly FileRef[];
  attachments: readonly Attachment[];
  chats: readonly ChatRef[];
  /** The message before it, until the server has taken it. */
  sending?: Draft & { id?: string };
  /** The message that failed to be sent, while nothing is changed since: the server may have taken it nonetheless. */
  tried?: { readonly id: string; readonly since: Draft };
}

export const EMPTY_DRAFT: Draft = { text: '', files: [], attachments: [], chats: [] };

export const isEmptyDraft = ({ text, files, attachments, chats }: Draft): boolean =>
  text === '' && files.length + attachments.length + chats.length === 0;

/** A message, and what was written after it. */
export const joined = (message: Draft, since: Draft): Draft => ({
  text: [message.text, since.text].filter(Boolean).join('\n\n'),
  files: withFiles(message.files, since.files),
  attachments: [...message.attachments, ...since.attachments],
  chats: withChats(message.chats, since.chats),
});

export const withChats = (chats: readonly ChatRef[], added: readonly ChatRef[]): readonly ChatRef[] =>
  [...new Map([...chats, ...added].map((chat) => [chat.id, chat])).values()].slice(0, MAX_CHATS);

type Drafts = Record<string, Partial<Draft> | string>;

function all(): Drafts {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}

function keep(drafts: Drafts): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
    return true;
  } catch {
    // Storage is full or disabled: the draft is still in the field.
    return false;
  }
}

/** Drafts that a field shows, or that the storage does not hold as they are. */
const known = new Map<string, Draft>();
/** Chats whose draft the storage holds without its attachments, or not at all. */
const refused = new Set<string>();
const listeners = new Map<string, Set<() => void>>();
/** Chats whose message this page is sending. */
const inFlight = new Set<string>();

/** The unsent message of a chat; it survives a reload. The same object until it changes, while a field shows it. */
export function draftOf(chatId: string): Draft {
  const draft = known.get(chatId) ?? readDraft(chatId);
  known.set(chatId, draft);
  return draft;
}

/** The unsent message of a chat. One whose page was left before the server had taken it is unsent. */
export function readDraft(chatId: string): Draft {
  const shown = known.get(chatId);
  if (shown) return shown;
  const kept = all()[chatId];
  const { sending, ...draft } = { ...EMPTY_DRAFT, ...(typeof kept === 'string' ? { text: kept } : kept) };
  if (!sending) return draft;
  return inFlight.has(chatId) ? { ...draft, sending } : unsent(sending, draft);
}

const unsent = ({ id, ...message }: NonNullable<Draft['sending']>, since: Draft): Draft => ({
  ...joined(message, since),
  ...(id && { tried: { id, since } }),
});

/** Changes the draft of that chat, whichever chat is shown by now. What is changed is another message. */
export function changeDraft(chatId: string, edit: (draft: Draft) => Draft): void {
  const { tried: _tried, ...next } = edit(readDraft(chatId));
  put(chatId, next);
}

/** Drops the message that failed to be sent if the server has taken it. */
export function dropTaken(chatId: string, taken: ReadonlySet<string>): void {
  const { tried } = readDraft(chatId);
  if (tried && taken.has(tried.id)) put(chatId, tried.since);
}

function put(chatId: string, next: Draft): void {
  if (writeDraft(chatId, next)) refused.delete(chatId);
  else refused.add(chatId);
  known.set(chatId, next);
  forgetUnshown(chatId);
  for (const listener of listeners.get(chatId) ?? []) listener();
}

export function subscribeDraft(chatId: string, listener: () => void): () => void {
  const own = listeners.get(chatId) ?? new Set();
  listeners.set(chatId, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(chatId);
    forgetUnshown(chatId);
  };
}

/** Another tab may change a draft before it is shown here again. */
function forgetUnshown(chatId: string): void {
  if (!listeners.has(chatId) && !refused.has(chatId)) known.delete(chatId);
}

/** Whether a message of the chat is on its way; the next one waits for its end. */
export const isSending = (chatId: string): boolean => inFlight.has(chatId);

/** Empties the draft for the next message; `sendingEnded` has to follow. @returns the id of the message */
export function beginSending(chatId: string, { tried, ...message }: Draft): string {
  const id = tried && isEmptyDraft(tried.since) ? tried.id : newMessageId();
  inFlight.add(chatId);
  put(chatId, { ...EMPTY_DRAFT, sending: { ...message, id } });
  return id;
}

/** A message that was refused is put before what has been written since. */
export function sendingEnded(chatId: string, isTaken: boolean): void {
  const { sending, ...since } = readDraft(chatId);
  inFlight.delete(chatId);
  put(chatId, sending && !isTaken ? unsent(sending, since) : since);
}

/** Moves what was written after the first message of a new chat to the id the chat gets. */
export function moveDraft(from: string, to: string): void {
  const { sending: _taken, ...draft } = readDraft(from);
  changeDraft(from, () => EMPTY_DRAFT);
  if (!isEmptyDraft(draft)) changeDraft(to, () => draft);
}

/** Returns whether the storage holds all of it. */
function writeDraft(chatId: string, draft: Draft): boolean {
  const { [chatId]: _old, ...others } = all();
  const recent = Object.fromEntries(Object.entries(others).slice(-MAX + 1));
  if (isEmptyDraft(draft) && !draft.sending) return keep(recent);
  if (keep({ ...recent, [chatId]: draft })) return true;
  // Attachments can exceed the storage of the browser; then only the typed text is stored.
  keep({ ...recent, [chatId]: withoutAttachments(draft) });
  return false;
}

const withoutAttachments = ({ sending, ...draft }: Draft): Draft => ({
  ...draft,
  attachments: [],
  ...(sending && { sending: { ...sending, attachments: [] } }),
});
