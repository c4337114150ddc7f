import { useMemo, useState } from 'react';
import { cn } from '@zo/web/ui';
import { ImageSource } from '../image-source';
import { VIEWER } from '../messages';
import { NoteReader } from '../note/note-reader';
import { tablesOf, type TextTable } from './html-table';
import { NOTEBOOK } from './messages';
import type { Output } from './notebook';

const Cut = () => <p className="py-1 text-xs text-text-3">{NOTEBOOK.cut}</p>;

/** One output of a cell. Nothing in it runs: HTML is reduced to the text of its tables. */
export function OutputView({ output }: { output: Output }) {
  switch (output.kind) {
    case 'text':
      return (
        <>
          <pre
            className={cn(
              'overflow-x-auto font-mono text-[13px] leading-5 whitespace-pre-wrap',
              output.isError && 'rounded-md bg-bad-soft px-3 py-2',
            )}
          >
            {output.text}
          </pre>
          {output.isCut ? <Cut /> : null}
        </>
      );
    case 'markdown':
      return <NoteReader label="Output" text={output.text} />;
    case 'html':
      return <HtmlTables source={output.source} />;
    case 'image':
      return <OutputImage key={output.address} address={output.address} alt={output.alt} />;
  }
}

function OutputImage({ address, alt }: { address: string; alt: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed)
    return (
      <p className="flex gap-2 text-sm text-text-2">
        {VIEWER.imageFailed}
        <ImageSource address={address} />
      </p>
    );
  // Plots are drawn for a white page.
  return (
    <img
      src={address}
      alt={alt}
      onError={() => setHasFailed(true)}
      className="max-w-full self-start rounded-md bg-[white]"
    />
  );
}

function HtmlTables({ source }: { source: string }) {
  const tables = useMemo(() => tablesOf(source), [source]);
  return tables.map((table, index) => <TableView key={index} table={table} />);
}

function TableView({ table: { rows, isCut } }: { table: TextTable }) {
  return (
    <>
      <div className="max-h-[32rem] max-w-full self-start overflow-auto rounded-md border border-line-1">
        <table className="text-sm tabular-nums">
          <tbody>
            {rows.map(({ isHead, cells }, row) => (
              <tr key={row} className={cn('border-b border-line-1 last:border-0', isHead && 'bg-surface-2')}>
                {cells.map((cell, column) =>
                  isHead ? (
                    <th key={column} scope="col" className="px-3 py-1 text-right font-medium text-text-2">
                      {cell}
                    </th>
                  ) : (
                    <td key={column} className={cn('px-3 py-1 text-right', column === 0 && 'text-text-2')}>
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut ? <Cut /> : null}
    </>
  );
}
