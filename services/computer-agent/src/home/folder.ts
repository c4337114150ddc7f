import fs from 'node:fs';
import { type FolderPaths, pathsOfSystem } from './folder-paths.js';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY, O_NONBLOCK } = fs.constants;
/** A name as the disk has it: a Buffer where its bytes are not UTF-8. */
export type Name = string | Buffer;

/** The folder of a home that can be elsewhere. */
export const WORKSPACE = 'workspace';

/**
 * Opens a regular file. Opening a fifo would block until its other end is opened, and block the whole agent; devices
 * and sockets are refused, too. @throws EINVAL, EISDIR
 */
export function openRegular(path: string | Buffer, flags: number, mode?: number): number {
  const fd = openAtOnce(path, flags, mode);
  const stats = fs.fstatSync(fd);
  if (stats.isFile()) return fd;
  fs.closeSync(fd);
  throw notRegular(stats.isDirectory() ? 'EISDIR' : 'EINVAL');
}

function openAtOnce(path: string | Buffer, flags: number, mode?: number): number {
  try {
    return fs.openSync(path, flags | O_NONBLOCK, mode);
  } catch (error) {
    // A fifo without a reader, or a socket.
    throw (error as NodeJS.ErrnoException).code === 'ENXIO' ? notRegular('EINVAL') : error;
  }
}

const notRegular = (code: string) => Object.assign(new Error('not a regular file'), { code });

/**
 * An open directory. Names below it are reached through its descriptor, so that replacing a directory of the path by a
 * link between two steps changes nothing: the kernel resolves exactly one name, and never follows a link.
 */
export class Folder {
  readonly workspace: Folder | undefined;
  private readonly path: string;
  private readonly paths: FolderPaths;

  /**
   * `path`: by which it was opened; `workspace`: the folder that is the workspace of this home, in place of the one in
   * it.
   */
  constructor(
    readonly fd: number,
    {
      path = '',
      workspace,
      paths = pathsOfSystem,
    }: { path?: string; workspace?: Folder | undefined; paths?: FolderPaths } = {},
  ) {
    this.path = path;
    this.workspace = workspace;
    this.paths = paths;
  }

  /**
   * Opens the folder at a trusted absolute path (the home itself). `workspace`: the path of its workspace when it is
   * elsewhere. @throws ENOTDIR when that is a link
   */
  static root(path: string, workspace = '', paths = pathsOfSystem): Folder {
    const elsewhere = workspace ? Folder.own(workspace, paths) : undefined;
    const real = paths.real(path);
    return new Folder(fs.openSync(real, paths.rootFlags), { path: real, workspace: elsewhere, paths });
  }

  /** Opens the folder at an absolute path whose last name is no link. @throws ENOTDIR */
  static own(path: string, paths = pathsOfSystem): Folder {
    return new Folder(fs.openSync(path, paths.folderFlags), { path, paths });
  }

  /** Path of one name in this folder, for a single system call. */
  at(name: string): string;
  at(name: Name): Name;
  at(name: Name): Name {
    if (this.workspace && String(name) === WORKSPACE) return this.workspace.self;
    const folder = `${this.paths.of(this.fd, this.path)}/`;
    return typeof name === 'string' ? folder + name : Buffer.concat([Buffer.from(folder), name]);
  }

  /** Path of the folder itself. */
  get self(): string {
    return `${this.paths.of(this.fd, this.path)}/.`;
  }

  /** A path of an open file in it, for a single system call. */
  ofFile(fd: number, name: Name): string {
    return this.paths.ofFile(fd, String(this.at(name)));
  }

  /** Whether an entry can be given a second name in place of a rename. */
  canLink(name: string): boolean {
    return !this.paths.secondNamesFollowLinks || !this.lstat(name)?.isSymbolicLink();
  }

  /** The path where it is now, with all links resolved. */
  where(): string {
    return this.paths.where(this.fd, this.path);
  }

  /** @throws ENOTDIR also for links, which are never followed */
  open(name: Name): Folder {
    const { paths } = this;
    const isElsewhere = this.workspace && String(name) === WORKSPACE;
    const path = isElsewhere ? this.workspace.path : `${this.path}/${String(name)}`;
    return new Folder(fs.openSync(this.at(name), paths.folderFlags), { path, paths });
  }

  again(): Folder {
    const { path, paths, workspace } = this;
    return new Folder(fs.openSync(this.self, paths.rootFlags), { path, workspace, paths });
  }

  lstat(name: Name): fs.Stats | undefined {
    return fs.lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  stat(): fs.Stats {
    return fs.fstatSync(this.fd);
  }

  /** Opens a regular file for reading; anything else (fifo, device, socket) is closed again unread. */
  openFile(name: Name): { fd: number; stats: fs.BigIntStats } {
    const fd = openRegular(this.at(name), O_RDONLY | O_NOFOLLOW | this.paths.fileFlags);
    return { fd, stats: fs.fstatSync(fd, { bigint: true }) };
  }

  /** Makes the names in this folder durable. */
  async sync(): Promise<void> {
    const fd = fs.openSync(this.self, O_RDONLY | O_DIRECTORY);
    try {
      await new Promise<void>((done, fail) => fs.fsync(fd, (error) => (error ? fail(error) : done())));
    } finally {
      fs.closeSync(fd);
    }
  }

  /** The same synchronously, for the rare case that a parent folder is created on the way. */
  syncNow(): void {
    const fd = fs.openSync(this.self, O_RDONLY | O_DIRECTORY);
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}
