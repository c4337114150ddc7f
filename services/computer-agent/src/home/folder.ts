import fs from 'node:fs';

// O_PATH is missing from Node's constants; the number is the same on every architecture Node runs on.
const O_PATH = 0o10000000;
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY, O_NONBLOCK } = fs.constants;
/** A name as the disk has it: a Buffer where its bytes are not UTF-8. */
export type Name = string | Buffer;

/** The folder of a home that can be elsewhere. */
export const WORKSPACE = 'workspace';

const OPEN_FOLDER = O_PATH | O_DIRECTORY | O_NOFOLLOW;

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
  /** `workspace`: the folder that is the workspace of this home, in place of the one in it. */
  constructor(
    readonly fd: number,
    readonly workspace?: Folder,
  ) {}

  /**
   * Opens the folder at a trusted absolute path (the home itself). `workspace`: the path of its workspace when it is
   * elsewhere. @throws ENOTDIR when that is a link
   */
  static root(path: string, workspace = ''): Folder {
    const elsewhere = workspace ? new Folder(fs.openSync(workspace, OPEN_FOLDER)) : undefined;
    return new Folder(fs.openSync(path, O_PATH | O_DIRECTORY), elsewhere);
  }

  /** Opens the folder at an absolute path whose last name is no link. @throws ENOTDIR */
  static own(path: string): Folder {
    return new Folder(fs.openSync(path, OPEN_FOLDER));
  }

  /** Path of one name in this folder, for a single system call. */
  at(name: string): string;
  at(name: Name): Name;
  at(name: Name): Name {
    if (this.workspace && String(name) === WORKSPACE) return this.workspace.self;
    const folder = `/proc/self/fd/${this.fd}/`;
    return typeof name === 'string' ? folder + name : Buffer.concat([Buffer.from(folder), name]);
  }

  /** Path of the folder itself. */
  get self(): string {
    return `/proc/self/fd/${this.fd}/.`;
  }

  /** @throws ENOTDIR also for links, which are never followed */
  open(name: Name): Folder {
    return new Folder(fs.openSync(this.at(name), OPEN_FOLDER));
  }

  again(): Folder {
    return new Folder(fs.openSync(this.self, O_PATH | O_DIRECTORY), this.workspace);
  }

  lstat(name: Name): fs.Stats | undefined {
    return fs.lstatSync(this.at(name), { throwIfNoEntry: false });
  }

  stat(): fs.Stats {
    return fs.fstatSync(this.fd);
  }

  /** Opens a regular file for reading; anything else (fifo, device, socket) is closed again unread. */
  openFile(name: Name): { fd: number; stats: fs.BigIntStats } {
    const fd = openRegular(this.at(name), O_RDONLY | O_NOFOLLOW);
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
