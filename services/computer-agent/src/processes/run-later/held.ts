/**
 * What commands without a way out leave behind to run later, with one: it is put back as it was as soon as the command
 * has ended, and kept until the user decides.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { HeldText, Path } from '@zo/proto/agent/v1';
import { errnoOf } from '../../errors.js';
import { hiddenName } from '../../files/place.js';
import type { Folder } from '../../home/folder.js';
import { namesBelowHome } from '../../home/names.js';
import { pathOf } from '../../history/keys.js';
import { openBelow } from '../../home/open-below.js';
import { type Candidate, candidateAt, type Candidates, findCandidates } from './candidates.js';
import { safeSettings } from './git-settings.js';
import { HeldStore, type HeldFile } from './held-store.js';
import { MAX_TEXTS, textOf } from './held-text.js';

const MAX_NAMED = 20;
const ASIDE = '.not-run';
/** More is put back, and not kept. */
const MAX_KEPT = 500;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

export interface Held {
  readonly heldId: string;
  readonly held: Path[];
  readonly heldCount: number;
  readonly heldTexts: HeldText[];
}
export const NOTHING_HELD: Held = { heldId: '', held: [], heldCount: 0, heldTexts: [] };

export interface Placed {
  /** What is there now that was not before. */
  readonly placed: string[];
  /** Changed since, and left as they are. */
  readonly left: string[];
  /** Placing it takes this back; empty: nothing was placed. */
  readonly undoId: string;
}

/** What was there before a command. */
export interface Watched {
  readonly id: string;
  readonly before: Candidates;
  /** Names from the home downwards. */
  readonly programs: readonly string[][];
}

export class HeldFiles {
  private readonly store: HeldStore;
  /** One comparison at a time: two commands may have changed the same file. */
  private comparing: Promise<unknown> = Promise.resolve();

  constructor(private readonly home: Folder) {
    this.store = new HeldStore(home);
  }

  /** Puts back what commands left that ran when the agent was ended. */
  async recover(): Promise<void> {
    for (const watched of this.store.unfinished()) await this.end(watched);
  }

  /** Call before a command without a way out. */
  async begin(paths: readonly Path[] = []): Promise<Watched> {
    const programs = paths.map(namesBelowHome);
    const watched = { id: randomUUID(), before: await findCandidates(this.home, programs), programs };
    try {
      this.store.begin(watched);
    } catch (error) {
      // On a full disk commands still have to make room. Only an end of the agent meanwhile goes unnoticed.
      console.error('what was there before a command was not kept', errnoOf(error));
    }
    return watched;
  }

  /** Call when nothing of the command runs any more. */
  end(watched: Watched): Promise<Held> {
    const compared = this.comparing.then(() => this.compare(watched));
    this.comparing = compared.catch(() => undefined);
    return compared;
  }

  private async compare({ id, before, programs }: Watched): Promise<Held> {
    const found = await findCandidates(this.home, programs);
    const changes = [...found].flatMap(([key, now]) => changeOf(before, key, now) ?? []);
    changes.sort((a, b) => (a.key < b.key ? -1 : 1));
    const files: HeldFile[] = [];
    let kept = 0;
    for (const { key, now, back } of changes) {
      const left = this.putBack(key, now, back);
      kept += now.bytes?.length ?? 0;
      if (now.bytes && left !== undefined && files.length < MAX_KEPT && kept <= MAX_KEPT_BYTES)
        files.push({ key, kind: now.kind, mode: now.mode, bytes: now.bytes, left });
    }
    try {
      if (files.length > 0) this.store.keep(id, files);
    } catch (error) {
      console.error('what was put back was not kept', errnoOf(error));
    }
    this.store.finish(id);
    if (changes.length === 0) return NOTHING_HELD;
    return {
      heldId: id,
      held: changes.slice(0, MAX_NAMED).map(({ key }) => pathOf(key)),
      heldCount: changes.length,
      heldTexts: changes.slice(0, MAX_TEXTS).map(({ key, now }) => textOf(key, now)),
    };
  }

  /** @returns what is there now, as `identityOf` has it; undefined if that failed */
  private putBack(key: string, now: Candidate, back: Candidate | undefined): string | undefined {
    return this.at(key, (folder, name) => {
      // Under another name it does not run: for what is too large to be kept, and for a full disk.
      const aside = () => fs.renameSync(folder.at(name), folder.at(`${name}${ASIDE}`));
      if (now.bytes === undefined) aside();
      if (back?.bytes) {
        try {
          put(folder, name, { ...back, bytes: back.bytes });
        } catch (error) {
          if (now.bytes !== undefined) aside();
          throw error;
        }
      } else fs.rmSync(folder.at(name), { force: true });
      return identityOf(back?.bytes ? back : undefined);
    });
  }

  /** Puts in place what was held, as far as nobody changed it since. Undefined: it is not kept. */
  place(heldId: string): Placed | undefined {
    const files = this.store.take(heldId);
    if (!files) return undefined;
    const [placed, left]: [HeldFile[], HeldFile[]] = [[], []];
    for (const file of files) {
      const done = this.placeOne(file);
      if (done === 'left') left.push(file);
      else if (done) placed.push(done);
    }
    // They may be as they were again later.
    this.keepAs(heldId, left);
    return { placed: keysOf(placed), left: keysOf(left), undoId: this.keepAs(randomUUID(), placed) };
  }

  /** Does `work`, which writes this file, and returns by what it is taken back; empty: by nothing. */
  async writing<T>(key: string, work: () => Promise<T>): Promise<{ value: T; undoId: string }> {
    const before = this.there(key);
    const value = await work();
    const now = this.there(key);
    const isKept = before !== 'unknown' && now !== 'unknown' && identityOf(before) !== identityOf(now);
    return { value, undoId: isKept ? this.keepAs(randomUUID(), [backOf(key, before, now)]) : '' };
  }

  /** What takes it back; undefined if it is there already, `left` if something else is. */
  private placeOne({ key, left, ...file }: HeldFile): HeldFile | 'left' | undefined {
    const there = this.there(key);
    const wanted = file.kind === 'absent' ? undefined : { ...file, kind: file.kind };
    if (there === 'unknown') return 'left';
    if (identityOf(there) === identityOf(wanted)) return undefined;
    if (identityOf(there) !== left) return 'left';
    const isDone = this.at(key, (folder, name) => {
      if (wanted) put(folder, name, wanted);
      else fs.rmSync(folder.at(name), { force: true });
      return true;
    });
    return isDone ? backOf(key, there, wanted) : 'left';
  }

  private there(key: string): Content | undefined | 'unknown' {
    const found = this.at(key, (folder, name) => {
      const stats = folder.lstat(name);
      const candidate = stats && candidateAt(folder, name, { stats, isSettings: false });
      // Neither a folder nor what is too large can be told from others.
      return { candidate, isKnown: !stats || candidate?.bytes !== undefined };
    });
    return !found?.isKnown ? 'unknown' : found.candidate;
  }

  /** @returns the id; empty: nothing is kept */
  private keepAs(id: string, files: readonly HeldFile[]): string {
    if (files.length === 0) return '';
    try {
      this.store.keep(id, files);
      return id;
    } catch (error) {
      console.error('what was there before was not kept', errnoOf(error));
      return '';
    }
  }

  private at<T>(key: string, work: (folder: Folder, name: string) => T): T | undefined {
    const names = key.split('/');
    const folder = openBelow(this.home, names.slice(0, -1));
    if (!folder) return undefined;
    try {
      return work(folder, names.at(-1)!);
    } catch (error) {
      console.error('a file that runs later could not be written', errnoOf(error));
      return undefined;
    } finally {
      folder.close();
    }
  }
}

type Content = Pick<Candidate, 'kind' | 'mode' | 'bytes'>;

/** Brings back what was there, as long as what is there now stays. */
const backOf = (key: string, before: Content | undefined, now: Content | undefined): HeldFile => ({
  key,
  kind: before?.kind ?? 'absent',
  mode: before?.mode ?? 0,
  bytes: before?.bytes ?? Buffer.alloc(0),
  left: identityOf(now),
});

const keysOf = (files: readonly HeldFile[]) => files.map(({ key }) => key);

const identityOf = (candidate: Content | undefined): string =>
  candidate === undefined
    ? 'absent'
    : `${candidate.kind}:${candidate.mode}:${createHash('sha256')
        .update(candidate.bytes ?? '')
        .digest('hex')}`;

const isSame = (a: Candidate, b: Candidate): boolean =>
  a.kind === b.kind &&
  a.mode === b.mode &&
  (a.bytes && b.bytes ? a.bytes.equals(b.bytes) : a.bytes === b.bytes && a.stamp === b.stamp);

interface Put {
  readonly key: string;
  readonly now: Candidate;
  /** Undefined: there was nothing. */
  readonly back: Candidate | undefined;
}

/** Undefined if nothing runs that did not run before. */
function changeOf(before: Candidates, key: string, now: Candidate): Put | undefined {
  const old = before.get(key);
  if (old && isSame(old, now)) return undefined;
  // What was there before may be moved and copied. A link leads elsewhere from another place.
  if (
    !old &&
    now.kind === 'file' &&
    [...before].some(([other, file]) => nameOf(other) === nameOf(key) && isSame(file, now))
  )
    return undefined;
  if (!now.isSettings || now.kind === 'link' || !now.bytes) return { key, now, back: old };
  const text = old?.kind === 'file' ? (old.bytes?.toString('latin1') ?? '') : '';
  const safe = safeSettings(now.bytes.toString('latin1'), text);
  return safe === undefined ? undefined : { key, now, back: { ...now, bytes: Buffer.from(safe, 'latin1') } };
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);

/** In one step, whatever is there. */
function put(folder: Folder, name: string, { kind, mode, bytes = Buffer.alloc(0) }: Content): void {
  const hidden = hiddenName();
  if (kind === 'link') fs.symlinkSync(bytes, folder.at(hidden));
  else {
    fs.writeFileSync(folder.at(hidden), bytes, { mode: 0o600, flag: 'wx' });
    fs.chmodSync(folder.at(hidden), mode);
  }
  fs.renameSync(folder.at(hidden), folder.at(name));
}
