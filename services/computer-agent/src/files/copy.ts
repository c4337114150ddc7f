import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { CopyResponseSchema, ErrorReason, type CopyRequest, type CopyResponse, type Path } from '@zo/proto/agent/v1';
import { errnoOf, invalid, notFound, notRegular, agentError } from '../errors.js';
import { type Folder, type Name, openRegular } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden, namesBelowHome, showPath } from '../home/names.js';
import { yieldToEventLoop, copyFile, fsync, readdirWhole } from './calls.js';
import { renamed } from './move.js';
import { hiddenName, placeOrKeepBoth } from './place.js';
import { removeTree } from './remove.js';

const MAX_DEPTH = 1_000;

/** Copies a file or a folder with everything in it. It appears under its name complete, or not at all. */
export async function copy(home: Home, request: CopyRequest): Promise<CopyResponse> {
  const { from, to } = request;
  refuseRoot(from, to);
  return home.within(from, {}, (source) => {
    const name = source.name as string;
    if (!source.folder.lstat(name)) throw notFound(showPath(from));
    return home.within(to, {}, async (target) => {
      const hidden = hiddenName();
      try {
        await copyTree({ folder: source.folder, name }, { folder: target.folder, name: hidden }, 0);
        const destination = { folder: target.folder, name: target.name as string, clash: request.clash };
        const used = placeOrKeepBoth(target.folder, hidden, destination);
        await target.folder.sync();
        return create(CopyResponseSchema, { to: renamed(to as Path, used) });
      } catch (error) {
        await removeTree(target.folder, hidden).catch((failure: unknown) =>
          console.error('could not remove a partial copy', failure),
        );
        throw error;
      }
    });
  });
}

function refuseRoot(from: Path | undefined, to: Path | undefined): void {
  const source = namesBelowHome(from);
  const target = namesBelowHome(to);
  if (source.length === 1 || target.length === 1) throw invalid('The root itself cannot be copied or replaced.');
  const inside = target.length > source.length && source.every((name, index) => target[index] === name);
  if (inside) throw agentError(ErrorReason.INTO_ITSELF, 'Cannot copy into a child directory');
}

interface EntryRef {
  folder: Folder;
  name: Name;
}

async function copyTree(from: EntryRef, to: EntryRef, depth: number): Promise<void> {
  const stats = from.folder.lstat(from.name);
  if (!stats) return;
  if (stats.isSymbolicLink())
    fs.symlinkSync(fs.readlinkSync(from.folder.at(from.name), 'buffer'), to.folder.at(to.name));
  else if (stats.isDirectory()) await copyFolder(from, to, { depth, mode: stats.mode & 0o777 });
  else if (stats.isFile()) await copyBytes(from, to, stats.mode & 0o777);
  else if (depth === 0) throw notRegular(String(from.name));
}

async function copyBytes(from: EntryRef, to: EntryRef, mode: number): Promise<void> {
  const { fd } = from.folder.openFile(from.name);
  try {
    await copyFile(
      from.folder.ofFile(fd, from.name),
      to.folder.at(to.name),
      fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE,
    );
    const copied = openRegular(to.folder.at(to.name), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    try {
      fs.fchmodSync(copied, mode | 0o200);
      await fsync(copied);
    } finally {
      fs.closeSync(copied);
    }
  } finally {
    fs.closeSync(fd);
  }
}

async function copyFolder(
  from: EntryRef,
  to: EntryRef,
  { depth, mode }: { depth: number; mode: number },
): Promise<void> {
  if (depth > MAX_DEPTH) throw agentError(ErrorReason.NESTED_TOO_DEEP, 'The folder is nested too deep.');
  fs.mkdirSync(to.folder.at(to.name), { mode: mode | 0o700 });
  const source = from.folder.open(from.name);
  try {
    const target = to.folder.open(to.name);
    try {
      for (const name of await readdirWhole(source.self)) {
        if (isHidden(name)) continue;
        await copyTree({ folder: source, name }, { folder: target, name }, depth + 1).catch(ignoreGone);
      }
      await target.sync();
      await yieldToEventLoop();
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

/** Ignores an entry that vanished between listing and copying. */
function ignoreGone(error: unknown): void {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
