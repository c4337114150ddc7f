// Where an installation is. Below /root nobody else can reach the homes, and every computer runs as a user of its own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Absolute: other processes of the installation have other working directories. */
export const dataFolder = resolve(process.env.ZO_DATA || (isRoot ? '/var/lib/zo' : join(homedir(), '.zo')));

/** Makes the data folder. Returns one sentence on why it cannot be used, or nothing. */
export function prepareDataFolder() {
  try {
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return `${dataFolder} cannot be used for data (${error.code}); set ZO_DATA to a folder of yours`;
  }
  const parent = dirname(dataFolder);
  if (isRoot && !isEnterableByOthers(parent))
    return `${parent} can be entered by root only, but Postgres and computers run as other users; set ZO_DATA to a folder below one that everybody can enter, such as /var/lib`;
  const disk = statfsSync(dataFolder);
  if (disk.bavail * disk.bsize < 2e9) return `2 GB of free disk are needed below ${dataFolder}`;
  return undefined;
}

/** One level after the other: `mkdir` of Node with `recursive` never returns on file systems such as /proc, which answer ENOENT. */
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

/** Asks as another user, so that permissions, access lists and mounts are all taken into account. */
const isEnterableByOthers = (folder) =>
  spawnSync('test', ['-x', folder], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status !== 1;
