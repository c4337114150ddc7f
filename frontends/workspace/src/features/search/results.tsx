import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '@zo/web/router';
import { pathKey } from '@zo/web/paths';
import type { Found, Problem } from '@zo/web/store';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { ChatResult } from './chat-result';
import { SEARCH } from './messages';
import { Nothing, Start } from './no-results';
import { Result } from './result';
import type { Search } from './use-search';

const MAX_FILES = 100;
const FEW_CHATS = 5;
const FEW_EXACT = 5;
/** Where the results of an address were scrolled to, for the way back. */
const scrolledTo = new Map<string, number>();

interface RowsProps {
  isPhone: boolean;
  /** The key of the file that is previewed. */
  chosen: string | undefined;
  onChoose: (file: Found) => void;
}
type ResultsProps = RowsProps & { search: Search };

/** A pattern that is not valid is the user's to mend; everything else is tried again. */
function Failed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.status === 400) return <EmptyState title={SEARCH.notValid}>{problem.detail}</EmptyState>;
  return <EmptyState tone="bad" title={SEARCH.failed} action={<Button onClick={onRetry}>Try again</Button>} />;
}

/** What was found, in groups, or why nothing is shown. */
export function Results({ search, ...rows }: ResultsProps) {
  const { query, exact, files, chats, total, isIncomplete, isTimedOut, isFetching, problem } = search;
  const { isPhone } = rows;
  const [isExactWhole, setExactWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { key, search: address } = useLocation();
  const shown = exact.length + files.length;
  const isEmpty = shown + chats.length === 0;
  useLayoutEffect(() => {
    if (list.current && shown > 0) list.current.scrollTop = scrolledTo.get(address) ?? 0;
  }, [address, key, shown > 0]);
  if (query === '') return <Start isPhone={isPhone} />;
  if (problem) return <Failed problem={problem} onRetry={search.retry} />;
  if (isEmpty) return isFetching ? <SkeletonRows label={SEARCH.searching} /> : <Nothing search={search} />;
  return (
    <div
      ref={list}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line-1 px-2.5 pb-6 max-md:px-1.5"
      onScroll={(event) => scrolledTo.set(address, event.currentTarget.scrollTop)}
    >
      {isTimedOut ? <p className="px-2.5 pt-3 text-sm text-text-2">{SEARCH.timedOut}</p> : null}
      {isIncomplete ? <p className="px-2.5 pt-3 text-sm text-text-2">{SEARCH.incomplete}</p> : null}
      <Group title={SEARCH.exact} files={exact} max={isExactWhole ? exact.length : FEW_EXACT} {...rows}>
        {exact.length > FEW_EXACT && !isExactWhole ? (
          <Button variant="quiet" onClick={() => setExactWhole(true)}>
            {SEARCH.showAll}
          </Button>
        ) : null}
      </Group>
      <Group title={SEARCH.files} files={files} max={files.length} {...rows}>
        {shown < Math.min(total, MAX_FILES) ? (
          <Button variant="quiet" onClick={search.showAll}>
            {SEARCH.showAll}
          </Button>
        ) : null}
      </Group>
      {shown >= MAX_FILES && total > shown ? (
        <p className="px-2.5 py-3 text-sm text-text-2">{SEARCH.firstOf(shown, total)}</p>
      ) : null}
      <Chats search={search} isPhone={isPhone} />
    </div>
  );
}

const Heading = ({ title, count, children }: { title: string; count: number; children?: ReactNode }) => (
  <div className="flex h-10 items-center gap-2 px-2.5 pt-2 text-xs text-text-2">
    <h2 className="font-medium">{title}</h2>
    <span>{count}</span>
    <span className="flex-1" />
    {children}
  </div>
);

function Group({
  title,
  files,
  max,
  isPhone,
  chosen,
  onChoose,
  children,
}: RowsProps & {
  title: string;
  files: readonly Found[];
  max: number;
  children?: ReactNode;
}) {
  const now = Date.now();
  if (files.length === 0) return null;
  return (
    <section aria-label={title}>
      <Heading title={title} count={files.length}>
        {children}
      </Heading>
      <ul>
        {files.slice(0, max).map((file) => (
          <Result
            key={pathKey(file)}
            file={file}
            now={now}
            isPhone={isPhone}
            isChosen={pathKey(file) === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </section>
  );
}

function Chats({ search: { chats, query }, isPhone }: { search: Search; isPhone: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const now = Date.now();
  if (chats.length === 0) return null;
  return (
    <section aria-label={SEARCH.chats}>
      <Heading title={SEARCH.chats} count={chats.length}>
        {chats.length > FEW_CHATS && !isWhole ? (
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {SEARCH.showAll}
          </Button>
        ) : null}
      </Heading>
      <ul>
        {chats.slice(0, isWhole ? undefined : FEW_CHATS).map((chat) => (
          <ChatResult key={chat.conversation.id} chat={chat} query={query} now={now} isPhone={isPhone} />
        ))}
      </ul>
    </section>
  );
}
