import { Check, Copy, WrapText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton, cn } from '@zo/web/ui';
import type { Token } from './highlight';
import { useCopied } from './use-copied';

const MAX_COLOURED = 60_000;

/** Code with its language, copy and wrap. It is highlighted once it has stopped growing for a moment. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const [wrapped, setWrapped] = useState(false);
  const [coloured, setColoured] = useState<{ code: string; tokens: Token[] }>();
  const { copied, copy } = useCopied();

  useEffect(() => {
    if (!language || code.length > MAX_COLOURED) return;
    let over = false;
    const timer = setTimeout(() => {
      import('./highlight')
        .then(({ highlight }) => highlight(code, language))
        .then((tokens) => tokens && !over && setColoured({ code, tokens }))
        .catch(() => undefined);
    }, 120);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [code, language]);

  return (
    <div className="group/code my-3 overflow-hidden rounded-lg border border-line-1 bg-surface-2">
      <div className="flex h-8 items-center gap-1 border-b border-line-1 pr-1 pl-3 text-xs text-text-3">
        <span className="flex-1 truncate font-mono">{language || 'text'}</span>
        <IconButton
          size="sm"
          label={wrapped ? 'Do not wrap lines' : 'Wrap lines'}
          active={wrapped}
          onClick={() => setWrapped(!wrapped)}
        >
          <WrapText className="size-3.5!" />
        </IconButton>
        <IconButton size="sm" label={copied ? 'Copied' : 'Copy code'} onClick={() => copy(code)}>
          {copied ? <Check className="size-3.5! text-good" /> : <Copy className="size-3.5!" />}
        </IconButton>
      </div>
      <pre
        tabIndex={0}
        aria-label={`Code${language ? `, ${language}` : ''}`}
        className={cn(
          'max-h-[32rem] overflow-auto px-3 py-2.5 font-mono text-sm leading-5',
          wrapped && 'break-words whitespace-pre-wrap',
        )}
      >
        <code>
          {coloured?.code === code
            ? coloured.tokens.map(({ text, colour }, index) =>
                colour ? (
                  <span key={index} style={{ color: colour }}>
                    {text}
                  </span>
                ) : (
                  text
                ),
              )
            : code}
        </code>
      </pre>
    </div>
  );
}
