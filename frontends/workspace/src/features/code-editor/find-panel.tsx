import {
  SearchQuery,
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  search,
  setSearchQuery,
} from '@codemirror/search';
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { type EditorView, type Panel, type ViewUpdate } from '@codemirror/view';
import { ArrowDown, ArrowUp, CaseSensitive, ChevronRight, Regex, WholeWord, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button, IconButton, Input, cn } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';

/** Counting stops at this number of matches, so that a search in a large file does not block typing. */
const MAX_COUNTED = 1_000;

/** In a narrow pane the options move below the field. */
const LATER_ROW = '@max-[480px]:order-2';

/** Connects a CodeMirror panel with its React component. */
export interface FindHost {
  dom: HTMLElement;
  view: EditorView;
  /** Subscribes to every change of text, selection or query; returns the unsubscribe. */
  onUpdate: (listener: () => void) => () => void;
}

const replaceShown = StateEffect.define<boolean>();
/** Whether the panel has the field for replacing. */
const isReplaceShown = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) =>
    effects.reduce((now, effect) => (effect.is(replaceShown) ? effect.value : now), value),
});

/** Mod+H: opens the panel with the field for replacing. */
export function openReplace(view: EditorView): boolean {
  openSearchPanel(view);
  view.dispatch({ effects: replaceShown.of(true) });
  return true;
}

/** The find panel of an editor. Its content is rendered by React into the element that `onPanel` gets. */
export function findPanel(onPanel: (host: FindHost | null) => void): Extension {
  const createPanel = (view: EditorView): Panel => {
    const dom = document.createElement('div');
    const listeners = new Set<() => void>();
    const onUpdate = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    return {
      dom,
      top: true,
      mount: () => onPanel({ dom, view, onUpdate }),
      destroy: () => onPanel(null),
      update: (update: ViewUpdate) => {
        const isQuery = update.transactions.some(({ effects }) =>
          effects.some((effect) => effect.is(setSearchQuery) || effect.is(replaceShown)),
        );
        if (isQuery || update.docChanged || update.selectionSet) listeners.forEach((listener) => listener());
      },
    };
  };
  return [search({ top: true, createPanel }), isReplaceShown];
}

/** '3 of 14' for the match at the selection, 'No results', or an invalid pattern. */
function describeMatches(view: EditorView): string {
  const query = getSearchQuery(view.state);
  if (!query.search) return '';
  if (!query.valid) return 'Invalid pattern';
  const { from, to } = view.state.selection.main;
  const cursor = query.getCursor(view.state);
  let count = 0;
  let current = 0;
  for (let next = cursor.next(); !next.done && count < MAX_COUNTED; next = cursor.next()) {
    count++;
    if (next.value.from === from && next.value.to === to) current = count;
  }
  if (count === 0) return 'No results';
  const total = count === MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(count);
  return current ? `${formatNumber(current)} of ${total}` : total;
}

/** ED-11: finds and replaces in the open text. */
export function FindPanel({ view, onUpdate }: FindHost) {
  const [query, setQuery] = useState(() => getSearchQuery(view.state));
  const [matches, setMatches] = useState(() => describeMatches(view));
  const [isReplacing, setReplacing] = useState(() => view.state.field(isReplaceShown));
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    field.current?.focus();
  }, []);
  useEffect(
    () =>
      onUpdate(() => {
        setQuery(getSearchQuery(view.state));
        setMatches(describeMatches(view));
        setReplacing(view.state.field(isReplaceShown));
      }),
    [view, onUpdate],
  );

  const change = (part: Partial<SearchQuery>) => {
    const { search: text, replace, caseSensitive, regexp, wholeWord } = { ...query, ...part };
    view.dispatch({
      effects: setSearchQuery.of(new SearchQuery({ search: text, replace, caseSensitive, regexp, wholeWord })),
    });
  };
  const close = () => {
    closeSearchPanel(view);
    view.focus();
  };
  const onEnter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    run(event);
  };

  return (
    <div
      role="search"
      onKeyDown={({ key }) => key === 'Escape' && close()}
      aria-label="Find in this file"
      className="@container flex flex-col gap-1.5 px-3 py-2 text-base"
    >
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          label={isReplacing ? 'Hide replace' : 'Replace…'}
          keys="Mod+H"
          aria-expanded={isReplacing}
          onClick={() => view.dispatch({ effects: replaceShown.of(!isReplacing) })}
        >
          <ChevronRight className={cn('transition-transform', isReplacing && 'rotate-90')} />
        </IconButton>
        <Input
          ref={field}
          aria-label="Find"
          placeholder="Find"
          value={query.search}
          onChange={(event) => change({ search: event.target.value })}
          onKeyDown={onEnter(({ shiftKey }) => (shiftKey ? findPrevious : findNext)(view))}
          className="max-w-lg min-w-40 flex-1 @max-[480px]:basis-[calc(100%-5rem)]"
        />
        <span
          role="status"
          className="min-w-20 px-1 text-sm text-text-2 tabular-nums @max-[480px]:order-2 @max-[480px]:pl-9"
        >
          {matches}
        </span>
        <IconButton
          label="Match case"
          className={LATER_ROW}
          active={query.caseSensitive}
          onClick={() => change({ caseSensitive: !query.caseSensitive })}
        >
          <CaseSensitive />
        </IconButton>
        <IconButton
          label="Whole words"
          className={LATER_ROW}
          active={query.wholeWord}
          onClick={() => change({ wholeWord: !query.wholeWord })}
        >
          <WholeWord />
        </IconButton>
        <IconButton
          label="Regular expression"
          className={LATER_ROW}
          active={query.regexp}
          onClick={() => change({ regexp: !query.regexp })}
        >
          <Regex />
        </IconButton>
        <IconButton label="Previous match" className={LATER_ROW} onClick={() => findPrevious(view)}>
          <ArrowUp />
        </IconButton>
        <IconButton label="Next match" className={LATER_ROW} onClick={() => findNext(view)}>
          <ArrowDown />
        </IconButton>
        <IconButton label="Close find" className="@max-[480px]:order-1" onClick={close}>
          <X />
        </IconButton>
      </div>
      {isReplacing ? (
        <div className="flex flex-wrap items-center gap-1.5 pl-8">
          <Input
            aria-label="Replace with"
            placeholder="Replace with"
            value={query.replace}
            onChange={(event) => change({ replace: event.target.value })}
            onKeyDown={onEnter(() => replaceNext(view))}
            className="max-w-lg min-w-40 flex-1"
          />
          <Button onClick={() => replaceNext(view)}>Replace</Button>
          <Button onClick={() => replaceAll(view)}>Replace all</Button>
        </div>
      ) : null}
    </div>
  );
}
