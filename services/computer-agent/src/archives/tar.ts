import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Headers } from 'tar-stream';
import { textOfBytes } from './entry-path.js';
import type { Archive, ArchiveEntry } from './entry.js';
import { ArchiveProblem, PROBLEMS } from './messages.js';

const BLOCK = 512;
/** A header that announces a path of gigabytes is collected in memory before it is known to be one. */
const MAX_MEMORY = 384 * 1024 * 1024;
const CHUNKS_PER_CHECK = 16;
const CHECKSUM_AT = 148;
const CHECKSUM_LENGTH = 8;

/** Whether these bytes are the head of a tar: its checksum is right, with its own field as spaces. */
export function isTarHead(head: Buffer): boolean {
  if (head.length < BLOCK) return false;
  const stored = parseInt(head.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_LENGTH).trim(), 8);
  let sum = CHECKSUM_LENGTH * 0x20;
  for (let at = 0; at < BLOCK; at++)
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + CHECKSUM_LENGTH) sum += head[at] as number;
  return stored === sum;
}

const KINDS: Partial<Record<NonNullable<Headers['type']>, ArchiveEntry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  symlink: 'link',
  link: 'same-file',
};

type WithPax = Headers & { pax: Record<string, string> | null };

/** Names in classic headers have no encoding; those of pax are UTF-8. */
const decoded = (text: string, pax: string | undefined) => pax ?? textOfBytes(Buffer.from(text, 'latin1'));

function entryOf(header: WithPax, content: Readable): ArchiveEntry {
  const { pax } = header;
  const size = header.size ?? 0;
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveProblem(PROBLEMS.damaged);
  const path = decoded(header.name, pax?.['path']);
  // The bytes of a sparse file are a map of its holes first.
  const isSparse = pax !== null && Object.keys(pax).some((key) => key.startsWith('GNU.sparse'));
  const kind = isSparse ? 'other' : ((header.type && KINDS[header.type]) ?? 'other');
  const target = decoded(header.linkname ?? '', pax?.['linkpath']);
  return {
    path,
    kind,
    size: kind === 'file' ? size : 0,
    mtime: header.mtime?.getTime() ?? 0,
    mode: header.mode ?? 0,
    isEncrypted: false,
    ...(kind === 'same-file' && { target }),
    open: () => (kind === 'link' ? Readable.from([Buffer.from(target)]) : content),
  };
}

async function* guarded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks = 0;
  for await (const chunk of bytes) {
    if (++chunks % CHUNKS_PER_CHECK === 0 && process.memoryUsage.rss() > MAX_MEMORY)
      throw new ArchiveProblem(PROBLEMS.damaged);
    yield chunk;
  }
}

async function* entriesOf(bytes: Readable): AsyncGenerator<ArchiveEntry> {
  const tar = extract({ filenameEncoding: 'latin1' } as never);
  let failure: unknown;
  const input = Readable.from(guarded(bytes), { objectMode: false });
  const reading = pipeline(input, tar).catch((error: unknown) => {
    failure = error;
  });
  try {
    for await (const entry of tar) {
      const content = entry as unknown as Readable;
      yield entryOf(entry.header as WithPax, content);
      // What was not read is passed over.
      content.resume();
    }
  } catch (error) {
    throw failure ?? error;
  }
  await reading;
  if (failure) throw failure;
}

export const tarOf = (bytes: Readable): Archive => ({ entries: entriesOf(bytes), close: () => bytes.destroy() });
