import { formatAge, formatDate } from '@zo/web/format';
import { nameOf, shownName } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { bestLine, countedIn, foundHash, type Found } from '@zo/web/store';
import { cn, Marked } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { useHref } from '../../navigation/use-open';

const MAX_LINES = 2;

/** The number of a line, or of a page of a PDF; other documents have no lines that could be counted. */
function LineNumber({ name, line }: { name: string; line: number }) {
  const counted = countedIn(name);
  if (!counted) return null;
  const isPage = counted === 'page';
  return (
    <span className="min-w-6 shrink-0 font-mono text-xs leading-5 max-md:hidden">
      <span className="sr-only">{isPage ? 'Page ' : 'Line '}</span>
      {isPage ? <span aria-hidden>p. </span> : null}
      {line}
    </span>
  );
}

/** One file with its first lines; the name opens it at the best of them. */
export function Result({
  file,
  now,
  isPhone,
  isChosen,
  onChoose,
}: {
  file: Found;
  now: number;
  isPhone: boolean;
  isChosen: boolean;
  onChoose: (file: Found) => void;
}) {
  const href = useHref()(file);
  const name = shownName(nameOf(file));
  const folder = [...(file.root === 's' ? ['Sites'] : []), ...file.path.slice(0, -1)].join(' / ');
  return (
    <li
      className={cn(
        'group flex gap-3 rounded-lg px-2.5 py-2 focus-within:bg-surface-4 focus-within:hover:bg-surface-4',
        'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
        isChosen ? 'bg-surface-4' : 'hover:bg-surface-2',
      )}
      onFocus={() => onChoose(file)}
    >
      <FileIcon name={nameOf(file)} isDirectory={file.isDirectory} className="mt-0.5 size-4 shrink-0 text-text-2" />
      <div className="min-w-0 flex-1">
        <Link
          to={href + foundHash(bestLine(file))}
          data-result
          className="flex min-h-6 items-baseline gap-2 outline-none pointer-coarse:min-h-8"
        >
          <span className="-ml-0.5 truncate px-0.5 text-base font-medium pointer-coarse:text-lg">
            <Marked text={name} marks={name === nameOf(file) ? file.nameMarks : []} />
          </span>
          <span className="min-w-0 flex-1 truncate text-sm text-text-2">{folder}</span>
          <span className="shrink-0 text-xs text-text-2">
            {isPhone ? formatAge(file.mtime, now) : formatDate(file.mtime, now)}
          </span>
        </Link>
        {file.lines.slice(0, MAX_LINES).map((line) => (
          <Link
            key={line.line}
            to={href + foundHash(line)}
            tabIndex={-1}
            className="flex gap-3 rounded-sm text-sm text-text-2 hover:text-text-1 max-md:text-base"
          >
            <LineNumber name={nameOf(file)} line={line.line} />
            <span className="-ml-0.5 truncate px-0.5 max-md:line-clamp-2 max-md:whitespace-normal">
              <Marked text={line.text} marks={line.marks} />
            </span>
          </Link>
        ))}
      </div>
    </li>
  );
}
