import { ArrowDownUp, ChevronRight, Info, Search, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { formatSize } from '@zo/web/format';
import { nameOf, type Location } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, cn, Dialog, EmptyState, IconButton, Input, Menu, SkeletonRows } from '@zo/web/ui';
import { ItemList } from './item-list';
import { shownItems, type Item, type Sort, type SortField } from './items';
import { IMPORT } from './messages';
import { useImports, type Running } from './use-imports';

export interface Crumb {
  readonly id: string | undefined;
  readonly label: string;
}

export interface ImportDialogProps {
  title: string;
  note: string;
  /** What one item is called. */
  what: string;
  /** What is said when the items cannot be loaded. */
  failed: string;
  crumbs: readonly Crumb[];
  onCrumbs: (crumbs: readonly Crumb[]) => void;
  items: readonly Item[] | undefined;
  complete: boolean;
  error: unknown;
  onRetry: () => void;
  begin: (item: Item) => Running;
  parent: Location;
  onClose: () => void;
}

const FIELDS: readonly SortField[] = ['name', 'modified', 'size'];

function Crumbs({ crumbs, onCrumbs }: Pick<ImportDialogProps, 'crumbs' | 'onCrumbs'>) {
  return (
    <nav aria-label="Folders" className="flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto text-sm">
      {crumbs.map(({ label }, n) => (
        <Fragment key={n}>
          {n > 0 ? <ChevronRight aria-hidden className="size-3.5 shrink-0 text-text-3" /> : null}
          {n === crumbs.length - 1 ? (
            <span aria-current="page" className="truncate px-1.5 font-semibold">
              {label}
            </span>
          ) : (
            <Button variant="quiet" className="max-w-40 px-1.5" onClick={() => onCrumbs(crumbs.slice(0, n + 1))}>
              <span className="truncate">{label}</span>
            </Button>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

function SearchAndSort({ search, onSearch, sort, onSort }: Choices) {
  return (
    <div className="flex items-center gap-2 max-md:w-full">
      <span className="relative flex w-52 items-center max-md:w-auto max-md:flex-1">
        <Search aria-hidden className="pointer-events-none absolute left-2.5 size-4 text-text-3" />
        <Input
          aria-label={IMPORT.search}
          placeholder={IMPORT.search}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="px-8"
        />
        {search ? (
          <IconButton label={IMPORT.clear} className="absolute right-0.5" onClick={() => onSearch('')}>
            <X />
          </IconButton>
        ) : null}
      </span>
      <Menu
        label={IMPORT.sortBy(IMPORT.sort[sort.by])}
        entries={[
          ...FIELDS.map((by) => ({
            label: IMPORT.sort[by],
            checked: by === sort.by,
            onSelect: () => onSort({ by, descending: by !== 'name' }),
          })),
          'separator',
          {
            label: IMPORT.ascending,
            checked: !sort.descending,
            onSelect: () => onSort({ ...sort, descending: false }),
          },
          { label: IMPORT.descending, checked: sort.descending, onSelect: () => onSort({ ...sort, descending: true }) },
        ]}
      >
        <Button size="md">
          <ArrowDownUp />
          {IMPORT.sort[sort.by]}
        </Button>
      </Menu>
    </div>
  );
}

interface Choices {
  search: string;
  onSearch: (search: string) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function Failed({
  failed,
  error,
  onRetry,
  onClose,
}: Pick<ImportDialogProps, 'failed' | 'error' | 'onRetry' | 'onClose'>) {
  const { code, detail } = toProblem(error);
  const isOfSettings = code.startsWith('connections.not_') || code === 'connections.broken';
  return (
    <EmptyState
      title={failed}
      tone="bad"
      action={
        <>
          <Button size="md" onClick={onRetry}>
            {IMPORT.again}
          </Button>
          {isOfSettings ? (
            <Button size="md" asChild>
              <Link to="/settings#connections" onClick={onClose}>
                {IMPORT.settings}
              </Link>
            </Button>
          ) : null}
        </>
      }
    >
      {detail}
    </EmptyState>
  );
}

const totalOf = (items: readonly Item[]) => {
  const bytes = items.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return bytes > 0 ? formatSize(bytes) : '';
};

/** IM-02, IM-03: chooses what is imported into a folder, and imports it. */
export function ImportDialog(props: ImportDialogProps) {
  const { title, what, crumbs, onCrumbs, items, error, parent, onClose } = props;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false });
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>(new Map());
  const { run, stop, progress, failures } = useImports(props.begin);
  const shown = shownItems(items ?? [], search, sort);
  const chosen = [...selected.values()];
  const open = ({ id, name }: Item) => (setSearch(''), onCrumbs([...crumbs, { id, label: name }]));
  const begin = async () => {
    const left = await run(chosen);
    if (left.length === 0) onClose();
    else setSelected(new Map(left.map((item) => [item.id, item])));
  };
  const close = () => (stop(), onClose());
  const count = search ? IMPORT.match(shown.length, items?.length ?? 0) : IMPORT.shown(shown.length, what);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || close()}
      title={title}
      description={IMPORT.into(parent.path.length > 0 ? nameOf(parent) : 'Workspace')}
      className={cn(
        'top-[6vh]! h-[86vh] max-h-[86vh]! max-w-4xl!',
        '[&>div:nth-of-type(2)]:flex [&>div:nth-of-type(2)]:flex-col',
        '[&>div:nth-of-type(2)]:px-0 [&>div:nth-of-type(2)]:pb-0',
      )}
      footer={
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          <span role="status" className="mr-auto text-sm text-text-2">
            {progress
              ? IMPORT.progress(progress.done, progress.all)
              : chosen.length > 0
                ? IMPORT.selected(chosen.length, totalOf(chosen))
                : ''}
          </span>
          <Button size="md" onClick={progress ? stop : onClose}>
            {progress ? IMPORT.stop : IMPORT.cancel}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={progress !== undefined}
            disabled={chosen.length === 0}
            onClick={() => void begin()}
          >
            {IMPORT.import(chosen.length, what)}
          </Button>
        </div>
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-3">
        <Crumbs crumbs={crumbs} onCrumbs={(next) => (setSearch(''), onCrumbs(next))} />
        <SearchAndSort search={search} onSearch={setSearch} sort={sort} onSort={setSort} />
      </div>
      {items ? (
        <>
          <ItemList items={shown} count={count} selected={selected} onSelect={setSelected} onOpen={open} />
          {shown.length === 0 ? (
            <p className="flex-[4] px-4 text-sm text-text-2">{search ? IMPORT.noMatch : IMPORT.empty}</p>
          ) : null}
          <div className="shrink-0 border-t border-line-1 bg-surface-2 px-4 py-2.5 text-xs text-text-2">
            {failures.map((failure) => (
              <p key={failure} role="alert" className="mb-1 text-sm break-words text-bad">
                {failure}
              </p>
            ))}
            <p className="flex items-center gap-2 [&_svg]:size-3.5">
              <Info aria-hidden />
              {props.complete ? props.note : IMPORT.more}
            </p>
          </div>
        </>
      ) : error ? (
        <Failed {...props} />
      ) : (
        <div className="px-4">
          <SkeletonRows rows={8} label="Loading" />
        </div>
      )}
    </Dialog>
  );
}
