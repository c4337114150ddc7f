// Location of an installation's data. Below /root other users cannot reach the homes, and every computer has a user of
// its own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Absolute, because other processes of the installation have other working directories. */
export const dataFolder = resolve(process.env.ZO_DATA || (isRoot ? '/var/lib/zo' : join(homedir(), '.zo')));

/** Creates the data folder. Returns one sentence on why it cannot be used, or undefined. */
export function prepareDataFolder() {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return `${dataFolder} cannot be used for data (${error.code}); set ZO_DATA to a folder of yours`;
  }
  const parent = dirname(dataFolder);
  if (isRoot && !isEnterableByOthers(parent))
    return (
      `${parent} can be entered by root only, but Postgres and computers run as other users; ` +
      'set ZO_DATA to a folder below one that all users can enter, such as /var/lib'
    );
  const disk = statfsSync(dataFolder);
  if (disk.bavail * disk.bsize < 2e9) return `2 GB of free disk are needed below ${dataFolder}`;
  return undefined;
}

/**
 * Creates one level after the other: Node's `mkdir` with `recursive` never returns on file systems that answer ENOENT,
 * such as /proc.
 */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    const parent = dirname(path);
    if (error.code === 'ENOENT' && parent !== path && !statSync(parent, { throwIfNoEntry: false })) {
      makeFolder(parent);
      mkdirSync(path, { mode: 0o711 });
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Tests as another user, so that permissions, access lists and mounts are all considered. */
const isEnterableByOthers = (folder) =>
  spawnSync('test', ['-x', folder], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status !== 1;
