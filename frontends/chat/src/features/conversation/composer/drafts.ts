import type { Attachment, ChatRef, FileRef } from '../../../api/types';

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
}

export const EMPTY_DRAFT: Draft = { text: '', files: [], attachments: [], chats: [] };

export const isEmptyDraft = ({ text, files, attachments, chats }: Draft): boolean =>
  text === '' && files.length + attachments.length + chats.length === 0;

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

/** The unsent message of a chat; it survives a reload. */
export function readDraft(chatId: string): Draft {
  const kept = all()[chatId];
  return { ...EMPTY_DRAFT, ...(typeof kept === 'string' ? { text: kept } : kept) };
}

/** Moves the draft of a new chat to the id it gets. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  writeDraft(from, EMPTY_DRAFT);
  if (!isEmptyDraft(draft)) writeDraft(to, draft);
}

export function writeDraft(chatId: string, draft: Draft): void {
  const { [chatId]: _old, ...others } = all();
  const recent = Object.fromEntries(Object.entries(others).slice(-MAX + 1));
  if (isEmptyDraft(draft)) return void keep(recent);
  // Attachments can exceed the storage of the browser; then only the typed text is stored.
  if (!keep({ ...recent, [chatId]: draft })) keep({ ...recent, [chatId]: { ...draft, attachments: [] } });
}
