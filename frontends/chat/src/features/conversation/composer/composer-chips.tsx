import { LoaderCircle } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Attachment, FileRef } from '../../../api/types';
import { FileChip } from '../tools/file-chip';
import { AttachmentChip } from './attachment-chip';
import { locationOfRef } from './file-context';
import type { RunningUpload } from './use-intake';

export interface ComposerChipsProps {
  files: readonly FileRef[];
  attachments: readonly Attachment[];
  arriving: readonly RunningUpload[];
  onRemoveFile: (file: FileRef) => void;
  onRemoveAttachment: (attachment: Attachment) => void;
}

/** Files and attachments of the message. Delete or Backspace removes the focused chip. */
export function ComposerChips({ files, attachments, arriving, onRemoveFile, onRemoveAttachment }: ComposerChipsProps) {
  if (files.length + attachments.length + arriving.length === 0) return null;
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
