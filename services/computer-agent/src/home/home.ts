import fs from 'node:fs';
import type { Path } from '@zo/proto/agent/v1';
import { errnoOf, linkOutside } from '../errors.js';
import { Folder, WORKSPACE } from './folder.js';
import { restoreHome } from './layout.js';
import { namesBelowHome } from './names.js';

/** Where a path leads: an open folder and one name in it, or (name null) the folder itself. */
export interface EntryLocation {
  folder: Folder;
  name: string | null;
  /** Names of the folder below the home, after links. */
  names: readonly string[];
}

export interface WalkOptions {
  /** Follows a link in the last position if it stays in the home. Links before it are always followed. */
  follow?: boolean;
  createParents?: boolean;
}

const MAX_LINKS = 16;

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The walk along one path: folders opened so far and names left. */
class Walk {
  private readonly stack: Folder[] = [];
  /** Of the folders on the stack. */
  private readonly names: string[] = [];
  private links = 0;

  constructor(
    private readonly home: { readonly folder: Folder; readonly path: string; readonly workspace: string },
    private pending: string[],
    private readonly options: WalkOptions,
  ) {}

  private get top(): Folder {
    return this.stack.at(-1) ?? this.home.folder;
  }

  /** Replaces a link by its target, without the kernel, and only inside the home. */
  private expand(name: string): void {
    const target = fs.readlinkSync(this.top.at(name));
    if (++this.links > MAX_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    if (!target.startsWith('/')) {
      this.pending = [...target.split('/'), ...this.pending];
      return;
    }
    const below = this.namesOf(target);
    if (!below) throw linkOutside(name);
    this.closeAll();
    this.pending = [...below, ...this.pending];
  }

  /** The names of an absolute path from the home on; undefined outside of it. */
  private namesOf(target: string): string[] | undefined {
    const { workspace, path } = this.home;
    if (workspace && isIn(target, workspace)) return [WORKSPACE, ...target.slice(workspace.length).split('/')];
    // The rest of such a home is the agent's own.
    return !workspace && isIn(target, path) ? target.slice(path.length).split('/') : undefined;
  }

  private up(): void {
    // What is above a workspace elsewhere is not this home.
    if (this.home.workspace && this.names.length < 2) throw linkOutside('..');
    const folder = this.stack.pop();
    if (!folder) throw linkOutside('..');
    this.names.pop();
    folder.close();
  }

  private openFolder(name: string): void {
    try {
      this.stack.push(this.top.open(name));
      this.names.push(name);
      return;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'ENOENT' && this.options.createParents && this.links === 0) {
        this.create(name);
        return;
      }
      if (errno !== 'ENOTDIR' && errno !== 'ELOOP') throw error;
      if (!this.top.lstat(name)?.isSymbolicLink()) throw error;
    }
    this.expand(name);
  }

  private create(name: string): void {
    try {
      fs.mkdirSync(this.top.at(name), { mode: 0o755 });
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    this.top.syncNow();
    this.stack.push(this.top.open(name));
    this.names.push(name);
  }

  run(): EntryLocation {
    for (;;) {
      const name = this.pending.shift();
      if (name === undefined) return this.take(null);
      if (name === '' || name === '.') continue;
      if (name === '..') this.up();
      else if (this.pending.length > 0) this.openFolder(name);
      else if (this.options.follow && this.top.lstat(name)?.isSymbolicLink()) this.expand(name);
      else return this.take(name);
    }
  }

  /** Hands over the last folder and closes the others. */
  private take(name: string | null): EntryLocation {
    const names = [...this.names];
    const folder = this.stack.pop() ?? this.home.folder.again();
    this.closeAll();
    return { folder, name, names };
  }

  closeAll(): void {
    while (this.stack.length > 0) this.stack.pop()?.close();
    this.names.length = 0;
  }
}

/** The home of the computer's user, kept open; every path of the protocol is walked from here, name by name. */
export class Home {
  readonly folder: Folder;
  /** The absolute path that links inside the home contain. */
  readonly path: string;
  /** The same of a workspace that is elsewhere; otherwise empty. */
  readonly workspace: string;

  constructor(path: string, workspace = '') {
    this.path = path.replace(/\/+$/, '');
    this.workspace = workspace.replace(/\/+$/, '') || (workspace && '/');
    this.folder = Folder.root(this.path, this.workspace);
  }

  /** @returns a place whose folder the caller must close. Prefer `within`. */
  walk(names: string[], options: WalkOptions = {}): EntryLocation {
    restoreHome(this.folder, names);
    const walk = new Walk(this, [...names], options);
    try {
      return walk.run();
    } catch (error) {
      walk.closeAll();
      throw error;
    }
  }

  /** Walks `path`, hands the place to `use` and closes it afterwards. */
  async within<T>(
    path: Path | undefined,
    options: WalkOptions,
    use: (place: EntryLocation) => T | Promise<T>,
  ): Promise<T> {
    const place = this.walk(namesBelowHome(path), options);
    try {
      return await use(place);
    } finally {
      place.folder.close();
    }
  }

  /** Passes the folder at `path` to `use`, following a link that stays in the home, and closes it afterwards. */
  async inside<T>(path: Path | undefined, use: (folder: Folder) => T | Promise<T>): Promise<T> {
    return this.within(path, { follow: true }, async ({ folder, name }) => {
      if (name === null) return use(folder);
      const child = folder.open(name);
      try {
        return await use(child);
      } finally {
        child.close();
      }
    });
  }
}
