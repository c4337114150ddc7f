import { CaseSensitive, Regex, Search as SearchIcon, WholeWord, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useLocation, useNavigate } from '@zo/web/router';
import { Button, cn, IconButton } from '@zo/web/ui';
import { SEARCH } from './messages';
import type { Search, SearchSwitch } from './use-search';

const SWITCHES: readonly [SearchSwitch, ReactNode][] = [
  ['case', <CaseSensitive key="case" />],
  ['word', <WholeWord key="word" />],
  ['regex', <Regex key="regex" />],
];

/** Match case, whole word and regular expression. */
export const Switches = ({ search: { switches, toggle } }: { search: Search }) => (
  <span className="flex shrink-0 items-center gap-1">
    {SWITCHES.map(([name, icon]) => (
      <IconButton key={name} label={SEARCH[name]} active={switches[name]} onClick={() => toggle(name)}>
        {icon}
      </IconButton>
    ))}
  </span>
);

/** The field of the search, with its switches where there is room for them. */
export function Field({
  search,
  field,
  isPhone,
}: {
  search: Search;
  field: RefObject<HTMLInputElement | null>;
  isPhone: boolean;
}) {
  const { text, setText } = search;
  return (
    <search className="flex items-center gap-3 p-5 pb-3 max-md:p-4 max-md:pb-3">
      <div
        className={cn(
          'flex h-11 min-w-0 flex-1 items-center gap-1 rounded-lg border',
          'border-line-2 bg-surface-1 pr-1.5 pl-3.5',
          'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus',
        )}
      >
        <SearchIcon aria-hidden className="size-4 shrink-0 text-text-2" />
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
          aria-label={SEARCH.placeholder}
          placeholder={SEARCH.placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent px-2 text-lg text-text-1 outline-none"
        />
        {isPhone ? null : <Switches search={search} />}
        {text ? (
          <IconButton label={SEARCH.clear} onClick={() => (setText(''), field.current?.focus())}>
            <X />
          </IconButton>
        ) : null}
      </div>
      {isPhone ? <Cancel /> : null}
    </search>
  );
}

/** Leads back to where the search was opened. */
function Cancel() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button variant="quiet" onClick={() => (key === 'default' ? navigate('/f') : navigate(-1))}>
      {SEARCH.cancel}
    </Button>
  );
}
