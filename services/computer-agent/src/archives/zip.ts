import fs from 'node:fs';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { textOfBytes } from './entry-path.js';
import type { Archive, ArchiveEntry } from './entry.js';
import { ArchiveProblem, PROBLEMS } from './messages.js';

const UNIX = 3;
const UTF8_FLAG = 0x800;
const UNICODE_PATH = 0x7075;
const S_IFMT = 0o170000;
const S_IFDIR = 0o040000;
const S_IFREG = 0o100000;
const S_IFLNK = 0o120000;
const DEFAULT_MODE = 0o644;

/** yauzl decodes without the flag as code page 437, although many programs write UTF-8 then. */
function pathOf(entry: yauzl.Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const isDeclared = (generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  const text = isDeclared
    ? yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
    : textOfBytes(fileNameRaw);
  // Some programs of Windows write its separator.
  return text.includes('/') ? text : text.replaceAll('\\', '/');
}

function kindOf(path: string, mode: number): ArchiveEntry['kind'] {
  if (path.endsWith('/')) return 'folder';
  switch (mode & S_IFMT) {
    case 0:
    case S_IFREG:
      return 'file';
    case S_IFDIR:
      return 'folder';
    case S_IFLNK:
      return 'link';
    default:
      return 'other';
  }
}

function entryOf(zip: yauzl.ZipFile, entry: yauzl.Entry): ArchiveEntry {
  const isUnix = entry.versionMadeBy >>> 8 === UNIX;
  const mode = isUnix ? entry.externalFileAttributes >>> 16 : DEFAULT_MODE;
  const path = pathOf(entry);
  return {
    path,
    kind: kindOf(path, mode),
    size: entry.uncompressedSize,
    // A zip without times has zeros in their place.
    mtime: entry.lastModFileDate === 0 ? 0 : entry.getLastModDate().getTime(),
    mode,
    isEncrypted: entry.isEncrypted(),
    open: async () => {
      if (entry.isEncrypted()) throw new ArchiveProblem(PROBLEMS.encrypted);
      if (!entry.canDecodeFileData()) throw new ArchiveProblem(PROBLEMS.compression);
      return Readable.from(checked(await zip.openReadStreamPromise(entry), entry.crc32, path));
    },
  };
}

/** The library compares sizes only, which most damage leaves as they are. */
async function* checked(content: AsyncIterable<Buffer>, wanted: number, path: string): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const bytes of content) {
    sum = crc32(bytes, sum);
    yield bytes;
  }
  if (sum !== wanted) throw new ArchiveProblem(PROBLEMS.damagedFile(path.split('/').at(-1) ?? ''));
}

async function* entriesOf(zip: yauzl.ZipFile, size: number): AsyncGenerator<ArchiveEntry> {
  let compressed = 0;
  for await (const entry of zip.eachEntry()) {
    // Entries that share their bytes are how a small file unpacks to a huge one.
    compressed += entry.compressedSize;
    if (compressed > size) throw new ArchiveProblem(PROBLEMS.damaged);
    yield entryOf(zip, entry);
  }
}

/** Opens a zip. Its names are checked by the caller, so that one bad name does not make the rest unreadable. */
export async function openZip(fd: number): Promise<Archive> {
  const zip = await yauzl.fromFdPromise(fd, { lazyEntries: true, autoClose: false, decodeStrings: false });
  return {
    entries: entriesOf(zip, fs.fstatSync(fd).size),
    count: zip.entryCount,
    close: () => undefined,
  };
}
