import { CircleAlert, Download } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { nameOf, rawHref } from '@zo/web/paths';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { FindBar } from '../find/find-bar';
import { FIND } from '../find/messages';
import { useFindKey } from '../find/use-find-key';
import { VIEWER } from '../messages';
import { useWindows } from '../table/use-windows';
import type { ViewerProps } from '../viewer';
import { LineList, type LineListHandle } from './line-list';
import { LinesToolbar } from './lines-toolbar';
import { LINES } from './messages';
import { useHits, type Hits } from './use-hits';

const ALL_LINES = { sheet: '', query: '', filters: [] };

function foundIn({ count, current, problem }: Hits): string {
  if (problem) return problem.detail;
  if (count === undefined) return FIND.searching;
  return count > 0 ? FIND.of(current + 1, count) : FIND.none;
}

/** FV-01: text that the editor does not take, in windows of lines which the computer reads. */
export default function LinesViewer({ location, file, place }: ViewerProps) {
  const revision = `${file.mtimeMs} ${file.fileSize}`;
  const { source, problem, retry } = useWindows(location, revision, ALL_LINES);
  const [word, setWord] = useState('');
  const [typed, setTyped] = useState('');
  const [finding, setFinding] = useState(false);
  const [top, setTop] = useState(1);
  const [chosen, setChosen] = useState<number>();
  const hits = useHits(location, revision, word);
  const list = useRef<LineListHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const goTo = useCallback((line: number) => {
    setChosen(line);
    list.current?.reveal(line);
  }, []);
  const isOpen = source !== undefined;
  useEffect(() => {
    if (hits.line !== undefined) goTo(hits.line);
  }, [hits.line, goTo]);
  useEffect(() => {
    if (isOpen && place) goTo(place.line);
  }, [isOpen, place, goTo]);
  const openFind = () => {
    setFinding(true);
    field.current?.focus();
    field.current?.select();
  };
  useFindKey(pane, openFind);
  const closeFind = () => {
    setFinding(false);
    setWord('');
    setTyped('');
    list.current?.focus();
  };
  // The computer reads the file for each word: it begins with Enter, not with each letter.
  const step = (by: 1 | -1) => (typed === word ? hits.turn(by) : setWord(typed));

  if (problem)
    return (
      <EmptyState
        tone="bad"
        icon={<CircleAlert />}
        title={VIEWER.noContent}
        action={
          <>
            <Button asChild>
              <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
                <Download />
                Download
              </a>
            </Button>
            <Button onClick={retry}>Try again</Button>
          </>
        }
      >
        {problem.detail}
      </EmptyState>
    );
  if (!source) return <SkeletonRows label="Loading" />;
  return (
    <section ref={pane} aria-label={nameOf(location)} className="@container flex h-full flex-col">
      <LinesToolbar
        location={location}
        facts={source.facts}
        line={top}
        onLine={goTo}
        finding={finding}
        onFind={finding ? closeFind : openFind}
      />
      {finding ? (
        <FindBar
          name={nameOf(location)}
          field={field}
          query={typed}
          onQuery={setTyped}
          found={word && typed === word ? foundIn(hits) : ''}
          onStep={typed === '' || (typed === word && !hits.count) ? undefined : step}
          onClose={closeFind}
        />
      ) : null}
      <p className="shrink-0 border-b border-line-1 bg-surface-2 px-3 py-1 text-xs text-text-2">
        {LINES.readOnly(file.fileSize)}
      </p>
      <LineList
        ref={list}
        name={`Lines of ${nameOf(location)}`}
        source={source}
        word={word}
        current={chosen}
        onTop={setTop}
      />
    </section>
  );
}
