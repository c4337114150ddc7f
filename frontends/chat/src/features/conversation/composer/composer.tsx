import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { pathKey, type FilePath } from '@zo/web/paths';
import type { Attachment, FileRef, SendBody } from '../../../api/types';
import { TEXT } from '../../../messages';
import { FileChip } from '../tools/file-chip';
import { AttachmentChip } from './attachment-chip';
import { attachmentOf, isAttachment } from './attachments';
import { readDraft, writeDraft } from './drafts';
import { placeOfRef, refOf, withFile } from './file-context';
import { GrowingText } from './growing-text';
import { SendButton } from './send-button';
import { useTyping } from './use-typing';

export interface ComposerProps {
  chatId: string;
  running: boolean;
  /** The file beside the chat: part of the message until removed. */
  openFile?: FilePath;
  /** The model picker. */
  tools: ReactNode;
  autoFocus?: boolean;
  /** Resolves false when the message was not taken; the text then stays. */
  onSend: (body: SendBody) => Promise<boolean>;
  onStop: () => void;
}

/** CH-01, CH-02, CH-04, CH-05: where a message is written. */
export function Composer({ chatId, running, openFile, tools, autoFocus, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(chatId));
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const { files, remove, removeLast, clear } = useFiles(openFile);
  const [typing, touch] = useTyping();
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = text.trim() === '' && attachments.length === 0;

  const sending = useRef(false);
  const shown = useRef(chatId);
  shown.current = chatId;

  useEffect(() => setText(readDraft(chatId)), [chatId]);

  const change = (next: string) => {
    setText(next);
    writeDraft(chatId, next);
    touch();
  };
  const send = async () => {
    if (empty || running || sending.current) return;
    sending.current = true;
    const message = { text, attachments };
    change('');
    setAttachments([]);
    const taken = await onSend({
      text,
      ...(files.length && { files: [...files] }),
      ...(attachments.length && { attachments: [...attachments] }),
    });
    sending.current = false;
    if (taken) return clear();
    writeDraft(chatId, joined(message.text, readDraft(chatId)));
    if (shown.current !== chatId) return;
    setText((typed) => joined(message.text, typed));
    setAttachments((added) => [...message.attachments, ...added]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!isAttachment(pasted, attachments)) return;
    event.preventDefault();
    setAttachments([...attachments, attachmentOf(pasted, new Date())]);
  };

  return (
    <div
      className="relative rounded-xl border border-line-2 bg-surface-1 shadow-float transition-colors duration-[120ms] focus-within:border-focus"
      onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
    >
      {files.length + attachments.length > 0 ? (
        <div className="flex flex-wrap gap-1.5 px-3 pt-2.5">
          {files.map((file) => (
            <FileChip key={file.path} place={placeOfRef(file)} onRemove={() => remove(file)} />
          ))}
          {attachments.map((each) => (
            <AttachmentChip
              key={each.id}
              attachment={each}
              onRemove={() => setAttachments(attachments.filter(({ id }) => id !== each.id))}
            />
          ))}
        </div>
      ) : null}
      <GrowingText
        field={field}
        value={text}
        onChange={change}
        minHeight={80}
        label="Message"
        placeholder={TEXT.placeholder}
        autoFocus={autoFocus}
        className="rounded-xl px-3.5 pt-3 pb-12 pointer-coarse:pb-15"
        onEnter={() => void send()}
        onPaste={onPaste}
        onBackspaceInEmpty={() => (attachments.length ? setAttachments(attachments.slice(0, -1)) : removeLast())}
      />
      {/* Over the lower edge of the field, which keeps that much room free under its text. */}
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-center justify-end gap-1.5 rounded-b-xl bg-surface-1 px-2.5 pt-1 pb-2.5 *:pointer-events-auto">
        {tools}
        <SendButton
          length={text.length}
          running={running}
          disabled={empty}
          typing={typing}
          onSend={() => void send()}
          onStop={onStop}
        />
      </div>
    </div>
  );
}

/** A message that was not taken, and what was typed since. */
const joined = (message: string, typed: string): string => [message, typed].filter(Boolean).join('\n\n');

/** The open file is in view until removed; another open file counts anew. */
function useFiles(openFile: FilePath | undefined) {
  const [added, setAdded] = useState<readonly FileRef[]>([]);
  const [dismissed, setDismissed] = useState<string>();
  const key = openFile && openFile.path.length > 0 ? pathKey(openFile) : undefined;
  const files = key && key !== dismissed ? withFile(added, refOf(openFile!)) : added;
  const remove = (file: FileRef) => {
    setAdded(added.filter(({ path }) => path !== file.path));
    if (file.path === key) setDismissed(key);
  };
  return { files, remove, removeLast: () => files.length > 0 && remove(files.at(-1)!), clear: () => setAdded([]) };
}
