import { BookOpen, Pencil, Wrench } from 'lucide-react';
import { type FocusEvent, useRef, useState } from 'react';
import { cn, Button, IconButton } from '@zo/web/ui';
import { newMessageId } from '../../api/message-id';
import type { Message, SendBody, ShownFile } from '../../api/types';
import { TEXT } from '../../messages';
import { AttachmentChip } from './composer/attachment-chip';
import { ChatChip } from './composer/chat-chip';
import { locationOfRef, splitMentions } from './composer/file-context';
import { GrowingText } from './composer/growing-text';
import { FileChip } from './tools/file-chip';
import { ShownMark } from './tools/shown-mark';

const NAMED = /(?<!`)`(tool [A-Za-z0-9_-]+|skill [^`\s]{1,64})`(?!`)/;

export interface UserMessageProps {
  message: Pick<Message, 'parts' | 'files' | 'attachments' | 'chats' | 'shown' | 'parent_id'>;
  /** Undefined while an answer is written. Resolves to false when the message was refused. */
  onEdit?: (body: SendBody) => Promise<boolean>;
}

/** A message of the user. CH-03: a click makes it editable; sending it again starts a new branch. */
export function UserMessage({ message, onEdit }: UserMessageProps) {
  const [editing, setEditing] = useState(false);
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const parts = splitMentions(text, message.files ?? []);
  const files = message.files?.filter((file) => !parts.includes(file)) ?? [];
  const tried = useRef<{ text: string; id: string }>(undefined);
  const send = async (next: string) => {
    const { parent_id, files: about, attachments, chats } = message;
    if (tried.current?.text !== next) tried.current = { text: next, id: newMessageId() };
    if (await onEdit?.({ ...tried.current, parent_id, files: about, attachments, chats })) setEditing(false);
  };
  const begin = () => {
    // A click that ends a text selection does not start editing.
    if (onEdit && window.getSelection()?.isCollapsed !== false) setEditing(true);
  };
  return (
    <div className="group/user flex flex-col items-end gap-1.5">
      {files.length || message.attachments?.length || message.chats?.length ? (
        <div className="flex max-w-[85%] flex-wrap justify-end gap-1.5">
          {files.map((file) => (
            <FileChip key={file.path} location={locationOfRef(file)}>
              {markOf(message.shown, file.path)}
            </FileChip>
          ))}
          {message.chats?.map((each) => (
            <ChatChip key={each.id} chat={each} />
          ))}
          {message.attachments?.map((each) => (
            <AttachmentChip key={each.id} attachment={each} />
          ))}
        </div>
      ) : null}
      {editing ? (
        <Editor text={text} canSend={onEdit !== undefined} onClose={() => setEditing(false)} onSend={send} />
      ) : text ? (
        <div className="flex max-w-[85%] min-w-0 items-start gap-1">
          {onEdit ? (
            <IconButton
              size="sm"
              label="Edit message"
              onClick={() => setEditing(true)}
              className="mt-1 opacity-0 group-hover/user:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
            >
              <Pencil className="size-3.5!" />
            </IconButton>
          ) : null}
          <div
            onClick={begin}
            className={cn(
              'min-w-0 rounded-xl rounded-br-sm border border-line-1 bg-surface-2',
              'px-3.5 py-2 text-base leading-[22px] break-words whitespace-pre-wrap',
            )}
          >
            {parts.map((part, index) =>
              typeof part === 'string' ? (
                withNames(part)
              ) : (
                <span key={index} className="inline-flex max-w-full align-bottom">
                  <FileChip location={locationOfRef(part)}>{markOf(message.shown, part.path)}</FileChip>
                </span>
              ),
            )}
          </div>
        </div>
      ) : null}
    </div>
  );
}

function markOf(shown: readonly ShownFile[] = [], path: string) {
  const found = shown.find((each) => each.path === path);
  return found ? <ShownMark shown={found} /> : null;
}

/** TL-03: a named tool, or a named skill, as a badge. */
const withNames = (text: string) =>
  text.split(NAMED).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span
        key={index}
        title={part.startsWith('tool ') ? TEXT.usesTool : TEXT.usesSkill}
        className={cn(
          'inline-flex h-6 max-w-full items-center gap-1.5 rounded-md',
          'bg-accent-soft px-2 align-bottom text-sm font-medium text-accent-text',
        )}
      >
        {part.startsWith('tool ') ? (
          <Wrench aria-hidden className="size-3.5 shrink-0" />
        ) : (
          <BookOpen aria-hidden className="size-3.5 shrink-0" />
        )}
        <span className="truncate">{part.slice(part.indexOf(' ') + 1)}</span>
      </span>
    ),
  );

interface EditorProps {
  text: string;
  /** False while an answer is written: the text stays until it can be sent. */
  canSend: boolean;
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

function Editor({ text, canSend, onSend, onClose }: EditorProps) {
  const [draft, setDraft] = useState(text);
  const isReady = canSend && draft.trim() !== '';
  const send = () => isReady && void onSend(draft);
  // CH-03: an outside click or blur ends editing; focusing one of its own buttons, or another window, does not.
  const leave = ({ currentTarget, relatedTarget, target }: FocusEvent<HTMLDivElement>) => {
    if (!currentTarget.contains(relatedTarget) && document.activeElement !== target) onClose();
  };
  return (
    <div className="w-full rounded-xl border border-line-2 bg-surface-1 p-1.5 focus-within:border-focus" onBlur={leave}>
      <GrowingText
        value={draft}
        onChange={setDraft}
        minHeight={40}
        label="Edit message"
        autoFocus
        className="px-2 py-2"
        onEnter={send}
        onEscape={onClose}
      />
      <div className="flex justify-end gap-1.5">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" disabled={!isReady} onClick={send}>
          {TEXT.send}
        </Button>
      </div>
    </div>
  );
}
