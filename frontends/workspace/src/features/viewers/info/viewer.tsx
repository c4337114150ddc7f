import type { FileKind } from '@zo/web/store';
import { VIEWER } from '../messages';
import type { ViewerProps } from '../viewer';
import { FileInfo } from './file-info';

const MESSAGES: Partial<Record<FileKind, string>> = {
  binary: VIEWER.binary,
  excel: VIEWER.noTable,
  zopage: VIEWER.zopage,
};
const TEXT_KINDS: ReadonlySet<FileKind> = new Set([
  'markdown',
  'textual',
  'json',
  'csv',
  'tsv',
  'html',
  'sheet',
  'routine',
]);

/** FV-02: details of a file without a preview, and why there is none. */
export default function InfoViewer({ location, file }: ViewerProps) {
  // A text file without content is too large for the editor.
  const isTooLarge = file.fileContent === null && TEXT_KINDS.has(file.kind);
  const message = isTooLarge ? VIEWER.noContent : (MESSAGES[file.kind] ?? VIEWER.unknown);
  return <FileInfo location={location} file={file} message={message} />;
}
