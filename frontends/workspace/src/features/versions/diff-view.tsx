import { Undo2, UnfoldVertical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount, formatNumber } from '@zo/web/format';
import { Button, cn } from '@zo/web/ui';
import { VERSIONS } from './messages';
import type { Line, Row, Section, TextDiff } from './text-diff';

type Side = 'before' | 'after';
const TONE = { before: 'bg-bad-soft', after: 'bg-good-soft' };
const WORD = { before: 'bg-bad/25', after: 'bg-good/25' };

function LineCells({ line, side, changed }: { line: Line | undefined; side: Side; changed: boolean }) {
  const tone = changed && line && TONE[side];
  return (
    <>
      <td className={cn('w-12 min-w-12 pr-3 text-right align-top text-text-2 select-none', tone)}>{line?.number}</td>
      <td
        className={cn('w-1/2 pr-3 align-top whitespace-pre-wrap break-words', tone, changed && !line && 'bg-surface-2')}
      >
        {line?.pieces.map((piece, index) =>
          piece.changed ? (
            <span key={index} className={cn('rounded-sm', WORD[side])}>
              {piece.text}
            </span>
          ) : (
            piece.text
          ),
        )}
      </td>
    </>
  );
}

const SideBySide = ({ rows }: { rows: readonly Row[] }) =>
  rows.map((row, index) => (
    <tr key={index} data-changed={row.changed || undefined}>
      <LineCells line={row.before} side="before" changed={row.changed} />
      <LineCells line={row.after} side="after" changed={row.changed} />
    </tr>
  ));

/** Removed lines of a change above the added ones. */
function OneColumn({ rows }: { rows: readonly Row[] }) {
  const lines: { side: Side; line: Line; changed: boolean }[] = [];
  let added: typeof lines = [];
  for (const { before, after, changed } of rows) {
    if (!changed) {
      lines.push(...added, { side: 'after', line: after!, changed });
      added = [];
      continue;
    }
    if (before) lines.push({ side: 'before', line: before, changed });
    if (after) added.push({ side: 'after', line: after, changed });
  }
  return [...lines, ...added].map(({ side, line, changed }, index) => (
    <tr key={index} data-changed={changed || undefined}>
      <LineCells line={line} side={side} changed={changed} />
    </tr>
  ));
}

/**
 * The head of a changed section: where it is, how much of it changed, and the way back. F7 leads from one to the next.
 */
function Head({ section, columns, onRestore }: RowsProps) {
  const changed = section.rows.filter((row) => row.changed);
  const line = (changed.find(({ after }) => after)?.after ?? changed[0]?.before)?.number ?? 1;
  return (
    <tr>
      <td colSpan={columns * 2} className="border-y border-line-1 bg-surface-0 p-0">
        <div data-hunk tabIndex={-1} className="flex min-h-9 items-center gap-3 px-4 font-sans text-sm text-text-2">
          <span className="flex-1">{VERSIONS.hunk(formatNumber(line))}</span>
          <span className="text-xs tabular-nums">
            <span className="text-good">+{changed.filter(({ after }) => after).length}</span>{' '}
            <span className="text-bad">−{changed.filter(({ before }) => before).length}</span>
          </span>
          {onRestore ? (
            <Button onClick={() => onRestore(section, VERSIONS.hunk(formatNumber(line)).toLowerCase())}>
              <Undo2 />
              {VERSIONS.restoreHunk}
            </Button>
          ) : null}
        </div>
      </td>
    </tr>
  );
}

interface RowsProps {
  section: Section;
  columns: 1 | 2;
  onRestore: ((section: Section, line: string) => void) | undefined;
}

function Rows(props: RowsProps) {
  const { section, columns } = props;
  const [open, setOpen] = useState(!section.folded);
  if (!section.folded)
    return (
      <>
        <Head {...props} />
        {columns === 2 ? <SideBySide rows={section.rows} /> : <OneColumn rows={section.rows} />}
      </>
    );
  if (open) return columns === 2 ? <SideBySide rows={section.rows} /> : <OneColumn rows={section.rows} />;
  return (
    <tr>
      <td colSpan={columns * 2} className="border-y border-line-1 bg-surface-0 p-0">
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={cn(
            'flex h-8 w-full items-center justify-center gap-2 font-sans text-sm text-text-2',
            'hover:bg-surface-3 hover:text-text-1',
          )}
        >
          <UnfoldVertical className="size-4" />
          Show {formatCount(section.rows.length, 'unchanged line')}
        </button>
      </td>
    </tr>
  );
}

/** Leads to the next changed section, or the one before. */
function walkHunks(by: 1 | -1): void {
  const heads = [...document.querySelectorAll<HTMLElement>('[data-hunk]')];
  const at = heads.indexOf(document.activeElement?.closest<HTMLElement>('[data-hunk]') as HTMLElement);
  const next = heads[at < 0 ? (by === 1 ? 0 : heads.length - 1) : (at + by + heads.length) % heads.length];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

/** The change of a text: removed on the left, added on the right, or both in one column. */
export function DiffView({
  diff,
  columns,
  onRestore,
}: {
  diff: TextDiff;
  columns: 1 | 2;
  /** Puts a section back as it is on the left; absent where that is not possible. */
  onRestore?: RowsProps['onRestore'];
}) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F7') return;
      event.preventDefault();
      walkHunks(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <table aria-label="Changes" className="w-full table-fixed border-collapse font-mono text-sm/6">
      <colgroup>
        {Array.from({ length: columns }, (_none, index) => [
          <col key={`n${index}`} className="w-12" />,
          <col key={`t${index}`} />,
        ])}
      </colgroup>
      <tbody>
        {diff.sections.map((section, index) => (
          <Rows key={index} section={section} columns={columns} onRestore={onRestore} />
        ))}
      </tbody>
    </table>
  );
}
