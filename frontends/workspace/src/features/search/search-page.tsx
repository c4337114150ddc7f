import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formatCount } from '@zo/web/format';
import { pathKey } from '@zo/web/paths';
import type { Found } from '@zo/web/store';
import { cn, isDialogOpen, Kbd, Menu, useIsWide, usePhone } from '@zo/web/ui';
import { ChevronDown } from 'lucide-react';
import { Field, Switches } from './field';
import { FilterBar } from './filter-bar';
import { MAX_COUNT, SEARCH } from './messages';
import { ReplaceForm } from './replace-form';
import { Results } from './results';
import { useKeys } from './use-keys';
import { useSearch, type Order, type Search } from './use-search';

/** Narrower pages have no preview. */
const WIDE_PX = 1_100;

/** FT-14: one search over the names and contents of all files. `preview` shows a file at the place that was found. */
export default function SearchPage({ preview }: { preview: (file: Found) => ReactNode }) {
  const search = useSearch();
  const isPhone = usePhone();
  const field = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(page, WIDE_PX);
  const [chosen, setChosen] = useState('');
  const onKeyDown = useKeys({ page, field, search });
  useEffect(() => {
    if (!isDialogOpen()) field.current?.focus();
  }, []);
  const shown = [...search.exact, ...search.files];
  const file = shown.find((each) => pathKey(each) === chosen) ?? shown[0];
  const hasPreview = isWide && !search.isReplacing && search.query !== '' && file !== undefined;
  return (
    <div ref={page} className="flex h-full" onKeyDown={onKeyDown}>
      <div className="@container flex min-w-0 flex-1 flex-col">
        <h1 className="sr-only">{SEARCH.title}</h1>
        <Field search={search} field={field} isPhone={isPhone} />
        <FilterBar search={search}>
          {isPhone ? <Switches search={search} /> : null}
          <span className="ml-auto flex items-center">
            <Count search={search} />
            {search.isReplacing ? null : <OrderMenu search={search} />}
          </span>
        </FilterBar>
        {search.isReplacing ? (
          <ReplaceForm search={search} />
        ) : (
          <Results
            search={search}
            isPhone={isPhone}
            chosen={hasPreview ? pathKey(file) : undefined}
            onChoose={(next) => setChosen(pathKey(next))}
          />
        )}
        {isPhone || search.isReplacing ? null : <Foot />}
      </div>
      {hasPreview ? (
        <aside aria-label={SEARCH.preview} className="flex w-[31.25rem] shrink-0 flex-col border-l border-line-1">
          {preview(file)}
        </aside>
      ) : null}
    </div>
  );
}

/** How many files and chats were found and in what time, said politely to screen readers. */
function Count({ search }: { search: Search }) {
  return (
    <span role="status" className="shrink-0 px-2 text-xs text-text-2">
      {search.isReplacing ? '' : countOf(search)}
    </span>
  );
}

function countOf({ query, total, chats, ms, isFetching }: Search): string {
  if (query === '') return '';
  if (isFetching && total === 0) return SEARCH.searching;
  const seconds = ms === undefined ? [] : [`${Math.max(0.01, ms / 1_000).toFixed(2)} s`];
  return [
    total >= MAX_COUNT ? '1,000+ files' : formatCount(total, 'file'),
    ...(chats.length > 0 ? [formatCount(chats.length, 'chat')] : []),
    ...(isFetching ? [] : seconds),
  ].join(', ');
}

const OrderMenu = ({ search: { order, setOrder } }: { search: Search }) => (
  <Menu
    label={SEARCH.order}
    entries={(Object.entries(SEARCH.orders) as [Order, string][]).map(([value, label]) => ({
      label,
      checked: value === order,
      onSelect: () => setOrder(value),
    }))}
  >
    <button
      type="button"
      className={cn(
        'flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm text-text-2',
        'hover:bg-surface-3 hover:text-text-1 pointer-coarse:h-11 [&_svg]:size-4',
      )}
    >
      <span className="sr-only">{SEARCH.order}: </span>
      {SEARCH.orders[order]}
      <ChevronDown />
    </button>
  </Menu>
);

const Foot = () => (
  <div
    className={cn(
      'flex h-9 shrink-0 items-center gap-4 overflow-hidden border-t',
      'border-line-1 px-5 text-xs whitespace-nowrap text-text-2',
    )}
  >
    <span className="flex items-center gap-1.5">
      <Kbd keys="↑" />
      <Kbd keys="↓" /> choose
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="↵" /> open at the line
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="Mod+↵" /> beside
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="Alt+↵" /> ask Zo about these
    </span>
    <span className="ml-auto max-lg:hidden">“ ” for a phrase, -word to leave out</span>
  </div>
);
