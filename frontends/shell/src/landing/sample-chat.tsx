import { ArrowUp, Check, FileText, ReceiptText, Undo2 } from 'lucide-react';
import { Link } from '@zo/web/router';
import type { SignUpHref } from './computer-window';
import { cn } from '@zo/web/ui/cn';

const STEPS: readonly (readonly [string, string, string, boolean])[] = [
  ['Read', 'sales.csv', '0.1 s', true],
  ['Ran', 'sort -t, -k2 -n -r sales.csv | head -1', '0.2 s', false],
  ['Wrote', 'report.md', '0.1 s', true],
];

/** LP-06: a sample answer; every control leads to sign-up. */
export function SampleChat({ door }: { door: SignUpHref }) {
  return (
    <section
      aria-label="A chat, with a sample answer"
      className="flex flex-col gap-1.5 rounded-xl border border-line-2 bg-surface-0 p-4 shadow-float"
    >
      <p
        className={cn(
          'mb-2 ml-auto max-w-[85%] rounded-xl rounded-br-sm border',
          'border-line-1 bg-surface-2 px-3.5 py-2 text-base',
        )}
      >
        Look at sales.csv, tell me the best month, and write a report.
      </p>
      {STEPS.map(([verb, what, took, file]) => (
        <div key={verb} className="flex h-8 items-center gap-2 text-sm">
          <Check aria-hidden className="size-4 text-good" />
          <span className="text-text-2">{verb}</span>
          {file ? (
            <span className="flex h-6 items-center gap-1.5 rounded-md bg-accent-soft px-2 font-medium text-accent-text">
              <FileText aria-hidden className="size-3.5" />
              {what}
            </span>
          ) : (
            <code className="min-w-0 truncate font-mono text-xs">{what}</code>
          )}
          <span className="flex-1" />
          <span className="shrink-0 text-xs whitespace-nowrap text-text-3 tabular-nums">{took}</span>
        </div>
      ))}
      <p className="py-1 text-base">
        The best month is <strong>May 2026</strong> with 4,821. The report compares it with the months before.
      </p>
      <div
        className={cn(
          'flex min-h-11 items-center gap-2 rounded-lg border',
          'border-line-1 bg-surface-1 px-3 text-sm text-text-2',
        )}
      >
        <ReceiptText aria-hidden className="size-4" />1 file, 1 command
        <span className="flex-1" />
        <Link
          to={door('chat')}
          className={cn(
            'flex h-8 items-center gap-1.5 rounded-md px-2 font-medium pointer-coarse:h-11 hover:bg-surface-3',
            'hover:text-text-1',
          )}
        >
          <Undo2 aria-hidden className="size-4" />
          Undo
        </Link>
      </div>
      <Link
        to={door('chat')}
        className={cn(
          'mt-2 flex h-14 items-center justify-between rounded-xl border border-line-2 bg-surface-1 pr-2.5',
          'pl-4 text-base text-text-3 hover:border-text-3',
        )}
      >
        <span className="truncate">Ask, or tell your computer what to do</span>
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent text-on-accent"
        >
          <ArrowUp className="size-4" />
        </span>
      </Link>
    </section>
  );
}
