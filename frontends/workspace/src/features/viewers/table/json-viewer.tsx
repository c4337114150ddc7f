import type { ViewerProps } from '../viewer';
import { TableView } from './table-view';

/** FV-01: lists of records in JSON, each a sheet. */
export default function JsonTableViewer({ location, file }: ViewerProps) {
  return <TableView location={location} revision={`${file.mtimeMs} ${file.fileSize}`} hasRecords />;
}
