import { useCallback, useRef, useState } from 'react';
import { useContentOriginsQuery } from '@zo/web/store';
import { nameOf, type Location } from '@zo/web/paths';
import { useIsDark } from '@zo/web/drawings';
import { cn, SkeletonRows } from '@zo/web/ui';
import { FileInfo } from '../info/file-info';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import { useLoaded } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { BookToolbar } from './book-toolbar';
import type { Book } from './frame-messages';
import { BOOK } from './messages';
import { readPlace } from './reading-place';
import { useBookKeys } from './use-book-keys';
import { useBook, type OpenBook } from './use-book';

const MAX_BYTES = 128 * 1024 * 1024;

const asBytes = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(bytes);

/** FV-01 ebook: an EPUB, in a frame of the content origin. */
export default function BookViewer({ location, file }: ViewerProps) {
  const { data: content } = useContentOriginsQuery();
  const { result, problem, retry } = useLoaded(sourceOf(location, file), MAX_BYTES, asBytes);
  const [attempt, setAttempt] = useState(0);
  if (content?.origins === null) return <FileInfo location={location} file={file} message={BOOK.noOrigin} />;
  if (problem) return <Unreadable location={location} noun="book" problem={problem} onRetry={retry} />;
  if (!content?.origins || !result) return <SkeletonRows label="Loading" />;
  return (
    <Reader
      key={`${attempt} ${file.mtimeMs}`}
      location={location}
      file={file}
      bytes={result}
      // Always the same host name, so that browsers keep the code.
      address={`${content.origins.replace('*', 'frames')}/frame/book.html`}
      onRetry={() => setAttempt((now) => now + 1)}
    />
  );
}

interface ReaderProps extends Pick<ViewerProps, 'location' | 'file'> {
  bytes: Uint8Array<ArrayBuffer>;
  address: string;
  onRetry: () => void;
}

function Reader({ location, file, bytes, address, onRetry }: ReaderProps) {
  const [size, setSize] = useState(() => readPlace(location).size);
  const isDark = useIsDark();
  const open = useBook(location, bytes, { size, isDark });
  const [rail, setRail] = useState(false);
  const view = useRef<HTMLElement>(null);
  useBookKeys(view, open.turn);
  if (open.problem === 'protected') return <FileInfo location={location} file={file} message={BOOK.protected} />;
  if (open.problem) return <Unreadable location={location} noun="book" problem={open.problem} onRetry={onRetry} />;
  return (
    <section
      ref={view}
      aria-label={nameOf(location)}
      tabIndex={-1}
      data-page-focus
      className="@container flex h-full flex-col outline-none"
    >
      <BookToolbar open={open} size={size} onSize={setSize} rail={rail} onRail={() => setRail(!rail)} />
      <div className="relative flex min-h-0 flex-1">
        {rail && open.book ? <ContentsRail book={open.book} open={open} onChosen={() => setRail(false)} /> : null}
        <BookFrame location={location} address={address} open={open} />
      </div>
    </section>
  );
}

function BookFrame({ location, address, open }: { location: Location; address: string; open: OpenBook }) {
  return (
    <>
      {open.at ? null : (
        <div className="absolute inset-0">
          <SkeletonRows label="Loading" />
        </div>
      )}
      <iframe
        ref={open.frame}
        src={address}
        title={`Pages of ${nameOf(location)}`}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className={cn('block min-w-0 flex-1 border-0', !open.at && 'invisible')}
      />
    </>
  );
}

interface ContentsRailProps {
  book: Book;
  open: OpenBook;
  /** On a narrow pane the list covers the pages, so it goes. */
  onChosen: () => void;
}

function ContentsRail({ book, open, onChosen }: ContentsRailProps) {
  const choose = useCallback(
    (chapter: number, anchor: string, pane: HTMLElement) => {
      open.go({ chapter, anchor });
      if (pane.closest('section')!.clientWidth < 640) onChosen();
    },
    [open, onChosen],
  );
  return (
    <nav
      aria-label={BOOK.contents}
      className={cn(
        'z-10 w-64 shrink-0 overflow-y-auto border-r border-line-1 bg-surface-1 p-2 @max-2xl:absolute',
        '@max-2xl:inset-0 @max-2xl:w-auto',
      )}
    >
      {book.contents.length === 0 ? <p className="px-2 py-1 text-sm text-text-2">{BOOK.noContents}</p> : null}
      {book.contents.map(({ title, chapter, anchor, depth }, index) => (
        <button
          key={index}
          type="button"
          aria-current={chapter === open.at?.chapter || undefined}
          onClick={({ currentTarget }) => choose(chapter, anchor, currentTarget)}
          style={{ paddingLeft: 8 + depth * 12 }}
          className={cn(
            'block min-h-7 w-full rounded-md py-1 pr-2 text-left text-sm break-words text-text-2',
            'hover:bg-surface-3 hover:text-text-1 aria-[current]:font-medium aria-[current]:text-text-1',
            'pointer-coarse:min-h-11',
          )}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}
