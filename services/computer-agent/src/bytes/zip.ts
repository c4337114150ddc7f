import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { create } from '@bufbuild/protobuf';
import { PathSchema, Root, type Path } from '@zo/proto/agent/v1';
import { ZipFile } from 'yazl';
import { errnoOf, invalid, notFound } from '../errors.js';
import { readdirWhole } from '../files/calls.js';
import type { Folder, Name } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden, namesBelowHome, showPath } from '../home/names.js';
import { readJson } from '../server/body.js';
import { entryNames } from './entry-names.js';

// Compressing these again costs time and gains nothing.
const ARCHIVES = '7z|apk|br|bz2|gz|jar|rar|tgz|xz|zip|zst';
const DOCUMENTS = 'docx|epub|odp|ods|odt|pdf|pptx|woff2?|xlsx';
const MEDIA = 'aac|avi|avif|flac|gif|heic|jpe?g|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|ogg|opus|png|webm|webp';
const PACKED = new RegExp(`\\.(${ARCHIVES}|${DOCUMENTS}|${MEDIA})$`, 'i');
const AHEAD = 16;
const MAX_PATHS = 10_000;
const BLOCK = 256 * 1024;

const FIRST = new Date(0);
/** The library fails at a time before 1970, when nobody can be told any more. */
const storableTime = (time: Date): Date => (time > FIRST ? time : FIRST);

interface Wanted {
  path: Path;
  as: string;
}

/** POST /zip: streams the named files and folders as one zip while it is made. Links inside folders are left out. */
export async function sendZip(home: Home, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = await parseWanted(home, await readJson(request));
  const zip = new ZipFile();
  const output = zip.outputStream as unknown as Readable;
  zip.on('error', (error) => response.destroy(error as Error));
  response.writeHead(200, { 'content-type': 'application/zip' });
  response.flushHeaders();
  output.pipe(response);
  const packer = new Packer(zip, response);
  try {
    for (const { path, as } of wanted)
      await home.within(path, { follow: true }, ({ folder, name }) =>
        name === null ? packer.addFolder(folder, as) : packer.add(folder, name, as),
      );
    zip.end();
  } catch (error) {
    // The status has been sent: only a cut connection can tell the client that the zip is incomplete.
    console.error('zip broken off', error);
    response.destroy();
  }
}

async function parseWanted(home: Home, body: unknown): Promise<Wanted[]> {
  const paths = (body as { paths?: unknown } | null)?.paths;
  if (!Array.isArray(paths) || paths.length === 0 || paths.length > MAX_PATHS)
    throw invalid(`paths must be a list of 1 to ${MAX_PATHS} paths.`);
  const chosen: { path: Path; name: string }[] = [];
  for (const item of paths as { root?: unknown; segments?: unknown }[]) {
    const { root, segments } = item ?? {};
    if ((root !== 'w' && root !== 's') || !Array.isArray(segments) || segments.some((name) => typeof name !== 'string'))
      throw invalid('A path is {root, segments}.');
    const path = create(PathSchema, {
      root: root === 'w' ? Root.WORKSPACE : Root.SITES,
      segments: segments as string[],
    });
    const name = namesBelowHome(path).at(-1) as string;
    await home.within(path, { follow: true }, ({ folder, name: last }) => {
      if (last !== null && !folder.lstat(last)) throw notFound(showPath(path));
    });
    chosen.push({ path, name });
  }
  const names = entryNames(chosen.map(({ name }) => name));
  return chosen.map(({ path }, index) => ({ path, as: names[index] as string }));
}

/**
 * Feeds the zip only as fast as it is sent, so that a folder of a million files needs no more memory than one of ten.
 */
class Packer {
  /** Closes each file that is open or waits for its turn. */
  private readonly open = new Set<() => void>();
  private wake: (() => void) | null = null;

  constructor(
    private readonly zip: ZipFile,
    private readonly response: ServerResponse,
  ) {
    // After a disconnect nothing reads the zip any more, so the files that wait for their turn are closed here.
    response.once('close', () => {
      for (const abandon of this.open) abandon();
      this.wake?.();
    });
  }

  async add(folder: Folder, name: Name, as: string): Promise<void> {
    const stats = folder.lstat(name);
    if (stats?.isDirectory()) {
      const child = folder.open(name);
      try {
        await this.addFolder(child, as);
      } finally {
        child.close();
      }
    } else if (stats?.isFile()) await this.addFile(folder, name, { as, mtime: stats.mtime });
  }

  async addFolder(folder: Folder, as: string): Promise<void> {
    this.zip.addEmptyDirectory(as, { mtime: storableTime(folder.stat().mtime) });
    const all = await readdirWhole(folder.self);
    const names = entryNames(all);
    for (const [index, name] of all.entries()) {
      if (this.response.destroyed) throw new Error('receiver disconnected');
      if (!isHidden(name)) await this.add(folder, name, `${as}/${names[index]}`).catch(ignoreUnreadable);
    }
  }

  private async addFile(folder: Folder, name: Name, { as, mtime }: { as: string; mtime: Date }): Promise<void> {
    while (this.open.size >= AHEAD && !this.response.destroyed) await new Promise<void>((done) => (this.wake = done));
    if (this.response.destroyed) throw new Error('receiver disconnected');
    const { fd } = folder.openFile(name);
    let stream: fs.ReadStream | undefined;
    const settle = () => {
      this.open.delete(abandon);
      this.wake?.();
    };
    const abandon = () => {
      if (stream) return void stream.destroy();
      fs.closeSync(fd);
      settle();
    };
    this.open.add(abandon);
    const options = { mtime: storableTime(mtime), mode: 0o100644, compress: !PACKED.test(as) };
    this.zip.addReadStreamLazy(as, options, (give) => {
      if (!this.open.has(abandon)) return;
      stream = fs.createReadStream('', { fd, start: 0, highWaterMark: BLOCK });
      stream.once('close', settle);
      // A failed read must end the zip, not hang it.
      stream.once('error', (error) => this.response.destroy(error));
      give(null, stream.pipe(new PassThrough({ highWaterMark: BLOCK })));
    });
  }
}

function ignoreUnreadable(error: unknown): void {
  const errno = errnoOf(error);
  if (errno !== 'ENOENT' && errno !== 'EACCES' && errno !== 'ELOOP') throw error;
}
