import { useEffect } from 'react';
import type { Location } from '@zo/web/paths';
import type { Excerpt } from '@zo/web/store';
import type { Attachment, ChatRef, FileRef, QueuedMessage, SendBody } from '../../../api/types';
import { attachmentOf, isAttachment, MAX_ATTACHMENTS, MAX_TITLE } from './attachments';
import { beginSending, changeDraft, dropTaken, isSending, joined, sendingEnded, withChats, type Draft } from './drafts';
import { refOf, withFiles } from './file-context';
import { useDraft } from './use-draft';
import { useOpenFile } from './use-open-file';

export interface MessageOptions {
  chatId: string;
  /** The file beside the chat, which is attached until removed. */
  openFile?: Location;
  /** Paths of files attached to earlier messages of this chat. */
  known?: ReadonlySet<string>;
  /** Ids of the messages that the server has. */
  taken?: ReadonlySet<string>;
  /** The built-in helper answers: it takes plain commands and ignores attached files. */
  helper?: boolean;
  /** Resolves to false when the message was refused; its text then stays in the field. */
  onSend: (body: SendBody) => Promise<boolean>;
}

const NONE: ReadonlySet<string> = new Set();

type Change = (edit: (draft: Draft) => Draft) => void;

/** Adds and removes the pasted texts and the chats of a draft. */
const carriedBy = ({ attachments, chats }: Draft, change: Change) => ({
  /** CH-04: returns whether the pasted text became an attachment. */
  addPasted: (pasted: string): boolean => {
    if (!isAttachment(pasted, attachments)) return false;
    change((now) => ({ ...now, attachments: [...now.attachments, attachmentOf(pasted, new Date())] }));
    return true;
  },
  /** Returns false when the message has as many attachments as it may have. The same part is added once. */
  addExcerpt: ({ title, content, path }: Excerpt): boolean => {
    if (attachments.some((each) => each.content === content && each.title === title)) return true;
    if (attachments.length >= MAX_ATTACHMENTS) return false;
    const added = { ...attachmentOf(content, new Date()), title: title.slice(0, MAX_TITLE), ...(path && { path }) };
    change((now) => ({ ...now, attachments: [...now.attachments, added] }));
    return true;
  },
  removeAttachment: ({ id }: Attachment) =>
    change((now) => ({ ...now, attachments: now.attachments.filter((each) => each.id !== id) })),
  /** Returns false when the message has as many chats as it may have. */
  addChat: (chat: ChatRef): boolean => {
    const added = withChats(chats, [chat]);
    change((now) => ({ ...now, chats: added }));
    return added.some(({ id }) => id === chat.id);
  },
  removeChat: ({ id }: ChatRef) => change((now) => ({ ...now, chats: now.chats.filter((each) => each.id !== id) })),
});

/** The message being written: its text, files and attachments, and sending it. */
export function useMessage({ chatId, openFile, known = NONE, taken = NONE, helper = false, onSend }: MessageOptions) {
  const { draft, change } = useDraft(chatId);
  useEffect(() => dropTaken(chatId, taken), [chatId, taken, draft]);
  const { text, attachments, chats } = draft;
  const open = useOpenFile({ openFile, known, wanted: !helper });
  const files = open.file ? withFiles(draft.files, [open.file]) : draft.files;

  const removeFile = (file: FileRef) => {
    if (file.path === open.file?.path) open.dismiss();
    change((now) => ({ ...now, files: now.files.filter(({ path }) => path !== file.path) }));
  };
  const carried = carriedBy(draft, change);

  return {
    text,
    files,
    attachments,
    chats,
    empty: text.trim() === '' && attachments.length === 0,
    setText: (next: string) => change((now) => ({ ...now, text: next })),
    /** Adds what was said to the message it was said for, whichever chat is shown by now. */
    addSaid: (said: string) => change((now) => ({ ...now, text: now.text + (/\S$/.test(now.text) ? ' ' : '') + said })),
    /** Adds files to the draft of that chat, even when another chat is shown by now. */
    addFiles: (id: string, locations: readonly Location[]) =>
      changeDraft(id, (now) => ({ ...now, files: withFiles(now.files, locations.map(refOf)) })),
    ...carried,
    /** Puts a message before what is written. */
    putBack: ({ chats: about = [], ...message }: QueuedMessage) =>
      change((since) => joined({ ...message, chats: about }, since)),
    removeFile,
    removeLast: () => {
      if (attachments.length) carried.removeAttachment(attachments.at(-1)!);
      else if (chats.length) carried.removeChat(chats.at(-1)!);
      else if (files.length) removeFile(files.at(-1)!);
    },
    send: async () => {
      if (isSending(chatId)) return;
      const id = beginSending(chatId, draft);
      const isTaken = await onSend({
        id,
        text,
        ...(files.length && { files: [...files] }),
        ...(attachments.length && { attachments: [...attachments] }),
        ...(chats.length && { chats: [...chats] }),
      });
      sendingEnded(chatId, isTaken);
    },
  };
}
