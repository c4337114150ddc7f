import { useEffect, useState } from 'react';
import { isOnComputer, ofComputer, type Place } from '@zo/web/paths';
import { SkeletonRows } from '@zo/web/ui';
import type { ViewerProps } from '../viewer';
import { findCell, type FoundCell } from './find-cell';
import { TableView } from './table-view';

/** The cell that a place means, `undefined` while it is looked for; `null`: there is none. */
function useFoundCell({ location, place }: ViewerProps): FoundCell | null | undefined {
  const text = isOnComputer(location) ? place?.text : undefined;
  const [found, setFound] = useState<{ place: Place | undefined; cell: FoundCell | null }>();
  useEffect(() => {
    if (!text) return;
    const stop = new AbortController();
    void findCell(ofComputer(location), text, stop.signal)
      // The table says what is wrong with the file.
      .catch(() => undefined)
      .then((cell) => stop.signal.aborted || setFound({ place, cell: cell ?? null }));
    return () => stop.abort();
  }, [place]);
  if (!text) return null;
  return found?.place === place ? found?.cell : undefined;
}

/** FV-01: the sheets of a workbook, from the cell that a search has found. */
export default function WorkbookViewer(props: ViewerProps) {
  const { location, file } = props;
  const cell = useFoundCell(props);
  if (cell === undefined) return <SkeletonRows label="Reading the table" />;
  return (
    <TableView
      key={cell?.sheet}
      location={location}
      revision={`${file.mtimeMs} ${file.fileSize}`}
      firstSheet={cell?.sheet}
      cell={cell ?? undefined}
    />
  );
}
