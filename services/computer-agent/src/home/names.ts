import { isUtf8 } from 'node:buffer';
import { Root, type Path } from '@zo/proto/agent/v1';
import { invalid } from '../errors.js';
import type { Name } from './folder.js';

/** Prefix of files that are being written; they are never listed or reported, and are swept at the next start. */
export const HIDDEN_PREFIX = '.zo-tmp-';
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;
/** Longest extension: more bytes after a dot are no extension, and leave no room for a number. */
const MAX_EXTENSION = 64;
export const FOLDER_OF_ROOT: Record<number, string> = { [Root.WORKSPACE]: 'workspace', [Root.SITES]: 'sites' };

/** True for names the agent itself uses while it writes. */
export const isHidden = (name: Name) => String(name).startsWith(HIDDEN_PREFIX);

/** @throws INVALID when `name` cannot be the name of one file. */
export function checkName(name: string): void {
  if (name === '' || name === '.' || name === '..') throw invalid('A name may not be empty, "." or "..".');
  if (name.includes('\0') || name.includes('/')) throw invalid('A name may not contain "/" or a zero byte.');
  if (!name.isWellFormed()) throw invalid('A name must be valid text.');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalid('The name is too long.');
  if (isHidden(name)) throw invalid(`Names that begin with "${HIDDEN_PREFIX}" are reserved.`);
}

/** Checks a path of the protocol and returns its names from the home downwards. */
export function namesBelowHome(path: Path | undefined): string[] {
  const root = FOLDER_OF_ROOT[path?.root ?? 0];
  if (!path || !root) throw invalid('A path needs a root.');
  let total = 0;
  for (const name of path.segments) {
    checkName(name);
    total += Buffer.byteLength(name) + 1;
  }
  if (total > MAX_PATH_BYTES) throw invalid('The path is too long.');
  return [root, ...path.segments];
}

/** A path as it is shown in messages. */
export function showPath(path: Path | undefined): string {
  const names = path?.segments.join('/') ?? '';
  return path?.root === Root.SITES ? `s/${names}` : names || '/';
}

/** Extensions of two parts. */
const COMPOUND = /\.(sheet\.json|transcript\.jsonl|tar\.[a-z0-9]{1,4})$/i;

/** The second, third … name of an entry beside others of the same name: `a.md` → `a (2).md`. */
export function nextName(name: string, count: number, directory: boolean): string {
  const compound = COMPOUND.exec(name)?.index ?? 0;
  const dot = directory ? -1 : compound > 0 ? compound : name.lastIndexOf('.');
  const [stem, ending] =
    dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const suffix = ` (${count})${ending}`;
  let kept = stem;
  while (Buffer.byteLength(kept + suffix) > MAX_NAME_BYTES) kept = kept.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  return kept + suffix;
}

/** A name as text. Bytes that are not UTF-8 become \xNN, so that different names stay different. */
export function textOf(name: Name): string {
  if (typeof name === 'string') return name;
  let text = '';
  for (let at = 0; at < name.length;) {
    const length = [1, 2, 3, 4].find((count) => at + count <= name.length && isUtf8(name.subarray(at, at + count)));
    text += length ? name.toString('utf8', at, at + length) : `\\x${name.toString('hex', at, at + 1).toUpperCase()}`;
    at += length ?? 1;
  }
  return text;
}
