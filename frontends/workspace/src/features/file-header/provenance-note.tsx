import { ClipboardPaste, FileText, Globe, Search, Sparkles, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { FileMade, FileSource } from '@zo/web/api';
import { Link } from '@zo/web/router';
import { useFileProvenanceQuery } from '@zo/web/store';
import { formatDate } from '@zo/web/format';
import { fileHref, nameOf, parseAddress, pathKey, type Location } from '@zo/web/paths';
import { cn, Popover } from '@zo/web/ui';
import { PROVENANCE } from './messages';

type Made = FileMade;
type Source = FileSource;

const ICONS: Record<Source['kind'], LucideIcon> = { file: FileText, web: Globe, search: Search, paste: ClipboardPaste };
const MAX_NAMED = 2;

const shortName = ({ name, file_path }: Source) => (file_path ? nameOf(parseAddress(file_path)) : name);

/** 'from a.test and notes.md'; empty without sources. */
export function fromWhat({ sources, more }: Pick<Made, 'sources' | 'more'>): string {
  const named = [...new Set(sources.map(shortName))];
  const others = named.length + more - MAX_NAMED;
  if (named.length === 0) return '';
  const first = named.slice(0, MAX_NAMED).join(', ');
  return `${PROVENANCE.from} ${others > 0 ? `${first} and ${others} more` : named.join(' and ')}`;
}

/** Which answer wrote the open file last, and from what; it leads there. */
export function ProvenanceNote({ location }: { location: Location }) {
  const [open, setOpen] = useState(false);
  const { data: made } = useFileProvenanceQuery(pathKey(location), { refetchOnMountOrArgChange: true });
  if (!made) return null;
  const verb = made.was_there ? PROVENANCE.changedBy : PROVENANCE.madeBy;
  const title = made.chat.title || PROVENANCE.noTitle;
  const from = fromWhat(made);
  const since = made.changed_since ? PROVENANCE.since : '';
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={PROVENANCE.title}
      align="end"
      className="w-80 max-w-[calc(100vw-2rem)] p-3"
      trigger={
        <button
          type="button"
          aria-label={[`${verb} ${title}`, from, since].filter(Boolean).join(', ')}
          className={cn(
            'flex h-7 max-w-80 min-w-7 items-center justify-center gap-1.5',
            'rounded-md px-1.5 text-sm text-text-2',
            'hover:bg-surface-3 hover:text-text-1 data-[state=open]:bg-surface-3',
            'pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          )}
        >
          <Sparkles aria-hidden className="size-4 shrink-0" />
          <span aria-hidden className="truncate @max-3xl:hidden">
            {verb} <em>{title}</em>
            {from ? `, ${from}` : ''}
          </span>
        </button>
      }
    >
      <p className="text-sm">
        {verb}{' '}
        <Link
          to={`${fileHref(location)}?chat=${made.chat.id}&chat_view=sidebar`}
          onClick={() => setOpen(false)}
          className="font-medium text-accent-text hover:underline"
        >
          {title}
        </Link>
        <span className="text-text-2"> {formatDate(Date.parse(made.at), Date.now())}</span>
      </p>
      {since ? <p className="mt-1 text-sm text-text-2">{since}</p> : null}
      {made.sources.length > 0 ? (
        <>
          <h3 className="mt-2 text-xs font-medium text-text-2">{PROVENANCE.sources}</h3>
          <ul className="mt-1 max-h-60 overflow-y-auto">
            {made.sources.map((source) => (
              <SourceRow key={`${source.kind} ${source.name}`} source={source} onOpen={() => setOpen(false)} />
            ))}
          </ul>
          {made.more > 0 ? <p className="mt-1 text-xs text-text-3">{PROVENANCE.more(made.more)}</p> : null}
        </>
      ) : (
        <p className="mt-1 text-sm text-text-2">{PROVENANCE.none}</p>
      )}
    </Popover>
  );
}

function SourceRow({ source, onOpen }: { source: Source; onOpen: () => void }) {
  const { kind, name, file_path } = source;
  const Icon = ICONS[kind];
  const body = (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0 text-text-3" />
      <span className="min-w-0 flex-1 truncate" title={name}>
        {kind === 'search' ? PROVENANCE.searched(name) : shortName(source)}
      </span>
    </>
  );
  const look = 'flex min-h-7 items-center gap-2 rounded-md px-1 text-sm';
  return (
    <li>
      {file_path ? (
        <Link to={fileHref(parseAddress(file_path))} onClick={onOpen} className={`${look} hover:bg-surface-3`}>
          {body}
        </Link>
      ) : (
        <span className={look}>{body}</span>
      )}
    </li>
  );
}
