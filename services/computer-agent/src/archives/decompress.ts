import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { ArchiveProblem, PROBLEMS } from './messages.js';

const BLOCK = 256 * 1024;
/** Memory that a decompressor may take for what a header demands. */
const MAX_MEMORY = '256MiB';
const MAX_WINDOW_LOG = 27;
const SYSTEM = '/usr/local/bin:/usr/bin:/bin';

export type Compression = 'none' | 'gzip' | 'zstd' | 'bzip2' | 'xz';

const MAGIC: [Compression, number[]][] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
];

export const compressionOf = (head: Buffer): Compression =>
  MAGIC.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0] ?? 'none';

/** The file from its beginning on, whatever was read before. */
const bytesOf = (fd: number) => fs.createReadStream('', { fd, start: 0, autoClose: false, highWaterMark: BLOCK });

/** Ends with an error when the program fails: what it wrote until then is incomplete. */
function programOf(program: string, args: readonly string[], fd: number): Readable {
  const child = spawn(program, args, { env: { PATH: SYSTEM }, stdio: [fd, 'pipe', 'ignore'] });
  const ended = new Promise<void>((done, fail) => {
    child.once('error', () => fail(new ArchiveProblem(PROBLEMS.missing(program))));
    child.once('close', (code) => (code === 0 ? done() : fail(new ArchiveProblem(PROBLEMS.damaged))));
  });
  ended.catch(() => undefined);
  async function* output() {
    try {
      yield* child.stdout as AsyncIterable<Buffer>;
      await ended;
    } finally {
      child.kill('SIGKILL');
    }
  }
  return Readable.from(output(), { objectMode: false });
}

/** The decompressed bytes of a file. */
export function decompressed(fd: number, compression: Compression): Readable {
  switch (compression) {
    case 'none':
      return bytesOf(fd);
    case 'gzip':
      return bytesOf(fd).compose(createGunzip({ chunkSize: BLOCK })) as unknown as Readable;
    case 'zstd':
      return bytesOf(fd).compose(
        createZstdDecompress({ chunkSize: BLOCK, params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } }),
      ) as unknown as Readable;
    case 'bzip2':
      return programOf('bzip2', ['-dc'], fd);
    case 'xz':
      return programOf('xz', ['-dc', `--memlimit-decompress=${MAX_MEMORY}`], fd);
  }
}
