import { nameOf, pathKey, type Location } from '@zo/web/paths';
import type { FileRef } from '../../../api/types';

/** Largest number of files per message that the API accepts. */
export const MAX_FILES = 50;
const MAX_ID = 200;

/** A short id for a long path; equal paths have equal ids. */
function shortId(key: string): string {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) >>> 0;
  return `${key.slice(0, MAX_ID - 20).toWellFormed()}#${hash.toString(36)}`;
}

/** CH-05: the reference to a file in a message. */
export function refOf(location: Location): FileRef {
  const path = pathKey(location);
  return { id: path.length <= MAX_ID ? path : shortId(path), path };
}

export function locationOfRef({ path }: FileRef): Location {
  const [root, ...rest] = path.split('/');
  return root === 'w' || root === 's' ? { root, path: rest } : { root: 'w', path: path.split('/') };
}

/** CH-05: adds files; files already present are ignored. */
export function withFiles(files: readonly FileRef[], added: readonly FileRef[]): readonly FileRef[] {
  const known = new Set(files.map(({ path }) => path));
  const fresh = added.filter(({ path }) => !known.has(path) && known.add(path));
  return fresh.length ? [...files, ...fresh].slice(0, MAX_FILES) : files;
}

/** CH-05: the mention of a file in the text. */
export const tokenOf = (file: FileRef): string => `@${nameOf(locationOfRef(file))}`;

/** Splits a text at its mentions; a mention must be a whole word. */
export function splitMentions(text: string, files: readonly FileRef[]): (string | FileRef)[] {
  const byToken = new Map(files.map((file) => [tokenOf(file), file]));
  if (byToken.size === 0) return [text];
  const tokens = [...byToken.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<=^|\\s)(${tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?=$|[\\s.,;:!?)])`,
    'gu',
  );
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => byToken.get(part) ?? part);
}
