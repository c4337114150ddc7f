import fs from 'node:fs';
import { Clash, ErrorReason, type Path } from '@zo/proto/agent/v1';
import { agentError, invalid, isFolder } from '../errors.js';
import { openRegular } from '../files/read.js';
import { hiddenName, placeOrKeepBoth } from '../files/place.js';
import { removeTree } from '../files/remove.js';
import { renamed } from '../files/move.js';
import type { Folder } from '../home/folder.js';
import type { EntryLocation, Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { type ArchiveRun, runProgram } from './archive-program.js';
import type { Extraction, Job, Listing } from './messages.js';
import { syncFileSystem } from './sync.js';

const LIST_MS = 20_000;
/** Less than a caller waits. */
const EXTRACT_MS = 540_000;
const MAX_AT_ONCE = 4;
const MAX_CHOSEN = 1_000;
const ENDING = /(\.tar)?\.[a-z0-9]{1,5}$/i;

export interface ArchivesOptions {
  home: Home;
  room: (bytes: number) => Promise<void>;
  /** Bundle of the program that reads archives; empty: there is none. */
  program: string;
}

/** The archives of the home: what is in them, and their extraction into new folders. */
export class Archives {
  private running = 0;

  constructor(private readonly options: ArchivesOptions) {}

  /** What is in an archive, without unpacking it. @throws ARCHIVE, NOT_FOUND */
  async list(path: Path | undefined, signal: AbortSignal): Promise<Listing> {
    return this.withArchive(path, { follow: true }, async (fd, { name }) => {
      const job: Job = { kind: 'list', name: name as string };
      const done = await this.run({ fds: [fd], job, timeMs: LIST_MS, signal });
      return (done as { listing: Listing }).listing;
    });
  }

  /**
   * Unpacks an archive, or what was chosen in it, into a new folder beside it, which appears complete or not at all.
   * @throws ARCHIVE, NOT_FOUND, DISK_FULL
   */
  async extract(
    path: Path | undefined,
    chosen: readonly string[],
    signal: AbortSignal,
  ): Promise<{ to: Path; extraction: Extraction }> {
    if (chosen.length > MAX_CHOSEN) throw invalid(`At most ${MAX_CHOSEN} entries can be chosen.`);
    // The folder of the extraction is beside the path, which is not where a link leads to.
    return this.withArchive(path, {}, async (fd, { folder, name }) => {
      const hidden = hiddenName();
      fs.mkdirSync(folder.at(hidden), { mode: 0o755 });
      try {
        const job: Job = { kind: 'extract', name: name as string, chosen: [...chosen] };
        const extraction = await this.extractInto(folder.open(hidden), { fd, job, signal });
        const used = await placeExtracted(folder, hidden, folderNameOf(name as string));
        return { to: renamed(path as Path, used), extraction };
      } catch (error) {
        await removeTree(folder, hidden).catch((failure: unknown) =>
          console.error('could not remove a partial extraction', failure),
        );
        throw error;
      }
    });
  }

  private async extractInto(
    target: Folder,
    { fd, job, signal }: { fd: number; job: Job; signal: AbortSignal },
  ): Promise<Extraction> {
    try {
      const done = await this.run({ fds: [fd, target.fd], job, timeMs: EXTRACT_MS, signal });
      await syncFileSystem(target);
      return (done as { extraction: Extraction }).extraction;
    } finally {
      target.close();
    }
  }

  private async run(run: Omit<ArchiveRun, 'room'>) {
    const { program, room } = this.options;
    if (!program) throw agentError(ErrorReason.PROGRAM_MISSING, 'This computer cannot open archives yet. Restart it.');
    if (this.running >= MAX_AT_ONCE)
      throw agentError(ErrorReason.LIMIT_REACHED, `${MAX_AT_ONCE} archives are being read.`);
    this.running++;
    try {
      return await runProgram(program, { ...run, room });
    } finally {
      this.running--;
    }
  }

  private withArchive<T>(
    path: Path | undefined,
    options: { follow?: boolean },
    use: (fd: number, place: EntryLocation) => Promise<T>,
  ): Promise<T> {
    return this.options.home.within(path, options, async (place) => {
      if (place.name === null) throw isFolder(showPath(path));
      const { fd } = openRegular(place, showPath(path));
      try {
        return await use(fd, place);
      } finally {
        fs.closeSync(fd);
      }
    });
  }
}

/** `Photos.tar.gz` → `Photos`; a name that would be empty is kept. */
const folderNameOf = (name: string) => name.replace(ENDING, '') || `${name} (extracted)`;

/** Shows the extraction under a free name. A folder in it that has this very name and is alone takes its place. */
async function placeExtracted(folder: Folder, hidden: string, name: string): Promise<string> {
  const inside = folder.open(hidden);
  try {
    const names = fs.readdirSync(inside.self);
    const isDoubled = names.length === 1 && names[0] === name && inside.lstat(name)?.isDirectory();
    const goal = { folder, name, clash: Clash.KEEP_BOTH };
    const used = isDoubled ? placeOrKeepBoth(inside, name, goal) : placeOrKeepBoth(folder, hidden, goal);
    if (isDoubled) fs.rmdirSync(folder.at(hidden));
    await folder.sync();
    return used;
  } finally {
    inside.close();
  }
}
