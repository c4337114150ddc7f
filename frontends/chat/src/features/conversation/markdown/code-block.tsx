import { Check, Copy, WrapText } from 'lucide-react';
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { IconButton, cn } from '@zo/web/ui';
import type { Token } from './highlight';
import { piecesOf } from './pieces';
import { useCopied } from './use-copied';

const MAX_COLOURED = 60_000;
/** Code is highlighted once it has stopped growing for this long. */
const SETTLED_MS = 120;

export interface CodeBlockProps {
  code: string;
  language: string;
  /** Stands before the other buttons. */
  actions?: ReactNode;
  /** Shown instead of the code. */
  drawing?: ReactNode;
  /** A sentence under the code. */
  note?: string;
}

/** The colours of code. While it grows, those of its beginning stay, and the rest has none. */
function useColours(code: string, language: string): { tokens: readonly Token[]; length: number } {
  const [coloured, setColoured] = useState<{ code: string; tokens: Token[] }>();
  useEffect(() => {
    if (!language || code.length > MAX_COLOURED) return;
    let over = false;
    const timer = setTimeout(() => {
      import('./highlight')
        .then(({ highlight }) => highlight(code, language))
        .then((tokens) => tokens && !over && setColoured({ code, tokens }))
        .catch(() => undefined);
    }, SETTLED_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [code, language]);
  return coloured && code.startsWith(coloured.code)
    ? { tokens: coloured.tokens, length: coloured.code.length }
    : { tokens: [], length: 0 };
}

/** Code with its language, copy and wrap. */
export function CodeBlock({ code, language, actions, drawing, note }: CodeBlockProps) {
  const [wrapped, setWrapped] = useState(false);
  const { copied, copy } = useCopied();
  return (
    <div className="group/code my-3 overflow-hidden rounded-lg border border-line-1 bg-surface-2">
      <div className="flex h-8 items-center gap-1 border-b border-line-1 pr-1 pl-3 text-xs text-text-3">
        <span className="flex-1 truncate font-mono">{language || 'text'}</span>
        {actions}
        {drawing ? null : (
          <IconButton
            size="sm"
            label={wrapped ? 'Do not wrap lines' : 'Wrap lines'}
            active={wrapped}
            onClick={() => setWrapped(!wrapped)}
          >
            <WrapText className="size-3.5!" />
          </IconButton>
        )}
        <IconButton size="sm" label={copied ? 'Copied' : 'Copy code'} onClick={() => copy(code)}>
          {copied ? <Check className="size-3.5! text-good" /> : <Copy className="size-3.5!" />}
        </IconButton>
      </div>
      {drawing ? (
        <div className="overflow-x-auto bg-surface-1 p-4">{drawing}</div>
      ) : (
        <CodeText code={code} language={language} wrapped={wrapped} />
      )}
      {note ? <p className="border-t border-line-1 px-3 py-2 text-sm break-words text-text-2">{note}</p> : null}
    </div>
  );
}

function CodeText({ code, language, wrapped }: { code: string; language: string; wrapped: boolean }) {
  const { tokens, length } = useColours(code, language);
  const rest = useMemo(() => piecesOf(code.slice(length)), [code, length]);
  return (
    <pre
      tabIndex={0}
      aria-label={`Code${language ? `, ${language}` : ''}`}
      className={cn(
        'max-h-[32rem] overflow-auto px-3 py-2.5 font-mono text-sm leading-5',
        wrapped && 'break-words whitespace-pre-wrap',
      )}
    >
      <code>
        {tokens.map(({ text, colour }, index) =>
          colour ? (
            <span key={index} style={{ color: colour }}>
              {text}
            </span>
          ) : (
            text
          ),
        )}
        {rest.length === 1 ? rest[0] : rest.map((piece, index) => <Piece key={index} text={piece} />)}
      </code>
    </pre>
  );
}

/** Some of many lines, laid out when they come near the screen. */
const Piece = memo(function Piece({ text }: { text: string }) {
  return <span className="block [contain-intrinsic-size:auto_2000px] [content-visibility:auto]">{text}</span>;
});
