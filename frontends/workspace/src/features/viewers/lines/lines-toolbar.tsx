import { Download, Search } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { rawHref, type Location } from '@zo/web/paths';
import { Button, IconButton, Input } from '@zo/web/ui';
import type { TableFacts } from '../table/rows';
import { LINES } from './messages';

/** Number of the first line that is seen; typing another one and Enter goes there. */
function LineField({ line, count, onLine }: { line: number; count: number; onLine: (line: number) => void }) {
  const [typed, setTyped] = useState<string>();
  useEffect(() => setTyped(undefined), [line]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Number(typed) >= 1) onLine(Math.min(count, Number(typed)));
    setTyped(undefined);
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5 text-sm whitespace-nowrap text-text-2">
      <span className="@max-sm:hidden">{LINES.line}</span>
      <Input
        aria-label={LINES.line}
        inputMode="numeric"
        value={typed ?? String(line)}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 12))}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(undefined)}
        className="h-7! w-24! text-center text-sm tabular-nums"
      />
    </form>
  );
}

interface LinesToolbarProps {
  location: Location;
  facts: TableFacts;
  line: number;
  onLine: (line: number) => void;
  finding: boolean;
  onFind: () => void;
}

/** The toolbar above a long text. */
export function LinesToolbar({ location, facts, line, onLine, finding, onFind }: LinesToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Text"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-b border-line-1 bg-surface-1 px-3 py-1"
    >
      <LineField line={line} count={facts.all} onLine={onLine} />
      <span role="status" aria-label="Lines" className="text-sm whitespace-nowrap text-text-2 tabular-nums">
        {LINES.lines(facts.all, facts.isAtLeast)}
      </span>
      <span className="flex-1" />
      <IconButton label={LINES.find} keys="Mod+F" active={finding} onClick={onFind}>
        <Search />
      </IconButton>
      <Button variant="quiet" asChild>
        <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
          <Download />
          Download
        </a>
      </Button>
    </div>
  );
}
