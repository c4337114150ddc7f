import { visible } from '@zo/proto/hidden-text';
import { FileText, Folder, Link2 } from 'lucide-react';
import { Link, useLocation } from '@zo/web/router';
import { chatQuery, fileHref, type Location } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import type { Receipt } from '../../../api/types';

type ChangedFile = Receipt['files'][number];

const LABEL = { created: 'new', modified: 'changed', deleted: 'deleted' } as const;
/** After text of others, of what runs later. */
const RUNS = { 'by-name': 'look before you run it', 'by-itself': 'runs by itself' } as const;
const ICON = { file: FileText, folder: Folder, link: Link2 } as const;
const folderOf = ({ root, path }: Location) => [root, ...path.slice(0, -1)].join('/');
const pathText = (path: readonly string[]) => visible(path.join(' / '));

function labelOf({ change, from, ...file }: ChangedFile): string {
  if (change !== 'moved') return LABEL[change];
  return from && folderOf(from) === folderOf(file) ? 'renamed' : 'moved';
}

/** One change to a file, as a link where there is something to open. */
export function ReceiptFile({ file, undone }: { file: ChangedFile; undone: boolean }) {
  const { search } = useLocation();
  const { change, kind = 'file', from, runs } = file;
  const Icon = ICON[kind];
  const look = 'flex h-9 items-center gap-2 border-t border-line-1 px-3 text-sm pointer-coarse:h-11';
  const isGone = change === (undone ? 'created' : 'deleted');
  const label = undone ? (isGone ? 'taken back' : 'put back') : labelOf(file);
  const shown = undone && from ? from : file;
  const content = (
    <>
      <Icon aria-hidden className={cn('size-4 shrink-0', !isGone && 'text-text-2')} />
      <span className={cn('min-w-0 flex-1 truncate', isGone && 'line-through')}>
        {from && !undone ? <span className="text-text-3">{`${pathText(from.path)} → `}</span> : null}
        {pathText(label === 'renamed' ? file.path.slice(-1) : shown.path)}
      </span>
      {runs && !undone ? <span className="shrink-0 text-xs text-warn">{RUNS[runs]}</span> : null}
      <span className={cn('shrink-0 text-xs', label === 'new' ? 'text-good' : 'text-text-3')}>{label}</span>
    </>
  );
  if (isGone) return <div className={cn(look, 'text-text-3')}>{content}</div>;
  return (
    <Link to={`${fileHref(shown)}${chatQuery(search)}`} className={cn(look, 'hover:bg-surface-2')}>
      {content}
    </Link>
  );
}
