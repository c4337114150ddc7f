import fs from 'node:fs';
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
    try {
      const stats = fs.fstatSync(fd);
      return { mtime: stats.mtimeMs, size: stats.size, text: decode(readStart(fd, stats.size)) };
    } finally {
      fs.closeSync(fd);
    }
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
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (content.subarray(0, HEAD).includes(0)) return null;
  const head = content.toString('latin1', 0, 8);
  return BINARY_HEADS.some((start) => head.startsWith(start)) ? null : content.toString('utf8');
}
