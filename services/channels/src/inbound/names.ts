/** Names of folders and files for what strangers named. */
const MAX_BYTES = 120;
const FORBIDDEN = /[\u0000-\u001f\u007f/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** One name, never a path: not hidden, without control characters, and short enough for every disk. */
export function safeName(given: string, fallback: string): string {
  const last = given.split(/[/\\]/).at(-1)!;
  const plain = last.toWellFormed().normalize('NFC').replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ');
  const name = cut(plain.replace(/^[\s.]+/, '').trim(), MAX_BYTES);
  return name === '' ? fallback : name;
}

/** `2026-11-26 Invoice` */
export function folderName(at: Date, subject: string): string {
  const title = safeName(subject.replaceAll(/[/\\]/g, ' '), 'Mail').replace(/[\s.]+$/, '');
  return `${at.toISOString().slice(0, 10)} ${title || 'Mail'}`;
}

/** `report.pdf` → `report 2.pdf` */
export function numbered(name: string, copy: number): string {
  if (copy === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} ${copy}${name.slice(dot)}` : `${name} ${copy}`;
}

/** Keeps the extension. */
function cut(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = name.slice(0, name.length - extension.length);
  while (Buffer.byteLength(stem + extension) > bytes) stem = stem.slice(0, -1);
  return stem.toWellFormed().replaceAll('\ufffd', '').trimEnd() + extension;
}
