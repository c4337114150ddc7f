import { visible } from '@zo/proto/hidden-text';
import { ChevronRight, ReceiptText, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatNumber, formatSize } from '@zo/web/format';
import { toProblem } from '@zo/web/store';
import { Button, cn, toast } from '@zo/web/ui';
import { useUndoRunMutation } from '../../../api/runs.endpoints';
import type { Receipt, Undone } from '../../../api/types';
import { describeAct, formatDuration } from './describe-call';
import { ReceiptFile } from './receipt-file';

/** Files that are shown at first. */
const FEW = 5;

interface ReceiptCardProps {
  receipt: Receipt;
  runId: string;
  conversationId: string;
}

export const hasEffects = ({ files, commands, media, acts }: Receipt): boolean =>
  files.length > 0 || commands.length > 0 || media !== undefined || acts !== undefined;

/** What an answer changed and ran, with Undo and Redo. Hidden when it did nothing. */
export function ReceiptCard({ receipt, runId, conversationId }: ReceiptCardProps) {
  const [open, setOpen] = useState(false);
  const { files, commands } = receipt;
  if (!hasEffects(receipt)) return null;
  const shown = open ? files : files.slice(0, FEW);
  const hidden = files.length - shown.length;
  return (
    <section aria-label="Receipt" className="mt-2 overflow-hidden rounded-lg border border-line-1 bg-surface-1">
      <div className="flex min-h-10 items-center gap-1 pr-1.5 text-sm text-text-2 pointer-coarse:min-h-11">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2 pl-3 text-left pointer-coarse:min-h-11"
        >
          <ReceiptText aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{factsOf(receipt).join(' · ')}</span>
          <ChevronRight
            aria-hidden
            className={cn('size-3.5 shrink-0 text-text-3 transition-transform', open && 'rotate-90')}
          />
        </button>
        <UndoButton state={receipt.undo} runId={runId} conversationId={conversationId} />
      </div>
      {receipt.files_unknown ? (
        <p className="border-t border-line-1 px-3 py-2 text-xs text-text-2">
          The computer did not answer at the end, so this list may not be complete.
        </p>
      ) : null}
      {shown.map((file) => (
        <ReceiptFile key={`${file.root}/${file.path.join('/')}`} file={file} undone={receipt.undo === 'done'} />
      ))}
      {hidden > 0 ? (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={cn(
            'flex h-9 w-full items-center border-t border-line-1 px-3 text-sm text-text-2',
            'hover:bg-surface-2 pointer-coarse:h-11',
          )}
        >
          {`Show ${hidden} more`}
        </button>
      ) : null}
      {open && receipt.more_files ? (
        <p className="border-t border-line-1 px-3 py-2 text-xs text-text-2">
          {`and ${formatNumber(receipt.more_files)} more, which Undo takes back, too`}
        </p>
      ) : null}
      {open ? <Commands commands={commands} /> : null}
      {receipt.acts ? <Acts acts={receipt.acts} /> : null}
      {open && receipt.hosts ? <Hosts hosts={receipt.hosts} /> : null}
    </section>
  );
}

function factsOf({
  files,
  more_files = 0,
  commands,
  acts = [],
  media,
  tokens,
  cost_usd,
  duration_ms,
}: Receipt): string[] {
  const changes = files.length + more_files;
  return [
    ...(changes ? [formatCount(changes, 'file')] : []),
    ...(commands.length ? [formatCount(commands.length, 'command')] : []),
    ...(acts.length ? [`${formatCount(acts.length, 'act')} elsewhere`] : []),
    ...(media?.images ? [`${formatCount(media.images, 'image')} made`] : []),
    ...(media?.videos ? [`${formatCount(media.videos, 'video')} made`] : []),
    ...(media?.seconds ? [`${formatDuration(media.seconds * 1_000)} of sound heard`] : []),
    ...spentOf({ tokens, cost_usd }),
    formatDuration(duration_ms),
  ];
}

/** Tokens, and what they cost where their price is known. */
export const spentOf = ({ tokens, cost_usd: cost }: Pick<Receipt, 'tokens' | 'cost_usd'>): string[] => [
  ...(tokens.total ? [`${formatNumber(tokens.total)} tokens`] : []),
  ...(cost === undefined ? [] : [cost < 0.0001 ? 'less than $0.0001' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`]),
];

function UndoButton({ state, runId, conversationId }: { state: Receipt['undo'] } & Omit<ReceiptCardProps, 'receipt'>) {
  const [change, { isLoading }] = useUndoRunMutation();
  if (state === 'none') return null;
  const next = state === 'done' ? 'redo' : 'undo';
  const act = () => {
    change({ runId, conversationId, change: next })
      .unwrap()
      .then(tell(next), (failure: unknown) => toast.error(toProblem(failure).detail));
  };
  return (
    <>
      {state === 'done' ? <span className="shrink-0 text-xs text-text-3">Undone</span> : null}
      <Button variant="quiet" busy={isLoading} onClick={act}>
        {next === 'redo' ? <Redo2 /> : <Undo2 />}
        {next === 'redo' ? 'Redo' : 'Undo'}
      </Button>
    </>
  );
}

/** Says what was taken back, and what was not and why. */
const tell =
  (change: 'undo' | 'redo') =>
  ({ restored, kept, kept_count }: Undone): void => {
    const acted = change === 'undo' ? 'The changes of this answer are undone' : 'The changes of this answer are back';
    const done = restored > 0 || kept_count === 0 ? acted : 'Nothing was changed';
    if (kept_count === 0) return void toast.success(done);
    const few = kept.slice(0, 3).map(({ path, reason }) => `${path.at(-1)}: ${reason}`);
    const more = kept_count - few.length;
    toast(`${done}, but ${formatCount(kept_count, 'file')} stayed`, {
      description: [...few, ...(more > 0 ? [`And ${formatNumber(more)} more.`] : [])].join(' '),
    });
  };

function Commands({ commands }: Pick<Receipt, 'commands'>) {
  if (commands.length === 0) return null;
  return (
    <ul aria-label="Commands" className="border-t border-line-1 py-1">
      {commands.map((command, index) => {
        const { cmd, exit_code } = typeof command === 'string' ? { cmd: command, exit_code: 0 } : command;
        return (
          <li key={index} className="flex items-baseline gap-2 px-3 py-1">
            <code className="min-w-0 flex-1 truncate font-mono text-xs text-text-1">{visible(cmd)}</code>
            {exit_code === 0 ? null : (
              <span className="shrink-0 text-xs text-warn">
                {exit_code === null ? 'stopped' : `exit code ${exit_code}`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What was done beyond the computer, which Undo does not take back. */
function Acts({ acts }: { acts: NonNullable<Receipt['acts']> }) {
  return (
    <ul aria-label="Elsewhere" className="border-t border-line-1 py-1">
      {acts.map((act, index) => (
        <li key={index} className="flex items-baseline gap-2 px-3 py-1 text-sm">
          <span className="min-w-0 flex-1 truncate text-text-1">{visible(describeAct(act))}</span>
          {act.unknown ? <span className="shrink-0 text-xs text-warn">not known whether it was done</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** What the commands reached, as the way out of the computer saw it. */
function Hosts({ hosts }: { hosts: NonNullable<Receipt['hosts']> }) {
  return (
    <ul aria-label="Hosts" className="border-t border-line-1 py-1">
      {hosts.map(({ host, bytes_in, bytes_out, refused }) => (
        <li key={host} className="flex items-baseline gap-2 px-3 py-1 text-xs">
          <span className="min-w-0 flex-1 truncate font-mono text-text-1">{visible(host)}</span>
          <span className={cn('shrink-0', refused ? 'text-warn' : 'text-text-2')}>
            {refused && bytes_in + bytes_out === 0
              ? 'not reached'
              : `${formatSize(bytes_in)} received, ${formatSize(bytes_out)} sent`}
          </span>
        </li>
      ))}
    </ul>
  );
}
