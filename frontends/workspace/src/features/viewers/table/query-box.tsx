import { Play } from 'lucide-react';
import { Button, cn, shortcutText } from '@zo/web/ui';

const MAX_LENGTH = 20_000;

export interface QueryBoxProps {
  text: string;
  onText: (text: string) => void;
  onRun: (query: string) => void;
}

/** A statement that reads from the database; Ctrl+Enter runs it. */
export function QueryBox({ text, onText, onRun }: QueryBoxProps) {
  const run = () => onRun(text.trim());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      className="flex shrink-0 items-end gap-2 border-b border-line-1 bg-surface-2 px-3 py-2"
    >
      <textarea
        aria-label="Query"
        autoFocus
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        maxLength={MAX_LENGTH}
        placeholder="SELECT … FROM …"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          run();
        }}
        className={cn(
          'min-w-0 flex-1 resize-none rounded-md border border-line-2 bg-surface-1',
          'px-2.5 py-1.5 font-mono text-sm text-text-1 outline-none',
          'focus-visible:border-focus',
        )}
      />
      <Button type="submit" title={shortcutText('Mod+Enter')} variant="primary" size="md" disabled={text.trim() === ''}>
        <Play />
        Run
      </Button>
    </form>
  );
}
