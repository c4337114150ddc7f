import { AArrowDown, AArrowUp, ChevronLeft, ChevronRight, TableOfContents } from 'lucide-react';
import { IconButton } from '@zo/web/ui';
import { BOOK } from './messages';
import { SIZES } from './reading-place';
import type { OpenBook } from './use-book';

interface BookToolbarProps {
  open: OpenBook;
  size: number;
  onSize: (size: number) => void;
  rail: boolean;
  onRail: () => void;
}

/** The toolbar above the pages of a book. */
export function BookToolbar({ open: { book, at, turn }, size, onSize, rail, onRail }: BookToolbarProps) {
  const step = SIZES.findIndex((known) => known === size);
  const isFirst = !at || (at.chapter === 0 && at.page === 0);
  const isLast = !at || !book || (at.chapter === book.chapters - 1 && at.page === at.pages - 1);
  return (
    <div
      role="toolbar"
      aria-label="Book"
      className="flex h-10 shrink-0 items-center gap-0.5 border-b border-line-1 bg-surface-1 px-3 pointer-coarse:h-13"
    >
      <IconButton label={rail ? BOOK.hideContents : BOOK.contents} active={rail} onClick={onRail}>
        <TableOfContents />
      </IconButton>
      <IconButton label={BOOK.previous} keys="←" disabled={isFirst} onClick={() => turn(-1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={BOOK.next} keys="→" disabled={isLast} onClick={() => turn(1)}>
        <ChevronRight />
      </IconButton>
      <span role="status" aria-label="Page" className="ml-2 min-w-0 truncate text-sm text-text-2 tabular-nums">
        {book && at ? (
          <>
            <span className="@max-sm:hidden">{BOOK.chapter(at.chapter + 1, book.chapters)}, </span>
            {BOOK.page(at.page + 1, at.pages)}
          </>
        ) : null}
      </span>
      <span className="flex-1" />
      <IconButton label={BOOK.smaller} disabled={step <= 0} onClick={() => onSize(SIZES[step - 1]!)}>
        <AArrowDown />
      </IconButton>
      <IconButton label={BOOK.larger} disabled={step === SIZES.length - 1} onClick={() => onSize(SIZES[step + 1]!)}>
        <AArrowUp />
      </IconButton>
    </div>
  );
}
