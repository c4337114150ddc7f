import { LoaderCircle } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Attachment, ChatRef, FileRef } from '../../../api/types';
import { FileChip } from '../tools/file-chip';
import { AttachmentChip } from './attachment-chip';
import { ChatChip } from './chat-chip';
import { locationOfRef } from './file-context';
import type { RunningUpload } from './use-intake';

export interface ComposerChipsProps {
  files: readonly FileRef[];
  attachments: readonly Attachment[];
  chats: readonly ChatRef[];
  arriving: readonly RunningUpload[];
  onRemoveChat: (chat: ChatRef) => void;
  onRemoveFile: (file: FileRef) => void;
  onRemoveAttachment: (attachment: Attachment) => void;
}

/** Files and attachments of the message. Delete or Backspace removes the focused chip. */
export function ComposerChips(props: ComposerChipsProps) {
  const { files, attachments, chats, arriving, onRemoveFile, onRemoveAttachment, onRemoveChat } = props;
  if (files.length + attachments.length + chats.length + arriving.length === 0) return null;
  const onKey = (remove: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove();
  };
  return (
    <ul
      aria-label="Goes along with the message"
      className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto px-3 pt-2.5 *:min-w-0"
    >
      {files.map((file) => (
        <li key={file.path} className="flex max-w-full" onKeyDown={onKey(() => onRemoveFile(file))}>
          <FileChip location={locationOfRef(file)} onRemove={() => onRemoveFile(file)} />
        </li>
      ))}
      {chats.map((each) => (
        <li key={each.id} className="flex max-w-full" onKeyDown={onKey(() => onRemoveChat(each))}>
          <ChatChip chat={each} onRemove={() => onRemoveChat(each)} />
        </li>
      ))}
      {arriving.map(({ id, name }) => (
        <li
          key={id}
          className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-md bg-surface-3 px-2 text-sm text-text-2"
        >
          <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" />
          <span className="truncate">{name}</span>
          <span className="sr-only">is uploading</span>
        </li>
      ))}
      {attachments.map((each) => (
        <li key={each.id} className="flex max-w-full" onKeyDown={onKey(() => onRemoveAttachment(each))}>
          <AttachmentChip attachment={each} onRemove={() => onRemoveAttachment(each)} />
        </li>
      ))}
    </ul>
  );
}
