import { CircleAlert, Download, ListX } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { nameOf, pathKey, rawHref, type Location } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { useFindKey } from '../find/use-find-key';
import { VIEWER } from '../messages';
import { Grid } from './grid';
import { TABLE } from './messages';
import { RowPanel } from './row-panel';
import type { Cell, Filter, RowSource, Sort } from './rows';
import { TableFoot } from './table-foot';
import { Toolbar, type ToolbarProps } from './toolbar';
import { useWindows } from './use-windows';

export interface TableViewProps {
  location: Location;
  /** Changes with the file. */
  revision: string;
  /** Rows that are here already, shown in the order of the file. */
  local?: RowSource | undefined;
  /** A sheet to show first, and a cell of it. */
  firstSheet?: string | undefined;
  cell?: Cell | undefined;
  /** A statement instead of a sheet. */
  query?: string;
  /** The rows are records of JSON. */
  hasRecords?: boolean;
  /** A sheet was chosen, instead of the statement. */
  onSheet?: () => void;
  /** A button of the toolbar. */
  extra?: ReactNode;
  /** Shown below the toolbar. */
  panel?: ReactNode;
}

const DownloadButton = ({ location }: { location: Location }) => (
  <Button asChild variant="quiet">
    <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
      <Download />
      Download
    </a>
  </Button>
);

const NoMatches = ({ onForget }: { onForget: () => void }) => (
  <EmptyState icon={<ListX />} title={TABLE.noMatches} action={<Button onClick={onForget}>Show all rows</Button>}>
    {TABLE.noMatchesHint}
  </EmptyState>
);

function Failed(props: {
  location: Location;
  reason: string;
  onRetry: () => void;
  /** Shows all rows; undefined if they are. */
  onForget: (() => void) | undefined;
}) {
  const { location, reason, onRetry, onForget } = props;
  return (
    <EmptyState
      tone="bad"
      icon={<CircleAlert />}
      title={VIEWER.noTable}
      action={
        <>
          {onForget ? <Button onClick={onForget}>Show all rows</Button> : null}
          <Button onClick={onRetry}>Try again</Button>
          <DownloadButton location={location} />
        </>
      }
    >
      {reason}
    </EmptyState>
  );
}

/** FV-01: a table with everything around it. */
export function TableView(props: TableViewProps) {
  const {
    location,
    revision,
    local,
    firstSheet = '',
    cell,
    query = '',
    hasRecords = false,
    onSheet,
    extra,
    panel,
  } = props;
  const [sheet, setSheet] = useState(firstSheet);
  const [filters, setFilters] = useState<Filter[]>([]);
  const [sort, setSort] = useState<Sort>();
  const [word, setWord] = useState('');
  const [editing, setEditing] = useState<ToolbarProps['editing']>(null);
  const [selected, setSelected] = useState<Cell | null>(null);
  const [hasPanel, setHasPanel] = useState(true);
  const wordField = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLDivElement>(null);

  const asked = useMemo(() => {
    const all: Filter[] = word ? [...filters, { column: -1, operator: 'contains', value: word }] : filters;
    return local && all.length === 0 && !sort
      ? null
      : { sheet, query, records: hasRecords, filters: all, ...(sort && { sort }) };
  }, [local, sheet, query, hasRecords, filters, word, sort]);
  const read = useWindows(location, revision, asked);
  const source = asked ? (read.source ?? local) : local;

  const forget = useCallback(() => {
    // The same list where there is none, so that nothing else is asked.
    setFilters((now) => (now.length === 0 ? now : []));
    setSort(undefined);
    setWord('');
    setSelected(null);
  }, []);
  const openSheet = (name: string) => {
    setSheet(name);
    onSheet?.();
    forget();
  };
  // Columns of another statement are others.
  useEffect(forget, [query, forget]);
  useEffect(() => setSelected(null), [asked]);
  useEffect(() => void (cell && setSelected(cell)), [cell]);
  useFindKey(view, () => wordField.current?.focus());

  const isChanged = filters.length > 0 || word !== '' || sort !== undefined;
  const failed = read.problem && (
    <Failed
      location={location}
      reason={read.problem.detail}
      onRetry={read.retry}
      onForget={isChanged ? forget : undefined}
    />
  );
  if (!source)
    return (
      <div className="h-full">
        {panel}
        {failed ?? <SkeletonRows label="Reading the table" />}
      </div>
    );
  const { facts } = source;
  const isEmpty = facts.total === 0 && !read.isReading && !facts.isAtLeast;
  return (
    <div ref={view} className="@container flex h-full flex-col">
      <Toolbar
        facts={facts}
        filters={filters}
        onFilters={setFilters}
        sort={sort}
        onSort={setSort}
        word={word}
        onWord={setWord}
        wordField={wordField}
        editing={editing}
        onEditing={setEditing}
        onRow={(row) => setSelected({ row, column: selected?.column ?? 0 })}
        hasPanel={hasPanel}
        onPanel={() => setHasPanel(!hasPanel)}
        extra={extra}
      />
      {panel}
      {failed ?? (
        <div className="flex min-h-0 flex-1 flex-col @4xl:flex-row">
          {isEmpty && isChanged ? (
            <div className="min-w-0 flex-1">
              <NoMatches onForget={forget} />
            </div>
          ) : (
            <Grid
              key={`${sheet}\n${query}`}
              name={nameOf(location)}
              keptAs={[pathKey(location), sheet, query].join('\n')}
              source={source}
              sort={sort}
              word={word}
              selected={selected}
              onSelect={setSelected}
              onSort={setSort}
              onFilter={(column) =>
                setEditing({ index: filters.length, filter: { column, operator: 'contains', value: '' } })
              }
              isStale={read.isReading}
            />
          )}
          {selected && hasPanel && selected.row < facts.total ? (
            <RowPanel source={source} selected={selected} onSelect={setSelected} />
          ) : null}
        </div>
      )}
      <TableFoot facts={facts} sheet={query ? null : sheet} onSheet={openSheet} />
    </div>
  );
}
