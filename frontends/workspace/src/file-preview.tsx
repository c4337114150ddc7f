import './features/viewers/find/find.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { nameOf, type Place } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { bestLine, foundHash, toProblem, useOpenFileQuery, type Found, type OpenFile } from '@zo/web/store';
import { Button, EmptyState, IconButton, SkeletonRows } from '@zo/web/ui';
import { SEARCH } from './features/search/messages';
import { TextEditor } from './features/code-editor/text-editor';
import { hitOfPlace } from './features/viewers/find/hit-of-place';
import { useFind } from './features/viewers/find/use-find';
import { VIEWER } from './features/viewers/messages';
import { viewerFor } from './features/viewers/choose-viewer';
import { ViewerFrame } from './features/viewers/viewer-frame';
import { FileIcon } from '@zo/web/file-types';
import { useHref } from './navigation/use-open';

/** Viewers whose text is rendered as a whole, so that the found words can be marked in it. */
const MARKED = new Set(['note', 'article', 'notebook', 'transcript', 'docx']);

type FoundLine = Found['lines'][number];

const textOf = ({ text, marks }: FoundLine): string => {
  const [mark] = marks.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
  return mark ? text.slice(mark[0], mark[1]) : '';
};

/** FT-14: a found file at the place that was found, for reading. The caller must key it by the path and the lines. */
export function FilePreview({ file: found }: { file: Found }) {
  const { lines } = found;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      lines.findIndex((line) => line === bestLine(found)),
    ),
  );
  const line = lines[Math.min(at, lines.length - 1)];
  const href = useHref()(found);
  const folder = found.path.slice(0, -1).join(' / ');
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line-1 pr-3 pl-5">
        <FileIcon name={nameOf(found)} isDirectory={found.isDirectory} className="size-4 shrink-0 text-text-2" />
        {folder ? <span className="min-w-0 shrink truncate text-sm text-text-2">{folder} /</span> : null}
        <span className="min-w-16 flex-1 truncate font-medium">{nameOf(found)}</span>
        {lines.length > 1 ? (
          <>
            <span role="status" className="shrink-0 text-xs text-text-2 tabular-nums">
              {at + 1} of {lines.length}
            </span>
            <IconButton label={SEARCH.previous} onClick={() => setAt((at + lines.length - 1) % lines.length)}>
              <ChevronUp />
            </IconButton>
            <IconButton label={SEARCH.next} onClick={() => setAt((at + 1) % lines.length)}>
              <ChevronDown />
            </IconButton>
          </>
        ) : null}
        <Button asChild>
          <Link to={href + foundHash(line)}>{SEARCH.open}</Link>
        </Button>
      </header>
      <div className="min-h-0 flex-1">
        {found.isDirectory ? <EmptyState title={SEARCH.folder} /> : <Body found={found} line={line} />}
      </div>
    </>
  );
}

function Body({ found, line }: { found: Found; line: FoundLine | undefined }) {
  const { root, path } = found;
  const location = useMemo(() => ({ root, path }), [root, path]);
  const { currentData: file, error } = useOpenFileQuery(location);
  const place = useMemo(() => line && { line: line.line, text: textOf(line) }, [line]);
  if (error) return <EmptyState title={VIEWER.error(toProblem(error).detail)} />;
  if (!file) return <SkeletonRows label="Loading" />;
  const isText = typeof file.fileContent === 'string';
  const viewer = viewerFor(location, file);
  const text = file.fileContent ?? '';
  if (!viewer) return <TextEditor name={nameOf(found)} text={text} wrap place={place} />;
  const isMarked = MARKED.has(viewer.id);
  // What is marked here is not marked by the viewer; a note puts the cursor there.
  const own = isMarked && viewer.id !== 'note' ? undefined : place;
  const frame = <ViewerFrame viewer={viewer} location={location} file={file} place={own} {...(isText && { text })} />;
  return isMarked ? (
    <Marked file={file} lines={found.lines} place={place}>
      {frame}
    </Marked>
  ) : (
    frame
  );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface MarkedProps {
  file: OpenFile;
  lines: readonly FoundLine[];
  place: Place | undefined;
  children: ReactNode;
}

/** Marks the found words in rendered text, and scrolls to the one that the place means. */
function Marked({ file, lines, place, children }: MarkedProps) {
  const host = useRef<HTMLDivElement>(null);
  const words = [...new Set(lines.flatMap(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to))))]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
  // A new pattern for each place, so that its hit becomes the current one.
  const pattern = useMemo(() => (words ? new RegExp(words, 'gu') : undefined), [words, place]);
  useFind(host, pattern, (hits) => hitOfPlace(hits, place, file.fileContent ?? ''));
  return (
    <div ref={host} className="h-full">
      {children}
    </div>
  );
}
