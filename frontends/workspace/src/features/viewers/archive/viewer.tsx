import { Download, FileArchive, Lock, PackageOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatSize } from '@zo/web/format';
import { inTrash, nameOf, rawHref, type Location } from '@zo/web/paths';
import { toProblem } from '@zo/web/store';
import { Button, cn, EmptyState, Input, SkeletonRows, toast } from '@zo/web/ui';
import { type ArchiveListing, useArchiveQuery } from '../../../api/archives.endpoints';
import { useOpen } from '../../../navigation/use-open';
import { extractArchive } from '../../../operations/convert/extract';
import { isChatExport } from '../../../operations/import-chats';
import { ImportChats } from '../../../operations/import-chats-button';
import type { ViewerProps } from '../viewer';
import { ARCHIVE } from './messages';
import { ArchiveRows } from './rows';
import { openAtFirst, rowsOf, toggled, treeOf, type Node } from './tree';

/** Paths of one request. */
const MAX_CHOSEN = 1_000;

/** FV-01: what is in an archive, and its extraction. The computer reads it; nothing is downloaded. */
export default function ArchiveViewer({ location, file }: ViewerProps) {
  const { data, error, refetch } = useArchiveQuery({ ...location, version: file.mtimeMs });
  if (error) return <Failed location={location} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label="Loading" />;
  if (data.entries.length === 0 && data.leftOut === 0)
    return <EmptyState icon={<FileArchive />} title={ARCHIVE.empty} />;
  return <Listing key={file.mtimeMs} location={location} listing={data} />;
}

function Failed({ location, error, onRetry }: { location: Location; error: unknown; onRetry: () => void }) {
  const { code, detail } = toProblem(error);
  const isUnreadable = code === 'files.archive';
  return (
    <EmptyState
      tone="bad"
      icon={<FileArchive />}
      title={ARCHIVE.failed}
      action={
        isUnreadable ? (
          <Button asChild>
            <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
              <Download />
              Download
            </a>
          </Button>
        ) : (
          <Button onClick={onRetry}>Try again</Button>
        )
      }
    >
      {detail} {isUnreadable ? ARCHIVE.download : ''}
    </EmptyState>
  );
}

function Listing({ location, listing }: { location: Location; listing: ArchiveListing }) {
  const { entries, more, total, leftOut } = listing;
  const root = useMemo(() => treeOf(entries), [entries]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(root));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState('');
  const isExport = useMemo(() => isChatExport(entries.map(({ path }) => path)), [entries]);
  const rows = useMemo(() => rowsOf(root, open, filter), [root, open, filter]);
  const fold = (node: Node, isOpen: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (isOpen) next.add(node.path);
      else next.delete(node.path);
      return next;
    });
  return (
    <section aria-label={nameOf(location)} className="@container flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line-1 px-5 py-2 max-md:px-3">
        <div className="w-56 @max-[30rem]:w-full">
          <Input
            type="search"
            aria-label={ARCHIVE.filter}
            placeholder={ARCHIVE.filter}
            value={filter}
            maxLength={200}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
        <span className="text-sm text-text-2 tabular-nums">
          {formatCount(root.files, 'file')}
          {root.size > 0 ? `, ${formatSize(root.size)}` : ''}
        </span>
        <div className="flex-1" />
        {inTrash(location) ? null : (
          <>
            {isExport && chosen.size === 0 ? <ImportChats location={location} /> : null}
            <Actions
              location={location}
              chosen={chosen}
              isLocked={root.encrypted}
              onClear={() => setChosen(new Set())}
            />
          </>
        )}
      </div>
      {root.encrypted ? (
        <p
          className={cn(
            'flex shrink-0 items-center gap-2 border-b border-line-1 bg-surface-2 px-5 py-2 text-sm text-text-2',
            'max-md:px-3',
          )}
        >
          <Lock aria-hidden className="size-4 shrink-0" />
          {ARCHIVE.encrypted}
        </p>
      ) : null}
      {rows.length === 0 ? (
        <p className="min-h-0 flex-1 px-5 py-6 text-sm text-text-2">{ARCHIVE.noMatch}</p>
      ) : (
        <ArchiveRows
          label={`Content of ${nameOf(location)}`}
          rows={rows}
          flat={filter.trim() !== ''}
          open={open}
          chosen={chosen}
          onFold={fold}
          onChoose={(node) => setChosen((before) => toggled(node, before))}
        />
      )}
      {more || leftOut > 0 ? (
        <p className="shrink-0 border-t border-line-1 px-5 py-1.5 text-xs text-text-2 max-md:px-3">
          {more ? ARCHIVE.more(entries.length, total) : ''} {leftOut > 0 ? ARCHIVE.leftOut(leftOut) : ''}
        </p>
      ) : null}
    </section>
  );
}

interface ActionsProps {
  location: Location;
  chosen: ReadonlySet<string>;
  isLocked: boolean;
  onClear: () => void;
}

function Actions({ location, chosen, isLocked, onClear }: ActionsProps) {
  const openEntry = useOpen();
  const [isBusy, setIsBusy] = useState(false);
  const extract = async (paths?: string[]) => {
    if (paths && paths.length > MAX_CHOSEN) return void toast.error(ARCHIVE.tooMany);
    setIsBusy(true);
    const done = await extractArchive(location, { ...(paths && { paths }), open: (folder) => openEntry(folder) });
    setIsBusy(false);
    if (done && paths) onClear();
  };
  return chosen.size > 0 ? (
    <>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" disabled={isBusy} onClick={() => void extract([...chosen])}>
        <PackageOpen />
        Extract selected
      </Button>
    </>
  ) : (
    <Button variant="primary" disabled={isBusy || isLocked} onClick={() => void extract()}>
      <PackageOpen />
      Extract all
    </Button>
  );
}
