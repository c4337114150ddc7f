import { isTextKind, kindOf } from '@zo/proto/file-kind';
import { recordsIn } from '@zo/proto/records';
import { isArticle, isOnComputer, nameOf, type Location } from '@zo/web/paths';
import type { OpenFile } from '@zo/web/store';
import { INFO, VIEWERS } from './registry';
import type { Viewer, ViewedFile } from './viewer';

/** What viewers may read of machines, of which there are only the bytes. */
const ONLY_BYTES: ReadonlySet<Viewer['read']> = new Set(['whole', 'range', 'bytes', 'none']);

/** The viewer of a file; undefined for plain text, which opens in the editor. */
export function viewerOf(file: ViewedFile): Viewer | undefined {
  const isEditable = file.isText && file.kind !== 'zopage';
  return VIEWERS.find(({ match }) => match(file)) ?? (isEditable ? undefined : INFO);
}

/** The viewer of what the server answered. `isOpen`: its text is in the editor, also after it has grown too large. */
export function viewerFor(location: Location, file: OpenFile, { isOpen = false } = {}): Viewer | undefined {
  const viewed: ViewedFile = {
    kind: file.kind,
    name: nameOf(location),
    mediaType: file.mediaType ?? '',
    size: file.fileSize,
    isText: isOpen || typeof file.fileContent === 'string',
    // The computer reads the rows.
    hasRecords: isOnComputer(location) && hasRecords(file),
    isArticle: isArticle(location),
  };
  const viewer = viewerOf(viewed);
  if (isOnComputer(location) || !viewer || ONLY_BYTES.has(viewer.read)) return viewer;
  return viewed.isText ? undefined : INFO;
}

/** The viewer that the name promises, before the server has told what the file is. */
export function viewerByName(location: Location): Viewer | undefined {
  const name = nameOf(location);
  const kind = kindOf(name);
  const isText = isTextKind(kind);
  return viewerOf({ kind, name, mediaType: '', size: 1, isText, hasRecords: false, isArticle: isArticle(location) });
}

const known = new WeakMap<OpenFile, boolean>();

function hasRecords(file: OpenFile): boolean {
  const { kind, fileContent } = file;
  if (kind !== 'json' || typeof fileContent !== 'string') return false;
  const found = known.get(file) ?? isTable(fileContent);
  known.set(file, found);
  return found;
}

function isTable(text: string): boolean {
  try {
    return recordsIn(JSON.parse(text)) !== undefined;
  } catch {
    return false;
  }
}
