import { ChevronDown, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api, provideUploader, store } from '@zo/web/store';
import { formatCount, formatSize, formatSpan } from '@zo/web/format';
import { parentOf, pathKey, type Location } from '@zo/web/paths';
import { Button, IconButton, Meter, cn, toast } from '@zo/web/ui';
import { fileMutations } from '../../api/mutations';
import { onUploadRequest, uploadHanded, type UploadRequest } from '../../uploads/upload-picker';
import { UPLOAD } from './messages';
import { bytesPerSecond, overallPercent, overCap } from './plan';
import { UploadQueue, type UploadItem } from './queue';
import { uploadLimit } from './transport';

const queue = new UploadQueue();
const SHOWN = 60;
const WINDOW_MS = 5000;
const LINGER_MS = 4000;
const TELLING_BYTES = 256 * 1024;

queue.onDrained = (done, failed, folders) => {
  const locations = folders.flatMap((location) => [location, parentOf(location)]);
  store.dispatch(
    api.util.invalidateTags(locations.map((location) => ({ type: 'Folder' as const, id: pathKey(location) }))),
  );
  if (failed) toast.error(UPLOAD.failed);
  else if (done && !queue.getItems().some(({ state }) => state === 'needs-file')) toast.success(UPLOAD.complete);
  if (!failed) setTimeout(() => queue.clearDone(), LINGER_MS);
};

/** UP-05: names files that are too large in a toast and stages the rest. */
async function stage(request: UploadRequest): Promise<void> {
  const limitMb = await uploadLimit();
  const tooLarge =
    limitMb === null
      ? []
      : overCap(
          request.files.map(({ file }) => file),
          limitMb,
        );
  if (tooLarge.length) toast.error(UPLOAD.tooLarge(limitMb!, tooLarge));
  if (request.unreadable?.length) toast.error(UPLOAD.unreadable(request.unreadable));
  const { true: files = [], false: refused = [] } = Object.groupBy(
    request.files,
    ({ file }) => String(limitMb === null || file.size <= limitMb * 1024 * 1024) as 'true' | 'false',
  );
  for (const { onEnd } of refused) onEnd?.(undefined);
  await makeFolders(request.target, request.folders ?? []);
  if (files.length) queue.add({ ...request, files });
}

/** UP-07: creates empty folders; other folders are created with their files. */
async function makeFolders({ root, path: below }: Location, folders: readonly string[][]): Promise<void> {
  const all = folders.flatMap((folder) => folder.map((_name, at) => [...below, ...folder.slice(0, at + 1)]));
  const paths = [...new Map(all.map((path) => [path.join('/'), path])).values()];
  for (const level of Object.values(Object.groupBy(paths, ({ length }) => length))) {
    // An error for an existing folder is ignored.
    await Promise.all(
      level!.map((path) =>
        store.dispatch(fileMutations.endpoints.createEntry.initiate({ root, path, type: 'folder' })),
      ),
    );
  }
}

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
    waiting: 'Server away, retrying',
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
          value={item.size ? (item.sent / item.size) * 100 : 0}
          tone={item.state === 'uploading' ? 'accent' : 'warn'}
          className="mt-0.5"
        />
      ) : null}
      {item.state === 'failed' ? (
        <p className="text-xs text-bad">
          {UPLOAD.failed} {item.problem}
        </p>
      ) : null}
    </li>
  );
}

/** UP-01: running uploads, shown over every page. */
export function UploadDock() {
  const items = useSyncExternalStore(queue.subscribe, queue.getItems);
  const [folded, setFolded] = useState(false);
  const [closed, setClosed] = useState(false);
  const busy = items.some(({ state }) => state === 'staged' || state === 'uploading' || state === 'waiting');
  const sent = items.reduce((sum, item) => sum + Math.min(item.sent, item.size), 0);
  const total = items.reduce((sum, item) => sum + item.size, 0);
  // Small files take a fixed time each, so their byte rate does not predict the remaining time.
  const moving = items.filter(({ state }) => state === 'uploading');
  const rate = useRate(sent, moving.length > 0);
  const foreseeable = rate > 0 && moving.reduce((sum, { size }) => sum + size, 0) >= moving.length * TELLING_BYTES;

  useEffect(() => onUploadRequest((request) => void stage(request)), []);
  useEffect(() => provideUploader(uploadHanded), []);
  useEffect(() => queue.resume(), []);
  useEffect(() => {
    if (!busy) return;
    setClosed(false);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);

  const done = items.filter(({ state }) => state === 'complete').length;
  const active = items
    .filter(({ state }) => state !== 'complete')
    .toSorted((a, b) => Number(b.state !== 'staged') - Number(a.state !== 'staged'));
  const interrupted = active.filter(({ state }) => state === 'needs-file');
  if (active.length === 0 || closed) return null;
  const close = () => {
    queue.cancel(...active.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])));
    queue.clearDone();
    // Interrupted uploads stay stored; they are shown again with the next upload or visit.
    setClosed(interrupted.length > 0);
  };
  const cancelAll = () => {
    const [arrived, all] = [queue.cancelAll(), formatCount(items.length, 'file')];
    toast(arrived ? `Upload cancelled, ${arrived.toLocaleString('en-US')} of ${all} arrived` : 'Upload cancelled');
  };
  const title = busy
    ? `Uploading ${done.toLocaleString('en-US')} of ${formatCount(items.length, 'file')}`
    : active.some(({ state }) => state === 'failed')
      ? UPLOAD.failed
      : 'Interrupted uploads';
  return (
    <section
      aria-label="Uploads"
      className="w-84 max-w-full overflow-hidden rounded-xl border border-line-1 bg-surface-1 shadow-float animate-menu-in"
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
              <span>{active.length > SHOWN ? `and ${(active.length - SHOWN).toLocaleString('en-US')} more` : ''}</span>
              {busy ? (
                <Button variant="quiet" onClick={cancelAll}>
                  Cancel all
                </Button>
              ) : null}
            </div>
          ) : null}
          {interrupted.length ? <Interrupted items={interrupted} /> : null}
          {busy ? (
            <div className="flex justify-between gap-3 border-t border-line-1 px-4 py-2 text-xs text-text-2 tabular-nums">
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
