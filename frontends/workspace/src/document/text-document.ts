import type { Problem } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';
import { dropDraft, moveDraft, readDraft, writeDraft } from './drafts';
import type { Merger } from './merge-in-worker';

/** Last known state of the file on disk. `hash: null`: deleted. `content: null`: too large for the editor. */
export interface DiskState {
  content: string | null;
  hash: string | null;
  mtimeMs: number;
}

/** State of a file whose content is text. */
export interface TextState extends DiskState {
  content: string;
}

/** `waiting`: the server is unreachable. `refused`: the server rejected the save, `problem` says why. */
export type SaveStatus = 'saved' | 'dirty' | 'saving' | 'waiting' | 'clash' | 'deleted' | 'refused';

/** The state that views of a document render. */
export interface DocumentState {
  text: string;
  status: SaveStatus;
  /** The version on disk during a conflict: both sides changed the same lines. */
  theirs: TextState | null;
  /** Why the last save was refused. */
  problem: string | null;
  /** False when the browser's storage refused the unsaved text: it is lost with the tab. */
  kept: boolean;
}

/** Reads and writes documents. Both methods reject with a Problem. */
export interface DocumentDisk {
  read(place: Location): Promise<DiskState>;
  /** `base` null means the file must not exist. */
  write(place: Location, content: string, base: string | null): Promise<{ hash: string; mtimeMs: number }>;
  merge: Merger;
}

const DRAFT_MS = 500;
const SAVE_MS = 1000;
const RETRY_MS = 4000;
const MAX_OWN_HASHES = 64;
const TOO_LARGE = 'The file on disk has become too large to edit here. Keep your text as a copy.';

/**
 * ED-08, ED-11: one open text. Every save names the hash it replaces. A remote change is merged with the typed text;
 * when that is not possible, both versions stay until the user chooses. Typed text is in the browser's storage within
 * 500 ms.
 */
export class TextDocument {
  readonly #disk: DocumentDisk;
  readonly #listeners = new Set<() => void>();
  /** Hashes of this document's saves: their echo is not a remote change. */
  readonly #own = new Set<string>();
  #place: Location;
  #base: TextState;
  #state: DocumentState;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** The running save or merge; the next one waits for it. */
  #busy: Promise<void> | null = null;

  constructor(place: Location, file: TextState, disk: DocumentDisk) {
    this.#place = place;
    this.#disk = disk;
    this.#base = file;
    this.#state = { text: file.content, status: 'saved', theirs: null, problem: null, kept: true };
    this.#restore(file);
  }

  get place(): Location {
    return this.#place;
  }

  get state(): DocumentState {
    return this.#state;
  }

  /** Nothing is unsaved or being saved. */
  get idle(): boolean {
    return !this.#busy && !this.unsaved;
  }

  /** The text differs from the last known content on disk. */
  get unsaved(): boolean {
    return this.#state.text !== this.#base.content || this.#base.hash === null;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getState = (): DocumentState => this.#state;

  /** Called for every change in the editor. */
  edit(text: string): void {
    if (text === this.#state.text) return;
    const blocked = this.#state.status === 'clash' || this.#state.status === 'deleted';
    this.#set({ text, ...(blocked ? {} : { status: 'dirty' as const, problem: null }) });
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.keepDraft(), DRAFT_MS);
    if (!blocked) this.#saveSoon(SAVE_MS);
  }

  /** Saves unsaved text. Resolves when nothing is left to save, or when saving has to wait. */
  async save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    await this.#exclusive(async () => {
      if (this.#state.status === 'clash' || this.#state.status === 'deleted') return;
      if (this.unsaved) await this.#saveOnce();
      else this.#settled();
    });
  }

  /**
   * Takes a fresh read of the file. `certain`: read after the last save ended, so an old hash is not an echo of a save.
   */
  seen(disk: DiskState, certain: boolean): 'known' | 'unsure' | 'taken' {
    if (this.#state.status === 'deleted' && disk.hash !== null) this.#set({ status: this.unsaved ? 'dirty' : 'saved' });
    if (disk.hash === this.#base.hash || disk.hash === this.#state.theirs?.hash) return 'known';
    if (disk.hash !== null && this.#own.has(disk.hash) && !certain) return 'unsure';
    // Without unsaved text there is nothing to merge: show the change in the same frame.
    if (isText(disk) && disk.hash !== null && !this.unsaved && !this.#busy) this.#take(disk);
    else void this.#exclusive(() => this.#meet(disk));
    return 'taken';
  }

  /** Resolves a conflict: the text in the editor replaces the file. */
  keepMine(): Promise<void> {
    const { theirs } = this.#state;
    if (theirs) this.#base = theirs;
    this.#set({ status: 'dirty', theirs: null });
    return this.save();
  }

  /** Resolves a conflict: the file replaces the text in the editor, whose undo brings the text back. */
  takeTheirs(): void {
    const { theirs } = this.#state;
    if (theirs) this.#take(theirs);
  }

  /** Writes a deleted file again. */
  saveAgain(): Promise<void> {
    this.#base = { ...this.#base, hash: null };
    this.#set({ status: 'dirty' });
    return this.save();
  }

  /** LS-02: follows a moved file, with its draft. */
  moveTo(place: Location): void {
    moveDraft(pathKey(this.#place), pathKey(place));
    this.#place = place;
  }

  /** Discards unsaved text, which was saved elsewhere or is not wanted. */
  discard(): void {
    this.stop();
    dropDraft(pathKey(this.#place));
    this.#set({ text: this.#base.content, status: 'saved', theirs: null, problem: null, kept: true });
  }

  /** Clears all timers. */
  stop(): void {
    clearTimeout(this.#draftTimer);
    clearTimeout(this.#saveTimer);
  }

  /** Writes unsaved text to the browser's storage now. False when it does not fit. */
  keepDraft(): boolean {
    clearTimeout(this.#draftTimer);
    if (!this.unsaved) return true;
    const { mtimeMs, hash } = this.#base;
    const kept = writeDraft(pathKey(this.#place), {
      content: this.#state.text,
      ts: Date.now(),
      baseMtime: mtimeMs,
      baseHash: hash ?? undefined,
    });
    if (kept !== this.#state.kept) this.#set({ kept });
    return kept;
  }

  #set(change: Partial<DocumentState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #exclusive(work: () => Promise<void>): Promise<void> {
    while (this.#busy) await this.#busy;
    this.#busy = work();
    await this.#busy.finally(() => (this.#busy = null));
  }

  #restore(file: TextState): void {
    const key = pathKey(this.#place);
    const draft = readDraft(key, Date.now());
    if (!draft || draft.content === file.content) return dropDraft(key);
    if (file.hash === null) {
      this.#state = { text: draft.content, status: 'deleted', theirs: null, problem: null, kept: true };
      return;
    }
    const isCurrent = draft.baseHash ? draft.baseHash === file.hash : draft.baseMtime === file.mtimeMs;
    if (isCurrent) {
      this.#state = { text: draft.content, status: 'dirty', theirs: null, problem: null, kept: true };
      this.#saveSoon(SAVE_MS);
      // The file is newer than the draft: the user decides which one counts.
    } else this.#state = { text: draft.content, status: 'clash', theirs: file, problem: null, kept: true };
  }

  #saveSoon(delay: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.save(), delay);
  }

  async #saveOnce(): Promise<void> {
    const sent = this.#state.text;
    this.#set({ status: 'saving' });
    try {
      const { hash, mtimeMs } = await this.#disk.write(this.#place, sent, this.#base.hash);
      this.#own.add(hash);
      if (this.#own.size > MAX_OWN_HASHES) this.#own.delete(this.#own.values().next().value!);
      this.#base = { content: sent, hash, mtimeMs };
      if (this.#state.text === sent) this.#settled();
      else {
        this.#set({ status: 'dirty' });
        this.#saveSoon(SAVE_MS);
      }
    } catch (error) {
      await this.#failed(error as Problem);
    }
  }

  /** The text equals the content on disk: removes the draft. */
  #settled(): void {
    clearTimeout(this.#draftTimer);
    dropDraft(pathKey(this.#place));
    if (this.#state.status !== 'saved') this.#set({ status: 'saved', problem: null, kept: true });
  }

  async #failed(problem: Problem): Promise<void> {
    this.keepDraft();
    if (problem.code !== 'files.conflict') return this.#refused(problem);
    try {
      await this.#meet(await this.#disk.read(this.#place));
    } catch (error) {
      this.#refused(error as Problem);
    }
  }

  #refused({ status, detail }: Problem): void {
    const passing = status === 0 || status >= 500 || status === 429;
    this.#set({ status: passing ? 'waiting' : 'refused', problem: detail });
    if (passing) this.#saveSoon(RETRY_MS);
  }

  /** Merges the file with the typed text, and repeats when text was typed during the merge. */
  async #meet(disk: DiskState): Promise<void> {
    if (disk.hash === null) return this.#set({ status: 'deleted' });
    if (!isText(disk)) return this.#set({ status: 'refused', problem: TOO_LARGE });
    for (;;) {
      const mine = this.#state.text;
      if (mine === this.#base.content || mine === disk.content) return this.#take(disk);
      if (this.#state.status === 'clash') return this.#set({ theirs: disk });
      const merge = await this.#disk.merge({ base: this.#base.content, mine, theirs: disk.content });
      if (this.#state.text !== mine) continue;
      if (!merge.clean) return this.#set({ status: 'clash', theirs: disk });
      if (merge.text === disk.content) return this.#take(disk);
      this.#base = disk;
      this.#set({ text: merge.text, status: 'dirty', theirs: null });
      return this.#saveSoon(SAVE_MS);
    }
  }

  /** Replaces the text by the content on disk. */
  #take(disk: TextState): void {
    this.#base = disk;
    clearTimeout(this.#draftTimer);
    clearTimeout(this.#saveTimer);
    dropDraft(pathKey(this.#place));
    this.#set({ text: disk.content, status: 'saved', theirs: null, problem: null, kept: true });
  }
}

const isText = (disk: DiskState): disk is TextState => disk.content !== null;
