/** How the names in an open folder are reached by system calls that take paths: the port that systems differ in. */
import fs from 'node:fs';

// Missing from Node's constants. The first is the same on every architecture of Linux, the second is of macOS.
const O_PATH = 0o10000000;
const O_NOFOLLOW_ANY = 0x2000_0000;
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;

export interface FolderPaths {
  /** Opens a folder that is named by a path, and never a link. */
  readonly folderFlags: number;
  /** The same for a folder whose last name may be a link of its owner's. */
  readonly rootFlags: number;
  /** More flags to open a file. */
  readonly fileFlags: number;
  /** A path that leads to the open folder. `path`: by which it was opened. @throws ENOENT when there is none */
  of(fd: number, path: string): string;
  /** A path of the open file that was reached by `path`. */
  ofFile(fd: number, path: string): string;
  /** Whether a second name given to a link is one of what the link leads to. */
  readonly secondNamesFollowLinks: boolean;
  /** The path where the open folder is now. */
  where(fd: number, path: string): string;
  /** A path of the same kind as `path` in which no folder is a link. */
  real(path: string): string;
}

/** Linux: by its descriptor, so that a folder that is replaced between two calls is still the one that was checked. */
export const byDescriptor: FolderPaths = {
  folderFlags: O_PATH | O_DIRECTORY | O_NOFOLLOW,
  rootFlags: O_PATH | O_DIRECTORY,
  fileFlags: 0,
  of: (fd) => `/proc/self/fd/${fd}`,
  ofFile: (fd) => `/proc/self/fd/${fd}`,
  secondNamesFollowLinks: false,
  where: (fd) => fs.readlinkSync(`/proc/self/fd/${fd}`),
  real: (path) => path,
};

/**
 * macOS has no paths by descriptors. A name is reached by the path of its folder, after a check that this still leads
 * to the open one; files and folders are opened only where no folder on the way is a link. Between the check and a
 * rename or removal another program of the same user could replace a folder, which it could do to the file itself as
 * well.
 */
export class ByName implements FolderPaths {
  readonly folderFlags: number;
  readonly rootFlags: number;
  readonly fileFlags: number;
  readonly secondNamesFollowLinks = true;

  /** `noLinks`: the flag that refuses links on the way, where the system has one. */
  constructor(noLinks = O_NOFOLLOW_ANY) {
    this.folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | noLinks;
    this.rootFlags = O_RDONLY | O_DIRECTORY;
    this.fileFlags = noLinks;
  }

  of(fd: number, path: string): string {
    const [open, named] = [fs.fstatSync(fd), fs.lstatSync(path, { throwIfNoEntry: false })];
    if (named?.ino === open.ino && named.dev === open.dev) return path;
    throw Object.assign(new Error('the folder is not there any more'), { code: 'ENOENT' });
  }

  ofFile(_fd: number, path: string): string {
    return path;
  }

  where(fd: number, path: string): string {
    return this.of(fd, path);
  }

  real(path: string): string {
    return fs.realpathSync.native(path);
  }
}

export const pathsOfSystem: FolderPaths = process.platform === 'darwin' ? new ByName() : byDescriptor;
