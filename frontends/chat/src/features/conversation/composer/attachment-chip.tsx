import { ClipboardPaste, X } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '@zo/web/format';
import { Dialog } from '@zo/web/ui';
import type { Attachment } from '../../../api/types';

/** CH-04: pasted text as a chip; a click shows all of it. */
export function AttachmentChip({ attachment, onRemove }: { attachment: Attachment; onRemove?: () => void }) {
  const [open, setOpen] = useState(false);
  const { title, content, lineCount } = attachment;
  return (
    <span className="inline-flex h-6 max-w-56 min-w-0 items-center rounded-md bg-surface-3 text-sm text-text-1">
      <button
        type="button"
        onClick={() => setOpen(true)}
        title={title}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 hover:bg-surface-4"
      >
        <ClipboardPaste aria-hidden className="size-3.5 text-text-2" />
        <span className="truncate">{title || 'Pasted text'}</span>
        <span className="shrink-0 text-xs text-text-3">{formatCount(lineCount, 'line')}</span>
      </button>
      {onRemove ? (
        <button
          type="button"
          aria-label={`Remove ${title}`}
          onClick={onRemove}
          className="flex size-6 shrink-0 items-center justify-center rounded-md hover:bg-surface-4"
        >
          <X className="size-3" />
        </button>
      ) : null}
      <Dialog open={open} onOpenChange={setOpen} title={title || 'Pasted text'} className="max-w-2xl">
        <pre className="font-mono text-xs leading-[18px] break-words whitespace-pre-wrap">{content}</pre>
      </Dialog>
    </span>
  );
}
