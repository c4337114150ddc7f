/** Finds the files of the workspace and the sites that run by themselves, with their content. */
import fs from 'node:fs';
import { isOfProgram, isRunFolder, runsLater } from '@zo/proto/run-later';
import { yieldToEventLoop } from '../../files/calls.js';
import { FOLDER_OF_ROOT } from '../../home/names.js';
import type { Folder } from '../../home/folder.js';
import { openBelow } from '../../home/open-below.js';
import { placesIn } from './git-settings.js';

/** A larger one is told from others by its stamp, and cannot be put back. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_SETTINGS_BYTES = 1024 * 1024;
const PER_TURN = 200;
/** Packages are not entered by people, and objects of git are data. What leads git there runs by itself. */
const PACKAGES = 'node_modules';
const OBJECTS = 'objects';

/** A file or link that runs by itself, as it is. */
export interface Candidate {
  readonly kind: 'file' | 'link';
  readonly mode: number;
  /** Of a link where it leads; undefined: too large to be kept. */
  readonly bytes: Buffer | undefined;
  /** Of a file that is too large: changes with its content. */
  readonly stamp: string;
  readonly isSettings: boolean;
}

/** By the names below the home, joined by slashes. */
export type Candidates = Map<string, Candidate>;

const ROOTS = Object.values(FOLDER_OF_ROOT);
/** What of the files that lead git is lines of settings. */
const SETTINGS = new Set(['config', 'config.worktree', '.gitconfig']);
const SETTINGS_OF_HOME = ['.gitconfig', '.config/git/config'];

/** `programs`: names from the home downwards of what programs are made of that the computer starts. */
export async function findCandidates(home: Folder, programs: readonly string[][] = []): Promise<Candidates> {
  const finder = new Finder(home, programs);
  for (const root of ROOTS) await finder.walk([root]);
  finder.readHome();
  await finder.followPlaces();
  return finder.found;
}

class Finder {
  readonly found: Candidates = new Map();
  /** Folders and files that settings of git name; all below them runs by itself. */
  private readonly places = new Set<string>();
  private seen = 0;

  constructor(
    private readonly home: Folder,
    private readonly programs: readonly string[][],
  ) {}

  /** `whole`: all below runs by itself. */
  async walk(names: string[], { gitAt, whole = false }: { gitAt?: number; whole?: boolean } = {}): Promise<void> {
    const folder = this.open(names);
    if (!folder) return;
    try {
      const entries = read(folder);
      const isBare = gitAt === undefined && names.at(-1) !== '.git' && isGitFolder(entries);
      const git = isBare ? names.length - 1 : gitAt;
      for (const entry of entries) {
        if (++this.seen % PER_TURN === 0) await yieldToEventLoop();
        const path = [...names, entry.name];
        if (entry.isDirectory()) {
          const isInGit = git !== undefined || names.at(-1) === '.git';
          const isSkipped = entry.name === PACKAGES || (isInGit && entry.name === OBJECTS);
          if (whole || !isSkipped) await this.walk(path, { ...(git !== undefined && { gitAt: git }), whole });
        } else this.look(folder, path, { git, whole });
      }
    } finally {
      folder.close();
    }
  }

  private look(folder: Folder, path: string[], { git, whole }: { git: number | undefined; whole: boolean }): void {
    const below = path.slice(1);
    const runs = runsLater(below, git);
    const isByItself = runs?.how === 'by-itself';
    const stats = folder.lstat(path.at(-1)!);
    const mayRun =
      isByItself ||
      whole ||
      this.programs.some(([root, ...program]) => root === path[0] && isOfProgram(program, below));
    if (!stats || !(mayRun || (stats.isSymbolicLink() && isRunFolder(below)))) return;
    const isSettings = SETTINGS.has(path.at(-1)!) && isByItself && runs.trigger === 'git-settings';
    const candidate = candidateAt(folder, path.at(-1)!, { stats, isSettings });
    if (!candidate) return;
    this.found.set(path.join('/'), candidate);
    if (isSettings && candidate.kind === 'file') this.note(candidate, path.slice(0, -1));
  }

  /** Remembers what the settings of a folder of git name. */
  private note({ bytes }: Pick<Candidate, 'bytes'>, gitFolder: readonly string[]): void {
    const { hooks, includes } = placesIn(bytes?.toString('latin1') ?? '');
    const isInside = gitFolder.at(-1)?.toLowerCase() === '.git';
    for (const place of hooks) this.remember(place, isInside ? gitFolder.slice(0, -1) : gitFolder);
    for (const place of includes) this.remember(place, gitFolder);
  }

  private remember(place: string, from: readonly string[]): void {
    const names = place.startsWith('~/') ? [] : place.startsWith('/') ? undefined : [...from];
    if (names === undefined && !/^\/home\/[^/]+\//.test(place)) return;
    const resolved = names ?? [];
    for (const name of place.replace(/^(?:~\/|\/home\/[^/]+\/)/, '').split('/')) {
      if (name === '..') resolved.pop();
      else if (name !== '' && name !== '.') resolved.push(name);
    }
    if (resolved.length > 1 && ROOTS.includes(resolved[0]!)) this.places.add(resolved.join('/'));
  }

  readHome(): void {
    for (const file of SETTINGS_OF_HOME) {
      const names = file.split('/');
      const folder = this.open(names.slice(0, -1));
      const stats = folder?.lstat(names.at(-1)!);
      if (folder && stats?.isFile()) {
        const settings = candidateAt(folder, names.at(-1)!, { stats, isSettings: true });
        if (settings) this.note(settings, names.slice(0, -1));
      }
      folder?.close();
    }
  }

  async followPlaces(): Promise<void> {
    for (const place of this.places) {
      const names = place.split('/');
      const parent = this.open(names.slice(0, -1));
      const stats = parent?.lstat(names.at(-1)!);
      if (parent && stats && !stats.isDirectory()) this.look(parent, names, { git: undefined, whole: true });
      parent?.close();
      if (stats?.isDirectory()) await this.walk(names, { whole: true });
    }
  }

  /** Never through a link. */
  private open(names: readonly string[]): Folder | undefined {
    return openBelow(this.home, names);
  }
}

function read(folder: Folder): fs.Dirent[] {
  try {
    return fs.readdirSync(folder.self, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What git takes for a repository, also where nobody made one. */
function isGitFolder(entries: readonly fs.Dirent[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
}

/** Undefined: gone meanwhile, not readable, or neither a file nor a link. */
export function candidateAt(
  folder: Folder,
  name: string,
  { stats, isSettings }: { stats: fs.Stats; isSettings: boolean },
): Candidate | undefined {
  const mode = stats.mode & 0o7777;
  const stamp = `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
  try {
    if (stats.isSymbolicLink()) {
      const bytes = fs.readlinkSync(folder.at(name), { encoding: 'buffer' });
      return { kind: 'link', mode, bytes, stamp, isSettings };
    }
    if (!stats.isFile()) return undefined;
    const most = isSettings ? MAX_SETTINGS_BYTES : MAX_BYTES;
    return {
      kind: 'file',
      mode,
      bytes: stats.size > most ? undefined : contentOf(folder, name, most),
      stamp,
      isSettings,
    };
  } catch {
    return undefined;
  }
}

function contentOf(folder: Folder, name: string, most: number): Buffer | undefined {
  const { fd, stats } = folder.openFile(name);
  try {
    if (stats.size > BigInt(most)) return undefined;
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
