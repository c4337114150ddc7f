import { ChevronDown, RotateCw, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount, formatNumber, formatSize, formatSpan } from '@zo/web/format';
import { Button, IconButton, Meter, cn, toast } from '@zo/web/ui';
import { UPLOAD } from './messages';
import { bytesPerSecond, overallPercent } from './plan';
import type { UploadItem } from './queue';
import { queue } from './staging';
import { percentOf } from './upload-item';

const SHOWN = 60;
const WINDOW_MS = 5000;
const TELLING_BYTES = 256 * 1024;

/** Bytes per second over the last five seconds. */
function useRate(sent: number, busy: boolean): number {
  const samples = useRef<[number, number][]>([]);
  const now = performance.now();
  if (!busy) samples.current = [];
  else if (samples.current.at(-1)?.[1] !== sent)
    samples.current = [...samples.current.filter(([at]) => now - at < WINDOW_MS), [now, sent]];
  return bytesPerSecond(samples.current);
}

const WAYS = {
  permission: 'Continue',
  folder: 'Choose folder to continue',
  files: 'Choose files to continue',
} as const;

/** UP-06: asks for the files of interrupted uploads. */
function Interrupted({ items }: { items: readonly UploadItem[] }) {
  const way = queue.waitsFor();
  const take = async (files?: readonly File[]) => {
    if (await queue.provide(files)) return;
    toast.error(items.length === 1 ? UPLOAD.otherFile(items[0]!.to.fileName) : UPLOAD.otherFiles);
  };
  const choose = () => {
    if (way === 'permission') return void take();
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      multiple: items.length > 1,
      webkitdirectory: way === 'folder',
    });
    input.onchange = () => void take([...(input.files ?? [])]);
    input.click();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line-1 px-4 py-2">
      <span className="text-xs whitespace-nowrap text-text-2">{formatCount(items.length, 'file')} interrupted</span>
      <Button onClick={choose}>{way === 'files' && items.length === 1 ? 'Choose file to continue' : WAYS[way]}</Button>
    </div>
  );
}

function Line({ item }: { item: UploadItem }) {
  const percent = overallPercent([item]);
  const text = {
    staged: 'Waiting',
    uploading: `${percent} %`,
    waiting: item.problem ? 'Waiting' : 'Server away, retrying',
    complete: 'Done',
    failed: 'Failed',
    'needs-file': 'Interrupted',
  }[item.state];
  return (
    <li className="group px-4 py-2">
      <div className="flex h-6 items-center gap-2 text-sm">
        <span className="min-w-0 flex-1 truncate" title={[...item.to.pathParts, item.to.fileName].join(' / ')}>
          {item.to.fileName}
        </span>
        <span className={cn('text-xs tabular-nums', item.state === 'failed' ? 'text-bad' : 'text-text-3')}>{text}</span>
        {item.state === 'failed' ? (
          <IconButton size="sm" label="Try again" onClick={() => queue.retry(item.id)}>
            <RotateCw />
          </IconButton>
        ) : null}
        {item.state === 'complete' ? null : (
          <IconButton
            size="sm"
            label={item.state === 'failed' ? 'Dismiss' : `Cancel ${item.to.fileName}`}
            onClick={() => queue.cancel(item.id)}
          >
            <X />
          </IconButton>
        )}
      </div>
      {item.state === 'uploading' || item.state === 'waiting' || item.state === 'needs-file' ? (
        <Meter
          label={`Upload of ${item.to.fileName}`}
          value={percentOf(item)}
          tone={item.state === 'uploading' ? 'accent' : 'warn'}
          className="mt-0.5"
        />
      ) : null}
      {item.state === 'waiting' && item.problem ? <p className="mt-1 text-xs text-text-2">{item.problem}</p> : null}
      {item.state === 'failed' ? (
        <p className="text-xs text-bad">
          {UPLOAD.failed} {item.problem}
        </p>
      ) : null}
    </li>
  );
}

interface UploadPanelProps {
  items: readonly UploadItem[];
  busy: boolean;
  /** `isKept`: interrupted uploads are left, which are shown again with the next upload or visit. */
  onClose: (isKept: boolean) => void;
}

/** The list of uploads, and what can be done about them. */
export default function UploadPanel({ items, busy, onClose }: UploadPanelProps) {
  const [folded, setFolded] = useState(false);
  const sent = items.reduce((sum, item) => sum + Math.min(item.sent, item.size), 0);
  const total = items.reduce((sum, item) => sum + item.size, 0);
  // Small files take a fixed time each, so their byte rate does not predict the remaining time.
  const moving = items.filter(({ state }) => state === 'uploading');
  const rate = useRate(sent, moving.length > 0);
  const foreseeable = rate > 0 && moving.reduce((sum, { size }) => sum + size, 0) >= moving.length * TELLING_BYTES;

  const done = items.filter(({ state }) => state === 'complete').length;
  const active = items
    .filter(({ state }) => state !== 'complete')
    .toSorted((a, b) => Number(b.state !== 'staged') - Number(a.state !== 'staged'));
  const interrupted = active.filter(({ state }) => state === 'needs-file');
  const close = () => {
    queue.cancel(...active.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])));
    queue.clearDone();
    // Interrupted uploads stay stored; they are shown again with the next upload or visit.
    onClose(interrupted.length > 0);
  };
  const cancelAll = () => {
    const [arrived, all] = [queue.cancelAll(), formatCount(items.length, 'file')];
    toast(arrived ? `Upload cancelled, ${formatNumber(arrived)} of ${all} arrived` : 'Upload cancelled');
  };
  const title = busy
    ? `Uploading ${formatNumber(done)} of ${formatCount(items.length, 'file')}`
    : active.some(({ state }) => state === 'failed')
      ? UPLOAD.failed
      : 'Interrupted uploads';
  return (
    <section
      aria-label="Uploads"
      className={cn(
        'w-84 max-w-full overflow-hidden rounded-xl border border-line-1',
        'bg-surface-1 shadow-float animate-menu-in',
      )}
    >
      <div className="flex h-11 items-center gap-2 pr-2 pl-4">
        <h2
          className="min-w-0 flex-1 truncate text-sm font-semibold tracking-normal"
          aria-live={busy ? 'off' : 'polite'}
        >
          {title}
        </h2>
        {busy ? <span className="text-sm text-text-2 tabular-nums">{overallPercent(items)} %</span> : null}
        <IconButton label={folded ? 'Show uploads' : 'Fold'} onClick={() => setFolded(!folded)}>
          <ChevronDown className={cn('transition-transform', folded && 'rotate-180')} />
        </IconButton>
        {busy ? null : (
          <IconButton label="Close" onClick={close}>
            <X />
          </IconButton>
        )}
      </div>
      {folded ? null : (
        <>
          <ul className="max-h-64 overflow-y-auto border-t border-line-1 py-1">
            {active.slice(0, SHOWN).map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </ul>
          {active.length > 1 ? (
            <div className="flex items-center justify-between pr-2 pb-2 pl-4 text-xs text-text-3">
              <span>{active.length > SHOWN ? `and ${formatNumber(active.length - SHOWN)} more` : ''}</span>
              {busy ? (
                <Button variant="quiet" onClick={cancelAll}>
                  Cancel all
                </Button>
              ) : null}
            </div>
          ) : null}
          {interrupted.length ? <Interrupted items={interrupted} /> : null}
          {busy ? (
            <div
              className={cn(
                'flex justify-between gap-3 border-t border-line-1 px-4 py-2 text-xs text-text-2 tabular-nums',
              )}
            >
              <span>
                {formatSize(sent)} of {formatSize(total)}
                {rate > 0 ? `, ${formatSize(rate)}/s` : ''}
              </span>
              <span>{foreseeable ? `${formatSpan((total - sent) / rate)} left` : ''}</span>
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
