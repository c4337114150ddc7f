import { Check, Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cn, IconButton } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import { useCopied } from '../markdown/use-copied';
import { parseAnsi } from './ansi';

const MAX_LINES = 20;

/** Output of a command or content of a file: terminal colours, copy, at most 20 lines until expanded. */
export function OutputBlock({ text, command }: { text: string; command?: string }) {
  const [all, setAll] = useState(false);
  const { copied, copy } = useCopied();
  const lines = useMemo(() => text.split('\n'), [text]);
  const hidden = all ? 0 : Math.max(0, lines.length - MAX_LINES);
  const shown = hidden > 0 ? lines.slice(0, MAX_LINES).join('\n') : text;
  const spans = useMemo(() => parseAnsi(shown), [shown]);
  return (
    <div className="group/out relative rounded-lg border border-line-1 bg-surface-2">
      <pre
        tabIndex={0}
        aria-label="Output"
        className="max-h-96 overflow-auto px-3 py-2.5 font-mono text-xs leading-[18px] break-words whitespace-pre-wrap"
      >
        {command ? (
          <span className="text-text-3">
            $ {command}
            {'\n'}
          </span>
        ) : null}
        {spans.map(({ text: part, colour, bold, dim }, index) => (
          <span
            key={index}
            style={{ color: colour }}
            className={bold ? 'font-semibold' : dim ? 'text-text-3' : undefined}
          >
            {part}
          </span>
        ))}
      </pre>
      <IconButton
        size="sm"
        label={copied ? 'Copied' : 'Copy output'}
        onClick={() => copy(text)}
        className={cn(
          'absolute! top-1 right-1 bg-surface-2 opacity-0',
          'group-hover/out:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        {copied ? <Check className="size-3.5! text-good" /> : <Copy className="size-3.5!" />}
      </IconButton>
      {hidden > 0 ? (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="block h-7 w-full border-t border-line-1 text-xs text-text-2 hover:bg-surface-3 hover:text-text-1"
        >
          Show all {formatNumber(lines.length)} lines
        </button>
      ) : null}
    </div>
  );
}
