/** Reads a backup. Nothing of it is trusted before its hash has been compared. */
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Entry, open, type Options, type ZipFile } from 'yauzl';
import { FORMAT, MANIFEST, type Manifest, manifestSchema, type Part } from './manifest.js';
import { Refusal } from './refusal.js';

const MAX_MANIFEST = 16 * 1024 * 1024;
const openZip = promisify<string, Options, ZipFile>(open);

export class ArchiveReader {
  private constructor(
    private readonly file: string,
    private readonly content: { readonly zip: ZipFile; readonly entries: ReadonlyMap<string, Entry> },
    readonly manifest: Manifest,
  ) {}

  /** @throws Refusal unless it is a complete backup that this release can read */
  static async open(file: string): Promise<ArchiveReader> {
    const zip = await openZip(file, { lazyEntries: true, autoClose: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code) throw new Refusal(`${file} cannot be read (${error.code})`, { cause: error });
      throw new Refusal(`${file} is no backup, or an unfinished one (${error.message})`, { cause: error });
    });
    try {
      const entries = await entriesOf(zip);
      const manifest = await manifestOf(file, zip, entries.get(MANIFEST));
      const [wanted, there] = [
        manifest.parts.map(({ name }) => name),
        [...entries.keys()].filter((name) => name !== MANIFEST),
      ];
      if (wanted.toSorted().join('\n') !== there.toSorted().join('\n'))
        throw new Refusal(`${file} has been altered: its parts are not those its manifest names`);
      return new ArchiveReader(file, { zip, entries }, manifest);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** The bytes of a part. The stream fails at its end when they are not what was written. */
  async part(name: string): Promise<Readable> {
    const part = this.manifest.parts.find((one) => one.name === name);
    const { zip, entries } = this.content;
    const entry = entries.get(name);
    if (!part || !entry) throw new Refusal(`${this.file} has been altered: there is no ${name}`);
    const content = await streamOf(zip, entry);
    const checked = new Transform(
      checking(part, () => new Refusal(`${this.file} has been altered: ${name} is not what was written`)),
    );
    content.once('error', (error) => checked.destroy(error));
    return content.pipe(checked);
  }

  /** Reads every part to its end. @throws Refusal when one is not what was written */
  async verify(): Promise<void> {
    for (const { name } of this.manifest.parts) await finished((await this.part(name)).resume());
  }

  close(): void {
    this.content.zip.close();
  }
}

function checking({ bytes, sha256 }: Part, mismatchError: () => Error) {
  const digest = createHash('sha256');
  let read = 0;
  return {
    transform: (block: Buffer, _encoding: string, done: (error: Error | null, block?: Buffer) => void) => {
      digest.update(block);
      read += block.length;
      done(null, block);
    },
    flush: (done: (error?: Error) => void) =>
      read === bytes && digest.digest('hex') === sha256 ? done() : done(mismatchError()),
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries)).once('error', reject);
    zip.readEntry();
  });
}

async function manifestOf(file: string, zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry || entry.uncompressedSize > MAX_MANIFEST)
    throw new Refusal(`${file} is no backup of this product: it has no manifest`);
  const text = await buffer(await streamOf(zip, entry));
  if (createHash('sha256').update(text).digest('hex') !== zip.comment)
    throw new Refusal(`${file} has been altered: its manifest is not what was written`);
  const json = JSON.parse(text.toString()) as { format?: unknown; version?: unknown };
  if (typeof json.format === 'number' && json.format > FORMAT)
    throw new Refusal(
      `${file} was made by a newer release (${String(json.version)}, format ${json.format}); this one reads format ` +
        `${FORMAT}`,
    );
  return manifestSchema.parse(json);
}

async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return promisify<Entry, Readable>((one, done) => zip.openReadStream(one, done as never))(entry);
}
