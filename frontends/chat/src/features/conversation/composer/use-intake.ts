import { useEffect, useRef, useState } from 'react';
import {
  handOver,
  questionTaken,
  useAppDispatch,
  useAppSelector,
  type Excerpt,
  type HandedUpload,
  type Question,
} from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { MAX_ATTACHMENTS } from './attachments';
import { MAX_FILES } from './file-context';
import { useDrop } from './use-drop';

/** Target folder of files uploaded through the chat. */
const UPLOADS: Location = { root: 'w', path: ['Uploads'] };

const two = (value: number) => String(value).padStart(2, '0');

/** Names a pasted image by its time, because browsers name every one image.png. */
function named(file: File, now: Date): File {
  if (!/^image\.(png|jpe?g|gif|webp)$/i.test(file.name)) return file;
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.');
  const ending = file.name.slice(file.name.lastIndexOf('.'));
  return new File([file], `Pasted ${day} ${time}${ending}`, { type: file.type, lastModified: file.lastModified });
}

/** A file that is being uploaded. */
export interface RunningUpload {
  id: number;
  /** The chat whose message waits for it. */
  chatId: string;
  name: string;
}

interface FileInput {
  chatId: string;
  /** Attaches uploaded files to the draft of a chat. */
  onFiles: (chatId: string, locations: readonly Location[]) => void;
  /** Adds a text to the draft. */
  onText: (text: string) => void;
  /** Adds a part of a file to the draft; returns false when it has too many. */
  onExcerpt: (excerpt: Excerpt) => boolean;
  /** Called when the user added files, so that the text field gets the focus. */
  onFocus: () => void;
}

/**
 * All ways to bring files into the composer: dropped rows, dropped, pasted or chosen files, and questions from other
 * parts.
 */
export function useFileInput({ chatId, onFiles, onText, onExcerpt, onFocus }: FileInput) {
  const dispatch = useAppDispatch();
  const [arriving, setArriving] = useState<readonly RunningUpload[]>([]);
  const counter = useRef(0);
  const question = useAppSelector((state) => state.ui.question);

  const add = (locations: readonly Location[]) => {
    if (locations.length > MAX_FILES) toast(TEXT.tooManyFiles(MAX_FILES));
    onFiles(chatId, locations.slice(0, MAX_FILES));
    onFocus();
  };
  const take = useRef<(asked: Question) => void>(undefined);
  take.current = ({ files, text, excerpt }) => {
    if (text) onText(text);
    if (excerpt && !onExcerpt(excerpt)) toast(TEXT.tooManyAttachments(MAX_ATTACHMENTS));
    add(files);
  };
  useEffect(() => {
    if (!question) return;
    dispatch(questionTaken());
    take.current?.(question);
  }, [question, dispatch]);

  const awaitFile = ({ name, arrived }: HandedUpload) => {
    const id = counter.current++;
    setArriving((now) => [...now, { id, chatId, name }]);
    void arrived.then((location) => {
      setArriving((now) => now.filter((each) => each.id !== id));
      if (location) onFiles(chatId, [location]);
    });
  };
  const upload = (given: readonly File[] | readonly DataTransferItem[]) => {
    for (const each of handOver(UPLOADS, given)) awaitFile(each);
    onFocus();
  };

  const { over, handlers } = useDrop({ onRows: add, onFiles: upload });
  /** Returns whether the clipboard held files. Text that comes with an image of itself is pasted as text. */
  const pasteFiles = (clipboard: DataTransfer): boolean => {
    const files = [...(clipboard.files ?? [])];
    if (files.length === 0 || clipboard.getData('text/plain')) return false;
    upload(files.map((file) => named(file, new Date())));
    return true;
  };
  return { arriving: arriving.filter((each) => each.chatId === chatId), over, handlers, pasteFiles, upload };
}
