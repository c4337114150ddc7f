import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '@zo/web/format';
import { nameOf, ofComputer, pathKey } from '@zo/web/paths';
import { skipToken, toProblem, type Problem } from '@zo/web/store';
import { toast, useDelayed } from '@zo/web/ui';
import { useHitsQuery, type FileChange, type FileHits, type FoundHits } from '../../api/replace.endpoints';
import { replaceInFiles, type Replaced } from '../../operations/replace';
import { REPLACE } from './messages';
import type { Search, Wanted } from './use-search';

const TYPING_MS = 250;
const NONE: FoundHits = { files: [], leftOut: [], isCut: false };

export interface Replacing {
  replacement: string;
  setReplacement: (replacement: string) => void;
  found: FoundHits;
  /** The list is for other words than those that are typed. */
  isFetching: boolean;
  problem: Problem | undefined;
  isTicked: (file: FileHits, offset: number) => boolean;
  /** Ticks or unticks places of a file. */
  tick: (file: FileHits, offsets: readonly number[], isTicked: boolean) => void;
  changes: FileChange[];
  /** Files done so far, while files are being changed. */
  progress: number | undefined;
  run: () => void;
  cancel: () => void;
  /** Files of the last run that were left as they are. */
  failed: Replaced['failed'];
}

const asked = ({ q, location, kinds = [], by: _by, ...rest }: Wanted, replacement: string) => ({
  ...rest,
  ...(location && { root: ofComputer(location).root, path: [...location.path] }),
  q,
  kinds: [...kinds],
  replacement,
});

const hitKey = (file: FileHits, offset: number) => `${pathKey(file)}\0${offset}`;

/** The ticked places as edits of their files. */
const changesOf = (files: readonly FileHits[], isTicked: Replacing['isTicked']): FileChange[] =>
  files.flatMap((file) => {
    const edits = file.hits
      .filter(({ offset }) => isTicked(file, offset))
      .map(({ offset, found, replacement }) => ({ offset, found, replacement }));
    return edits.length > 0 ? [{ root: file.root, path: [...file.path], hash: file.hash, edits }] : [];
  });

/** Takes back what nobody has changed since, and names the rest. */
async function undo(changes: readonly FileChange[]): Promise<void> {
  try {
    const { done, failed } = await replaceInFiles(changes, quietly());
    if (failed.length === 0) toast.success(REPLACE.undone(formatCount(done.length, 'file')));
    else toast.error(REPLACE.left(formatCount(failed.length, 'file')), { description: sentenceOf(failed) });
  } catch (error) {
    toast.error(REPLACE.failed, { description: (error as Problem).detail });
  }
}

const quietly = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const MAX_NAMED = 3;
const sentenceOf = (failed: Replaced['failed']): string =>
  failed
    .slice(0, MAX_NAMED)
    .map((file) => REPLACE.because(nameOf(file), file.error ?? ''))
    .join('\n');

/** `leftOut`: files that have the text, but cannot be changed here. */
function report({ done, hits, undo: back }: Replaced, leftOut: number): void {
  if (done.length === 0) return;
  toast.success(REPLACE.done(formatCount(hits, 'place'), formatCount(done.length, 'file')), {
    duration: 15_000,
    ...(leftOut > 0 && { description: REPLACE.leftOut(formatCount(leftOut, 'file')) }),
    action: { label: REPLACE.undo, onClick: () => void undo(back) },
  });
}

/** FT-14: every place of the query, which of them are to be replaced, and replacing them. */
export function useReplace({ query, wanted, ...search }: Search): Replacing {
  const [replacement, setReplacement] = useState(search.replacement);
  const rested = useDelayed(replacement, TYPING_MS);
  const body = useMemo(() => asked(wanted, rested), [wanted, rested]);
  const hits = useHitsQuery(query ? body : skipToken, { refetchOnMountOrArgChange: true });
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<number>();
  const [failed, setFailed] = useState<Replaced['failed']>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => setOff(new Set()), [wanted]);
  useEffect(() => {
    if (rested !== search.replacement) search.setReplacement(rested);
  }, [rested]);
  useEffect(() => () => running.current?.abort(), []);

  const found = (query && !hits.error && hits.currentData) || NONE;
  const isTicked: Replacing['isTicked'] = (file, offset) => !off.has(hitKey(file, offset));
  const changes = useMemo(() => changesOf(found.files, isTicked), [found, off]);
  const run = async () => {
    const abort = (running.current = new AbortController());
    setProgress(0);
    setFailed([]);
    try {
      const replaced = await replaceInFiles(changes, { signal: abort.signal, onProgress: setProgress });
      report(replaced, found.leftOut.length);
      setFailed(replaced.failed);
    } catch (error) {
      toast.error(REPLACE.failed, { description: (error as Problem).detail });
    }
    setProgress(undefined);
  };
  return {
    replacement,
    setReplacement,
    found,
    isFetching: hits.isFetching || rested !== replacement,
    problem: query && hits.error ? toProblem(hits.error) : undefined,
    isTicked,
    tick: (file, offsets, value) =>
      setOff((now) => {
        const next = new Set(now);
        for (const offset of offsets)
          if (value) next.delete(hitKey(file, offset));
          else next.add(hitKey(file, offset));
        return next;
      }),
    changes,
    progress,
    run: () => void run(),
    cancel: () => running.current?.abort(),
    failed,
  };
}
