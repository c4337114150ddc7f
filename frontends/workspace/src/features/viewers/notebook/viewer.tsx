import { CircleAlert, NotebookText } from 'lucide-react';
import { useMemo } from 'react';
import { nameOf } from '@zo/web/paths';
import { EmptyState } from '@zo/web/ui';
import { CodeText } from '../code-text';
import { FindInText } from '../find/find-in-text';
import { NoteLocationProvider } from '../note/note-context';
import { NoteReader } from '../note/note-reader';
import type { ViewerProps } from '../viewer';
import { NOTEBOOK } from './messages';
import { readNotebook, type Cell } from './notebook';
import { OutputView } from './output';

const MAX_CELLS = 1_000;

/** FV-01: a notebook as it was last run, for reading. */
export default function NotebookViewer({ location, text = '', place }: ViewerProps) {
  const notebook = useMemo(() => readNotebook(text), [text]);
  if (!notebook)
    return (
      <EmptyState tone="bad" icon={<CircleAlert />} title={NOTEBOOK.damaged}>
        {NOTEBOOK.damagedHint}
      </EmptyState>
    );
  const { cells, language } = notebook;
  if (cells.length === 0) return <EmptyState icon={<NotebookText />} title={NOTEBOOK.empty} />;
  return (
    <NoteLocationProvider value={location}>
      <FindInText name={nameOf(location)} place={place} source={text}>
        <section aria-label={nameOf(location)} className="h-full overflow-y-auto">
          <ol className="mx-auto flex max-w-[60rem] flex-col gap-3 px-6 pt-8 pb-24 max-md:px-3">
            {cells.slice(0, MAX_CELLS).map((cell, index) => (
              <li
                key={index}
                aria-label={`Cell ${index + 1}`}
                className="[content-visibility:auto] [contain-intrinsic-size:auto_6rem]"
              >
                <CellView cell={cell} language={language} label={`Text of cell ${index + 1}`} />
              </li>
            ))}
          </ol>
          {cells.length > MAX_CELLS ? (
            <p className="pb-8 text-center text-sm text-text-2">{NOTEBOOK.moreCells(MAX_CELLS, cells.length)}</p>
          ) : null}
        </section>
      </FindInText>
    </NoteLocationProvider>
  );
}

const GRID = 'grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 max-md:grid-cols-1';
const GUTTER = 'pt-3 text-right font-mono text-xs leading-5 text-text-3 tabular-nums select-none max-md:hidden';

function CellView({ cell, language, label }: { cell: Cell; language: string; label: string }) {
  if (cell.kind === 'markdown')
    return (
      <div className={GRID}>
        <span aria-hidden />
        <NoteReader label={label} text={cell.source} />
      </div>
    );
  return (
    <div className={GRID}>
      <span className={GUTTER}>{cell.kind === 'code' ? `[${cell.run ?? ' '}]` : ''}</span>
      <div className="prose-zo">
        <pre aria-label={label} tabIndex={0}>
          <code className="block">
            {cell.kind === 'code' ? <CodeText code={cell.source} language={language} /> : cell.source}
          </code>
        </pre>
      </div>
      {cell.outputs.length > 0 ? (
        <>
          <span aria-hidden />
          <div role="group" aria-label="Output" className="flex min-w-0 flex-col gap-2 px-1">
            {cell.outputs.map((output, index) => (
              <OutputView key={index} output={output} />
            ))}
          </div>
        </>
      ) : null}
    </div>
  );
}
