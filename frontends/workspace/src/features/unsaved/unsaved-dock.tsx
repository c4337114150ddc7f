import { FileClock, RotateCw, Trash2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link } from '@zo/web/router';
import { nameOf } from '@zo/web/paths';
import { cn, IconButton, toast } from '@zo/web/ui';
import { useHref } from '../../navigation/use-open';
import { NOT_STORED } from '../../document/messages';
import type { SaveStatus } from '../../document/document-state';
import type { TextDocument } from '../../document/text-document';
import { documents } from '../../document/use-document';
import { useUnsaved } from './use-unsaved';

const REASON: Partial<Record<SaveStatus, string>> = {
  saving: 'Saving…',
  dirty: 'Saving…',
  waiting: 'Saved when the server is back',
  conflict: 'Changed on both sides. Open it to choose.',
  deleted: 'Deleted on disk. Open it to save it again.',
};

function UnsavedLine({ document }: { document: TextDocument }) {
  const state = useSyncExternalStore(document.subscribe, document.getState);
  const href = useHref();
  const name = nameOf(document.location);
  const discard = () => {
    const bringBack = documents.discard(document);
    toast(`Dropped your edit of "${name}"`, { action: { label: 'Undo', onClick: () => void bringBack() } });
  };
  return (
    <li className="flex items-center gap-2 py-1 pr-2 pl-4">
      <Link to={href(document.location)} className="min-w-0 flex-1 rounded-md py-0.5 hover:text-accent-text">
        <span className="block truncate text-sm" title={document.location.path.join(' / ')}>
          {name}
        </span>
        <span className="block text-xs text-text-3">
          {state.draft === 'refused' ? NOT_STORED : (REASON[state.status] ?? state.problem)}
        </span>
      </Link>
      <IconButton size="sm" label={`Save ${name} now`} onClick={() => void document.save()}>
        <RotateCw />
      </IconButton>
      <IconButton size="sm" label={`Drop the edit of ${name}`} onClick={discard}>
        <Trash2 />
      </IconButton>
    </li>
  );
}

/** ED-08: edits that are not yet on disk, shown on every page. */
export function UnsavedDock() {
  const unsaved = useUnsaved();
  if (unsaved.length === 0) return null;
  return (
    <section
      aria-label="Unsaved edits"
      className={cn(
        'w-84 max-w-full overflow-hidden rounded-xl border border-line-1',
        'bg-surface-1 shadow-float animate-menu-in',
      )}
    >
      <h2
        aria-live="polite"
        className={cn(
          'flex h-11 items-center gap-2 px-4 text-sm font-semibold tracking-normal',
          '[&_svg]:size-4 [&_svg]:text-warn',
        )}
      >
        <FileClock />
        {unsaved.length === 1 ? '1 edit is not saved yet' : `${unsaved.length} edits are not saved yet`}
      </h2>
      <ul className="max-h-56 overflow-y-auto border-t border-line-1 py-1">
        {unsaved.map((document) => (
          <UnsavedLine key={document.draftKey} document={document} />
        ))}
      </ul>
    </section>
  );
}
