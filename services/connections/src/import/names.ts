/** Makes names of files in a computer from titles and names that other services have. */
const MAX_BYTES = 255;
const UNTITLED = 'Untitled';
// Besides what no file system takes: marks that turn the reading direction, which disguise an ending.
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/gu;

/** A valid name that ends in `ending`, e.g. `.md`, unless it does so already. */
export function fileNameOf(name: string, ending = ''): string {
  const plain = name.toWellFormed().replace(NOT_IN_NAMES, ' ').replaceAll('/', '-').replace(/\s+/g, ' ').trim();
  const stem = plain.toLowerCase().endsWith(ending) ? plain.slice(0, plain.length - ending.length) : plain;
  const own = ending || endingOf(plain);
  const base = ending ? stem : plain.slice(0, plain.length - own.length);
  const kept = /^\.{0,2}$/.test(base.trim()) ? UNTITLED : base;
  return shortened(kept, MAX_BYTES - Buffer.byteLength(own)) + own;
}

/** The ending of a file; a longer one is part of its name. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && dot < name.length - 1 && name.length - dot <= 16 ? name.slice(dot) : '';
}

function shortened(text: string, bytes: number): string {
  let kept = '';
  let left = bytes;
  for (const sign of text) {
    left -= Buffer.byteLength(sign);
    if (left < 0) break;
    kept += sign;
  }
  return kept.trimEnd();
}

/** The names of the folders of a path like `Imports/Drive`, or undefined if it is none in the workspace. */
export function foldersOf(path: string): string[] | undefined {
  const names = path.split('/').filter(Boolean);
  const isValid = (name: string) => name !== '.' && name !== '..' && Buffer.byteLength(name) <= MAX_BYTES;
  return path.isWellFormed() && !path.includes('\u0000') && names.every(isValid) ? names : undefined;
}
