import { Search as SearchIcon, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { formatCount } from '@zo/web/format';
import { IconButton, Kbd, usePhone } from '@zo/web/ui';
import { FilterBar } from './filter-bar';
import { SEARCH } from './messages';
import { Results } from './results';
import { useSearch, type Search } from './use-search';

const MAX_COUNT = 1_000;

/** FT-14: one search over the names and contents of all files. */
export default function SearchPage() {
  const search = useSearch();
  const isPhone = usePhone();
  const field = useRef<HTMLInputElement>(null);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div ref={page} className="flex h-full flex-col" onKeyDown={(event) => walk(event, page, field)}>
      <h1 className="sr-only">{SEARCH.title}</h1>
      <Field search={search} field={field} />
      <FilterBar search={search}>
        <Count search={search} />
      </FilterBar>
      <Results search={search} isPhone={isPhone} />
      {isPhone ? null : <Foot />}
    </div>
  );
}

/** ↑ and ↓ walk the results, Enter in the field opens the first one, Escape returns to the field. */
function walk(
  event: KeyboardEvent,
  page: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  const links = [...(page.current?.querySelectorAll<HTMLElement>('a[data-result]') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const isField = document.activeElement === field.current;
  if (event.key === 'Escape' && at >= 0) field.current?.focus();
  else if (event.key === 'Enter' && isField && !event.nativeEvent.isComposing) links[0]?.click();
  else if (event.key === 'ArrowDown' && (isField || at >= 0)) links[at + 1]?.focus();
  else if (event.key === 'ArrowUp' && at >= 0) (at === 0 ? field.current : links[at - 1])?.focus();
  else return;
  event.preventDefault();
}

function Field({ search: { text, setText }, field }: { search: Search; field: RefObject<HTMLInputElement | null> }) {
  return (
    <search className="relative p-5 pb-3 max-md:p-4 max-md:pb-3">
      <SearchIcon
        aria-hidden
        className="absolute top-1/2 left-8 mt-1 size-4 -translate-y-1/2 text-text-2 max-md:left-7"
      />
      <input
        ref={field}
        type="text"
        enterKeyHint="search"
        aria-label={SEARCH.placeholder}
        placeholder={SEARCH.placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-full rounded-lg border border-line-2 bg-surface-1 pr-11 pl-10 text-lg text-text-1 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus"
      />
      {text ? (
        <span className="absolute top-1/2 right-7 mt-1 -translate-y-1/2 max-md:right-6">
          <IconButton label={SEARCH.clear} size="sm" onClick={() => (setText(''), field.current?.focus())}>
            <X />
          </IconButton>
        </span>
      ) : null}
    </search>
  );
}

/** How many files were found, said politely to screen readers. */
function Count({ search: { query, total, isFetching } }: { search: Search }) {
  return (
    <span role="status" className="ml-auto shrink-0 pl-2 text-xs text-text-2">
      {query === ''
        ? ''
        : isFetching && total === 0
          ? SEARCH.searching
          : total >= MAX_COUNT
            ? '1,000+ files'
            : formatCount(total, 'file')}
    </span>
  );
}

const Foot = () => (
  <div className="flex h-9 shrink-0 items-center gap-4 border-t border-line-1 px-5 text-xs text-text-2">
    <span className="flex items-center gap-1.5">
      <Kbd keys="↑" />
      <Kbd keys="↓" /> choose
    </span>
    <span className="flex items-center gap-1.5">
      <Kbd keys="↵" /> open at the line
    </span>
    <span className="ml-auto">“ ” for a phrase, -word to leave out</span>
  </div>
);
