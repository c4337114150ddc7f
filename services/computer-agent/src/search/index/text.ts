import fs from 'node:fs';
import { byteOrderOf } from '@zo/proto/text-encoding';
import { Folder } from '../../home/folder.js';

/** Bytes of a file that are indexed and searched for snippets. */
export const MAX_TEXT_BYTES = 1024 * 1024;
/** A zero byte in the first part marks a binary file, as in git. */
const HEAD = 8_192;
const BINARY_HEADS = ['%PDF-', '{\\rtf'];

/** A file as the index compares it. */
export interface FileState {
  mtime: number;
  size: number;
}

/**
 * Reads the beginning of a text file, walking from the home without following links.
 * @returns null when there is no regular file, `text: null` when it is not text
 */
export function readText(home: Folder, names: readonly string[]): (FileState & { text: string | null }) | null {
  const opened = openFile(home, names);
  if (!opened) return null;
  try {
    return { ...opened.state, text: decode(readStart(opened.fd, opened.state.size)) };
  } catch {
    return null;
  } finally {
    fs.closeSync(opened.fd);
  }
}

/** The state of a regular file as it is now; null when there is none. */
export function stateOf(home: Folder, names: readonly string[]): FileState | null {
  const opened = openFile(home, names);
  if (opened) fs.closeSync(opened.fd);
  return opened?.state ?? null;
}

/** Opens a regular file, walking from the home without following links; null when there is none. */
export function openFile(home: Folder, names: readonly string[]): { fd: number; state: FileState } | null {
  let folder = home.again();
  try {
    for (const name of names.slice(0, -1)) {
      const next = folder.open(name);
      folder.close();
      folder = next;
    }
    const name = names.at(-1)!;
    if (!folder.lstat(name)?.isFile()) return null;
    const { fd } = folder.openFile(name);
    const { mtimeMs, size } = fs.fstatSync(fd);
    return { fd, state: { mtime: mtimeMs, size } };
  } catch {
    // Removed, replaced or not readable: not there for a search.
    return null;
  } finally {
    folder.close();
  }
}

function readStart(fd: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.min(size, MAX_TEXT_BYTES));
  let length = 0;
  while (length < buffer.length) {
    const bytes = fs.readSync(fd, buffer, length, buffer.length - length, length);
    if (bytes === 0) break;
    length += bytes;
  }
  return buffer.subarray(0, length);
}

function decode(content: Buffer): string | null {
  const order = byteOrderOf(content);
  if (order) return new TextDecoder(`utf-16${order}`).decode(content);
  if (content.subarray(0, HEAD).includes(0)) return null;
  const head = content.toString('latin1', 0, 8);
  return BINARY_HEADS.some((start) => head.startsWith(start)) ? null : content.toString('utf8');
}
