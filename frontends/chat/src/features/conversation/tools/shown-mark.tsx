import { BookOpen, CircleSlash, Eye, FileCheck, FileMinus, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { cn, Popover } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import type { ShownFile } from '../../../api/types';
import { TEXT } from '../../../messages';
import { locationOfRef } from '../composer/file-context';

const ICONS: Record<ShownFile['as'], LucideIcon> = {
  whole: FileCheck,
  part: FileMinus,
  picture: Eye,
  pages: BookOpen,
  folder: FileCheck,
  named: CircleSlash,
};

/** CH-05: what became of a file of a message: shown whole, which part, or why not. */
export function ShownMark({ shown: { path, as, note, tokens } }: { shown: ShownFile }) {
  const [open, setOpen] = useState(false);
  const Icon = ICONS[as];
  const fate = TEXT.shown[as];
  return (
    // Not a click on the message, which would edit it.
    <span className="contents" onClick={(event) => event.stopPropagation()}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={`${nameOf(locationOfRef({ id: '', path }))}: ${fate}`}
        align="end"
        className="w-64 p-3"
        trigger={
          <button
            type="button"
            aria-label={`${fate}: ${nameOf(locationOfRef({ id: '', path }))}`}
            className={cn(
              '-ml-1 flex size-6 shrink-0 items-center justify-center rounded-md text-text-2 touch-area',
              'hover:bg-surface-3',
            )}
          >
            <Icon aria-hidden className="size-3.5" />
          </button>
        }
      >
        <p className="text-sm font-medium">{fate}</p>
        {note ? <p className="mt-1 text-sm text-text-2">{note}</p> : null}
        {tokens > 0 ? <p className="mt-1 text-xs text-text-3">{TEXT.aboutTokens(formatNumber(tokens))}</p> : null}
      </Popover>
    </span>
  );
}
