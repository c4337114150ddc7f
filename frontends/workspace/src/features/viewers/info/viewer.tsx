import type { FileKind } from '@zo/web/store';
import { VIEWER } from '../messages';
import type { ViewerProps } from '../viewer';
import { FileInfo } from './file-info';

const MESSAGES: Partial<Record<FileKind, string>> = {
  binary: VIEWER.binary,
  excel: VIEWER.noTable,
  zopage: VIEWER.zopage,
};

/** FV-02: details of a file without a preview, and why there is none. */
export default function InfoViewer({ location, file }: ViewerProps) {
  return <FileInfo location={location} file={file} message={MESSAGES[file.kind] ?? VIEWER.unknown} />;
}
