import { Replace as ReplaceIcon } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '@zo/web/format';
import { nameOf, pathKey } from '@zo/web/paths';
import { Button, EmptyState, Input, SkeletonRows } from '@zo/web/ui';
import { REPLACE, SEARCH } from './messages';
import { ReplaceFile } from './replace-file';
import { useReplace, type Replacing } from './use-replace';
import type { Search } from './use-search';

/** Files that are shown at first; more on demand, so that 1,000 files stay quick. */
const FEW = 100;

/** FT-14: replaces a text in files: what would change is shown, and each place can be left out. */
export function ReplaceForm({ search }: { search: Search }) {
  const replacing = useReplace(search);
  const { replacement, setReplacement } = replacing;
  const label = search.switches.regex ? REPLACE.groups : REPLACE.placeholder;
  return (
    <>
      <div className="flex items-center gap-2 px-5 pb-3 max-md:flex-wrap max-md:px-4">
        <Input
          aria-label={label}
          placeholder={label}
          value={replacement}
          maxLength={2_000}
          // Without a query there is nothing to replace yet: its field keeps the focus.
          autoFocus={search.text.trim() !== ''}
          onChange={(event) => setReplacement(event.target.value)}
          className="min-w-40 flex-1"
        />
        <Submit replacing={replacing} />
      </div>
      <Places search={search} replacing={replacing} />
    </>
  );
}

function Submit({ replacing: { changes, isFetching, progress, run, cancel } }: { replacing: Replacing }) {
  const hits = changes.reduce((sum, { edits }) => sum + edits.length, 0);
  if (progress !== undefined)
    return (
      <>
        <span role="status" className="text-sm text-text-2 tabular-nums">
          {REPLACE.running(progress, changes.length)}
        </span>
        <Button onClick={cancel}>{REPLACE.cancel}</Button>
      </>
    );
  return (
    <Button variant="primary" size="md" disabled={hits === 0 || isFetching} onClick={run}>
      {REPLACE.submit(formatCount(hits, 'place'), formatCount(changes.length, 'file'))}
    </Button>
  );
}

function Places({ search, replacing }: { search: Search; replacing: Replacing }) {
  const [max, setMax] = useState(FEW);
  const { found, problem, isFetching } = replacing;
  const { files, leftOut } = found;
  if (search.query === '') return <EmptyState icon={<ReplaceIcon />} title={REPLACE.start} />;
  if (problem)
    return <EmptyState title={problem.status === 400 ? SEARCH.notValid : SEARCH.failed}>{problem.detail}</EmptyState>;
  if (files.length + leftOut.length === 0)
    return isFetching ? (
      <SkeletonRows label={REPLACE.looking} />
    ) : (
      <EmptyState icon={<ReplaceIcon />} title={REPLACE.nothing}>
        {REPLACE.bounds}
      </EmptyState>
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-line-1 px-5 pt-2 pb-6 max-md:px-4">
      <Notices replacing={replacing} />
      <ul aria-label={REPLACE.list}>
        {files.slice(0, max).map((file) => (
          <ReplaceFile key={pathKey(file)} file={file} replacing={replacing} />
        ))}
      </ul>
      {files.length > max ? (
        <Button className="mt-3" onClick={() => setMax(max + FEW)}>
          {REPLACE.moreFiles(formatCount(files.length - max, 'file'))}
        </Button>
      ) : null}
    </div>
  );
}

/** What is not in the list, and what the last run left as it was. */
function Notices({ replacing: { found, failed } }: { replacing: Replacing }) {
  const { leftOut, isCut } = found;
  const lines = [
    ...(isCut ? [REPLACE.cut] : []),
    ...(failed.length > 0
      ? [
          REPLACE.left(formatCount(failed.length, 'file')),
          ...failed.map((file) => REPLACE.because(nameOf(file), file.error ?? '')),
        ]
      : []),
    ...(leftOut.length > 0
      ? [
          `${REPLACE.leftOut(formatCount(leftOut.length, 'file'))}: ${leftOut
            .map((file) => `${nameOf(file)} (${REPLACE.why[file.why]})`)
            .join(', ')}.`,
        ]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <div role="status" className="mb-2 max-h-40 overflow-y-auto rounded-lg bg-surface-2 px-3 py-2 text-sm text-text-2">
      {lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </div>
  );
}
