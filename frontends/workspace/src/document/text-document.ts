import type { Problem } from '@zo/web/store';
import { dropDraft, readDraft, writeDraft } from './drafts';
import { mergeText } from './merge';

/** The file as it was last known to be on disk. `hash: null`: it is gone. */
export interface DiskState {
  content: string;
  hash: string | null;
  mtimeMs: number;
}

export type SaveStatus = 'saved' | 'dirty' | 'saving' | 'waiting' | 'clash' | 'deleted' | 'refused';

/** What views of a document show. */
export interface DocumentState {
  text: string;
  status: SaveStatus;
  /** While both sides changed the same lines: the other side. */
  theirs: DiskState | null;
  /** Why the last save was refused. */
  problem: string | null;
}

/** Writes the file; refuses with a Problem. `base` null means the file must not exist. */
export type Writer = (content: string, base: string | null) => Promise<{ hash: string; mtimeMs: number }>;

const DRAFT_MS = 500;
const SAVE_MS = 1000;
const RETRY_MS = 4000;
const OWN_HASHES = 64;

/**
 * ED-08, ED-11: one open text. Every save names the bytes it replaces; a change from elsewhere is joined with what was typed,
 * and where that is not possible both stay until the user chooses. What is typed is in the browser's storage within 500 ms.
 */
export class TextDocument {
  readonly #key: string;
  readonly #write: Writer;
  readonly #listeners = new Set<() => void>();
  /** Hashes of our own saves: their echo is no change from elsewhere. */
  readonly #own = new Set<string>();
  #base: DiskState;
  #state: DocumentState;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | null = null;
  #closed = false;

  constructor(key: string, disk: DiskState, write: Writer) {
    this.#key = key;
    this.#write = write;
    this.#base = disk;
    this.#state = { text: disk.content, status: 'saved', theirs: null, problem: null };
    this.#restore(disk);
  }

  get state(): DocumentState {
    return this.#state;
  }

  /** Nothing is being saved and nothing waits to be. */
  get idle(): boolean {
    return !this.#saving && !this.#unsaved;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getState = (): DocumentState => this.#state;

  /** Something was typed. */
  edit(text: string): void {
    if (text === this.#state.text) return;
    const blocked = this.#state.status === 'clash' || this.#state.status === 'deleted';
    this.#set({ text, ...(blocked ? {} : { status: 'dirty' as const, problem: null }) });
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#keepDraft(), DRAFT_MS);
    if (!blocked) this.#saveSoon(SAVE_MS);
  }

  /** Saves what is unsaved. Resolves when nothing is left to save, or when saving has to wait. */
  async save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    while (this.#saving) await this.#saving;
    if (this.#state.status === 'clash' || this.#state.status === 'deleted') return;
    if (!this.#unsaved) return this.#settled();
    this.#saving = this.#saveOnce();
    await this.#saving.finally(() => (this.#saving = null));
  }

  /** The file was read again. `certain`: it was read after our last save ended, so an old hash is no echo of ours. */
  seen(disk: DiskState, certain: boolean): 'known' | 'unsure' | 'taken' {
    if (disk.hash === this.#base.hash || disk.hash === this.#state.theirs?.hash) return 'known';
    if (disk.hash !== null && this.#own.has(disk.hash) && !certain) return 'unsure';
    this.#meet(disk);
    return 'taken';
  }

  /** Ends a clash: mine replaces what is there now. */
  keepMine(): Promise<void> {
    const { theirs } = this.#state;
    if (theirs) this.#base = theirs;
    this.#set({ status: 'dirty', theirs: null });
    return this.save();
  }

  /** Ends a clash: what is on disk replaces mine (the editor's undo brings mine back). */
  takeTheirs(): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#base = theirs;
    this.#set({ text: theirs.content, status: 'saved', theirs: null });
    dropDraft(this.#key);
  }

  /** The file was deleted: writes it again. */
  saveAgain(): Promise<void> {
    this.#base = { ...this.#base, hash: null };
    this.#set({ status: 'dirty' });
    return this.save();
  }

  /** The view goes away: what is unsaved is kept in storage at once and saved in the background. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#draftTimer);
    if (!this.#unsaved) return;
    this.#keepDraft();
    void this.save();
  }

  get #unsaved(): boolean {
    return this.#state.text !== this.#base.content || this.#base.hash === null;
  }

  #set(change: Partial<DocumentState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #restore(disk: DiskState): void {
    const draft = readDraft(this.#key, Date.now());
    if (!draft || draft.content === disk.content) return dropDraft(this.#key);
    if (draft.baseMtime === disk.mtimeMs) {
      this.#state = { text: draft.content, status: 'dirty', theirs: null, problem: null };
      this.#saveSoon(SAVE_MS);
      // The file is newer than the text: which one counts is for the user to say.
    } else this.#state = { text: draft.content, status: 'clash', theirs: disk, problem: null };
  }

  #keepDraft(): void {
    writeDraft(this.#key, { content: this.#state.text, ts: Date.now(), baseMtime: this.#base.mtimeMs });
  }

  #saveSoon(delay: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.save(), delay);
  }

  async #saveOnce(): Promise<void> {
    const sent = this.#state.text;
    this.#set({ status: 'saving' });
    try {
      const { hash, mtimeMs } = await this.#write(sent, this.#base.hash);
      this.#own.add(hash);
      if (this.#own.size > OWN_HASHES) this.#own.delete(this.#own.values().next().value!);
      this.#base = { content: sent, hash, mtimeMs };
      if (this.#state.text === sent) this.#settled();
      else {
        this.#set({ status: 'dirty' });
        this.#saveSoon(SAVE_MS);
      }
    } catch (error) {
      this.#refused(error as Problem);
    }
  }

  /** What is shown is what is on disk: saved, or typed and taken back. */
  #settled(): void {
    clearTimeout(this.#draftTimer);
    dropDraft(this.#key);
    if (this.#state.status !== 'saved') this.#set({ status: 'saved', problem: null });
  }

  #refused(problem: Problem): void {
    this.#keepDraft();
    const current = problem.extras?.current as
      { exists: boolean; content?: string | null; hash?: string; mtimeMs?: number } | undefined;
    if (problem.code === 'files.conflict' && current) {
      if (!current.exists) this.#set({ status: 'deleted' });
      else if (typeof current.content === 'string')
        this.#meet({ content: current.content, hash: current.hash ?? '', mtimeMs: current.mtimeMs ?? 0 });
      else this.#set({ status: 'refused', problem: problem.detail });
      return;
    }
    const passing = problem.status === 0 || problem.status >= 500 || problem.status === 429;
    this.#set({ status: passing ? 'waiting' : 'refused', problem: problem.detail });
    if (passing && !this.#closed) this.#saveSoon(RETRY_MS);
  }

  #meet(disk: DiskState): void {
    if (disk.hash === null) {
      this.#set({ status: 'deleted' });
      return;
    }
    const unsaved = this.#state.text !== this.#base.content;
    const merged =
      this.#state.status === 'clash'
        ? { clean: false as const }
        : mergeText({ base: this.#base.content, mine: this.#state.text, theirs: disk.content });
    if (!unsaved || (merged.clean && merged.text === disk.content)) {
      this.#base = disk;
      this.#set({ text: disk.content, status: 'saved', theirs: null });
      dropDraft(this.#key);
    } else if (merged.clean) {
      this.#base = disk;
      this.#set({ text: merged.text, status: 'dirty', theirs: null });
      this.#saveSoon(SAVE_MS);
    } else this.#set({ status: 'clash', theirs: disk });
  }
}
