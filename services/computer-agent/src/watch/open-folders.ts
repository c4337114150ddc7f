/**
 * Watches folders while somebody looks at them: where the workspace is a user's own folder, all of it may be a whole
 * disk.
 */
import { Change, ErrorReason, type Path, Root, type WatchRequest, type WatchResponse } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import type { Home } from '../home/home.js';
import { EventLog } from './log.js';
import { OpenFolder, type Seen } from './open-folder.js';
import { OwnMoves } from './own-moves.js';
import { follow } from './stream.js';

const MAX_FOLDERS = 256;
const MAX_ASKED = 64;
const DEBOUNCE_MS = 20;
/** A file that is written all the time is reported at most so often. */
const REPEAT_MS = 100;
/** How often a folder is looked at without a notice: some file systems give none. */
const LOOK_MS = 3_000;

export class OpenFolders {
  private readonly log = new EventLog();
  private readonly folders = new Map<string, OpenFolder>();
  private timer: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  private lastFlush = 0;
  /** What vanished while a move of it is not done yet. */
  private postponed: Seen[] = [];
  private readonly ownMoves = new OwnMoves(() => this.postponed.length > 0 && this.schedule());

  constructor(private readonly home: Home) {}

  /**
   * What changes directly in the folders asked for, from a position of a reader or from now on.
   * @throws LIMIT_REACHED
   */
  async *follow(request: WatchRequest, signal: AbortSignal): AsyncGenerator<WatchResponse> {
    if (request.folders.length > MAX_ASKED) throw agentError(ErrorReason.LIMIT_REACHED, 'Too many folders at once.');
    const keys = request.folders.map((path) => this.open(path));
    const wanted = new Set(keys);
    const isIn = (path: Path | undefined) => path !== undefined && wanted.has(keyOf(path.segments.slice(0, -1)));
    const isOf = (path: Path | undefined) => path !== undefined && wanted.has(keyOf(path.segments));
    try {
      for await (const message of follow(this.log, { ...request, sinceMsAgo: 0n }, signal)) {
        const { event } = message;
        if (event.case !== 'file' || isIn(event.value.path) || isIn(event.value.dest) || isOf(event.value.path))
          yield message;
      }
    } finally {
      for (const key of keys) this.close(key);
    }
  }

  /** Runs a move of the agent itself, of which it is known where it leads also when nobody looks at that folder. */
  moving<Moved extends { to?: Path }>(from: Path | undefined, move: () => Promise<Moved>): Promise<Moved> {
    const isOpen = from && this.folders.has(keyOf(from.segments.slice(0, -1)));
    return isOpen ? this.ownMoves.run(keyOf(from.segments), move) : move();
  }

  private open({ segments }: Path): string {
    const key = keyOf(segments);
    const known = this.folders.get(key);
    if (known) known.users++;
    else if (this.folders.size < MAX_FOLDERS)
      this.folders.set(key, new OpenFolder(this.home, [...segments], () => this.schedule()));
    this.looking ??= setInterval(() => this.look(), LOOK_MS).unref();
    return key;
  }

  private close(key: string): void {
    const folder = this.folders.get(key);
    if (!folder || --folder.users > 0) return;
    folder.close();
    this.folders.delete(key);
    if (this.folders.size > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  private look(): void {
    for (const folder of this.folders.values()) folder.look();
  }

  private schedule(): void {
    const wait = Math.max(DEBOUNCE_MS, this.lastFlush + REPEAT_MS - Date.now());
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  /** Compares what was noticed with the disk: what vanished here and appeared there was moved. */
  private flush(): void {
    this.timer = undefined;
    this.lastFlush = Date.now();
    const missing = this.postponed;
    const added: Seen[] = [];
    for (const folder of this.folders.values()) {
      const changes = folder.compare();
      missing.push(...changes.missing);
      added.push(...changes.added);
      for (const seen of changes.modified) this.tell(Change.MODIFIED, seen);
      if (changes.self) this.tell(changes.self, { path: folder.names, isFolder: true, ino: 0, birth: 0 });
    }
    const from = new Map(missing.map((seen) => [identityOf(seen), seen]));
    const moved = new Set<Seen>();
    for (const seen of added) {
      const source = from.get(identityOf(seen));
      if (!source || moved.has(source)) this.tell(Change.CREATED, seen);
      else {
        moved.add(source);
        this.tell(Change.MOVED, source, seen);
      }
    }
    this.tellVanished(missing.filter((seen) => !moved.has(seen)));
  }

  /** What is in no open folder any more was deleted, unless the agent moved it itself. */
  private tellVanished(vanished: readonly Seen[]): void {
    this.postponed = vanished.filter(({ path }) => this.ownMoves.isRunning(keyOf(path)));
    for (const seen of vanished) {
      if (this.postponed.includes(seen)) continue;
      const path = this.ownMoves.targetOf(keyOf(seen.path));
      if (path) this.tell(Change.MOVED, seen, { ...seen, path });
      else this.tell(Change.DELETED, seen);
    }
  }

  private tell(change: Change, { path, isFolder }: Seen, to?: Seen): void {
    const root = Root.WORKSPACE;
    const dest = to && { dest: { root, path: [...to.path] } };
    this.log.add({ change, root, path: [...path], ...dest, directory: isFolder, at: Date.now() });
  }
}

const keyOf = (names: readonly string[]) => names.join('/');
/** The inode alone is not enough: the file system uses it again at once. */
const identityOf = ({ ino, birth, isFolder }: Seen) => `${ino} ${birth} ${isFolder}`;
