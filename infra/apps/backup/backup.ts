/** The whole installation in one file: database, homes of the computers, objects, and keys. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { packFolders } from '@zo/archive';
import { ArchiveFile } from './archive-file.js';
import { ArchiveWriter } from './archive-writer.js';
import { exportDatabase } from './database.js';
import { FORMAT, type Manifest } from './manifest.js';
import { Refusal } from './refusal.js';
import { withDatabase } from './source.js';

/** What an installation consists of beside its database. Logs, caches and sockets are recreated. */
export const FOLDERS = ['secrets', 'objects', 'homes'];
const FILES = 'files.tar.zst';

export interface BackupOptions {
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  readonly file: string;
  readonly version: string;
}

/**
 * Works while the product runs. The rows come first, all from one snapshot; a key is older than what is encrypted with
 * it, and a file that changes while it is read is stored as it was at some later moment.
 */
export async function backUp({ dataFolder, databaseUrl, file, version }: BackupOptions): Promise<Manifest> {
  const folder = placeFor(file, dataFolder);
  if (!existsSync(join(dataFolder, 'secrets')))
    throw new Refusal(`there is no installation in ${dataFolder}; ZO_DATA says where it is`);
  const kept = new ArchiveFile(join(folder, basename(file)));
  const archive = new ArchiveWriter(kept.write);
  const interrupted = () => {
    kept.discard();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    const exported = await withDatabase({ dataFolder, databaseUrl }, (client) =>
      exportDatabase(client, (name, content) => archive.add(name, content)),
    );
    const { content, result } = packFolders(
      dataFolder,
      FOLDERS.filter((name) => existsSync(join(dataFolder, name))),
    );
    const [{ name: part }, { entries, unreadable }] = await Promise.all([archive.add(FILES, content), result]);
    if (unreadable > 0)
      throw new Refusal(`${unreadable} files cannot be read by you; back up as the user the product runs as`);
    const manifest: Manifest = {
      format: FORMAT,
      version,
      ...exported,
      completedAt: new Date().toISOString(),
      files: { part, entries },
      parts: archive.parts,
    };
    await archive.finish(manifest);
    await kept.keep();
    return manifest;
  } catch (error) {
    archive.abort();
    kept.discard();
    throw error;
  }
}

/** The folder that the backup goes to. @throws Refusal when it would overwrite a file, or contain itself */
function placeFor(file: string, dataFolder: string): string {
  if (existsSync(file)) throw new Refusal(`${file} is there already`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const folder = realpathSync(dirname(file));
  const inside = FOLDERS.map((name) => join(dataFolder, name)).find(
    (own) => existsSync(own) && `${folder}${sep}`.startsWith(`${realpathSync(own)}${sep}`),
  );
  if (inside) throw new Refusal(`a backup cannot be kept in ${inside}, which is in the backup`);
  return folder;
}
