import { FileText, ReceiptText, Undo2 } from 'lucide-react';
import { toProblem } from '@zo/web/store';
import { formatCount } from '@zo/web/format';
import { Button, toast } from '@zo/web/ui';
import { Link, useLocation } from '@zo/web/router';
import { chatQuery, fileHref, nameOf } from '@zo/web/paths';
import { useUndoRunMutation } from '../../../api/runs.endpoints';
import type { Receipt, Undone } from '../../../api/types';
import { formatDuration } from './describe-call';

const CHANGE = { created: 'new', modified: 'changed', deleted: 'deleted' } as const;

/** The changes an answer made, from the ledger, with Undo for files. Hidden when nothing was changed. */
export function ReceiptCard({
  receipt,
  runId,
  conversationId,
}: {
  receipt: Receipt;
  runId: string;
  conversationId: string;
}) {
  const [undo, { isLoading }] = useUndoRunMutation();
  const { files, commands, tokens } = receipt;
  if (files.length === 0 && commands.length === 0) return null;
  const takeBack = () => {
    undo({ runId, conversationId })
      .unwrap()
      .then(tell, (failure: unknown) => toast.error(toProblem(failure).detail));
  };
  const facts = [
    ...(files.length ? [formatCount(files.length, 'file')] : []),
    ...(commands.length ? [formatCount(commands.length, 'command')] : []),
    ...(tokens.total ? [`${tokens.total.toLocaleString('en-US')} tokens`] : []),
    formatDuration(receipt.duration_ms),
  ];
  return (
    <section aria-label="Receipt" className="mt-2 overflow-hidden rounded-lg border border-line-1 bg-surface-1">
      <div className="flex min-h-10 items-center gap-2 pr-1.5 pl-3 text-sm text-text-2">
        <ReceiptText aria-hidden className="size-4" />
        <span className="min-w-0 flex-1 truncate">{facts.join(' · ')}</span>
        {receipt.undo === 'available' ? (
          <Button variant="quiet" busy={isLoading} onClick={takeBack}>
            <Undo2 />
            Undo
          </Button>
        ) : null}
        {receipt.undo === 'done' ? <span className="pr-2 text-xs text-text-3">Undone</span> : null}
      </div>
      {files.map((location) => (
        <FileLine
          key={`${location.root}/${location.path.join('/')}`}
          location={location}
          undone={receipt.undo === 'done'}
        />
      ))}
    </section>
  );
}

function FileLine({ location, undone }: { location: Receipt['files'][number]; undone: boolean }) {
  const { search } = useLocation();
  const name = [...location.path.slice(0, -1), nameOf(location)].join(' / ');
  const look = 'flex h-9 items-center gap-2 border-t border-line-1 px-3 text-sm pointer-coarse:h-11';
  // Undo removed a file that the answer had created, so there is nothing to open.
  if (undone && location.change === 'created')
    return (
      <div className={`${look} text-text-3`}>
        <FileText aria-hidden className="size-4" />
        <s className="min-w-0 flex-1 truncate">{name}</s>
      </div>
    );
  return (
    <Link to={`${fileHref(location)}${chatQuery(search)}`} className={`${look} hover:bg-surface-2`}>
      <FileText aria-hidden className="size-4 text-text-2" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className={`text-xs ${location.change === 'created' ? 'text-good' : 'text-text-3'}`}>
        {undone ? 'put back' : CHANGE[location.change]}
      </span>
    </Link>
  );
}

function tell({ restored, kept }: Undone): void {
  const done = restored.length ? `${formatCount(restored.length, 'file')} put back` : 'Nothing had to be put back';
  if (kept.length === 0) toast.success(done);
  else
    toast(`${done}, ${kept.length} kept`, {
      description: kept.map((location) => `${location.path.at(-1)}: ${location.reason}`).join(' '),
    });
}
