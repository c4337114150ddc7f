import type { Problem } from '@zo/web/store';
import { pathKey, type Location } from '@zo/web/paths';
import { DraftKeeper } from './draft-keeper';
import { isText, type DiskState, type DocumentDisk, type DocumentState, type TextState } from './document-state';
import type { Draft } from './draft';
import { readDraft } from './drafts';
import { LateText, type TextChange } from './late-text';
import { TOO_LARGE } from './messages';
import { RecentHashes } from './recent-hashes';
import { restoredState } from './restored-state';

interface Source {
  location: Location;
  file: DiskState;
  disk: DocumentDisk;
  /** Where the draft is, or will be. */
  draftKey?: string;
}

const SAVE_MS = 1000;
const RETRY_MS = 4000;

/**
 * ED-08, ED-11: one open text. Every save names the hash it replaces. A remote change is merged with the typed text;
 * when that is not possible, both versions stay until the user chooses. Typed text is in the browser's storage within
 * 500 ms.
 */
export class TextDocument {
  readonly #disk: DocumentDisk;
  readonly #listeners = new Set<() => void>();
  /** Hashes that this document wrote or replaced: a late read of one is not a remote change. */
  readonly #own = new RecentHashes();
  #location: Location;
  #base: TextState;
  /** Without the change that the editor has not written down yet. */
  #shown: DocumentState;
  readonly #late = new LateText((text) => this.#edit(text));
  readonly #draft: DraftKeeper;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** The running save or merge; the next one waits for it. */
  #busy: Promise<void> | null = null;

  /**
   * Opens a file with the draft of an earlier visit, if there is one. Without a draft, a file that is too large for the
   * editor is undefined.
   */
  static async open(source: Source): Promise<TextDocument | undefined> {
    const draftKey = source.draftKey ?? pathKey(source.location);
    const draft = await readDraft(draftKey, Date.now());
    return draft || isText(source.file) ? new TextDocument({ ...source, draftKey }, draft) : undefined;
  }

  private constructor({ location, file, disk, draftKey }: Required<Source>, draft: Draft | null) {
    this.#location = location;
    this.#disk = disk;
    // The server sends no hash of a large file: the save names the hash of the draft, which the server compares.
    this.#base = isText(file) ? file : { ...file, content: '', hash: draft?.baseHash ?? file.hash };
    this.#shown = { text: this.#base.content, status: 'saved', theirs: null, problem: null, draft: 'stored' };
    this.#draft = new DraftKeeper(draftKey, draft, {
      draft: () => this.#unsavedText(),
      onWritten: (state) => void (state !== this.#state.draft && this.#set({ draft: state })),
    });
    if (draft) this.#restore(draft, file);
  }

  get location(): Location {
    return this.#location;
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

  /** What views render. */
  getState = (): DocumentState => this.#shown;

  /** Called for every change in the editor. */
  edit(change: TextChange): void {
    this.#late.set(change);
  }

  #edit(text: string): void {
    if (text === this.#shown.text) return;
    const blocked = this.#shown.status === 'conflict' || this.#shown.status === 'deleted';
    this.#set({ text, draft: 'storing', ...(blocked ? {} : { status: 'dirty' as const, problem: null }) });
    this.#draft.changed();
    if (!blocked) this.#saveSoon(SAVE_MS);
  }

  /** Saves unsaved text. Resolves when nothing is left to save, or when saving has to wait. */
  async save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    await this.#exclusive(async () => {
      if (this.#state.status === 'conflict' || this.#state.status === 'deleted') return;
      if (this.unsaved) await this.#saveOnce();
      else this.#settled();
    });
  }

  /**
   * Takes a fresh read of the file. `certain`: read after the last save ended, so an old hash is not an echo of a save.
   */
  seen(disk: DiskState, certain: boolean): 'known' | 'unsure' | 'taken' {
    if (this.#state.status === 'deleted' && disk.hash !== null) this.#isBack();
    if (disk.hash === this.#base.hash || disk.hash === this.#state.theirs?.hash) return 'known';
    if (this.#own.has(disk.hash) && !certain) return 'unsure';
    // Without unsaved text there is nothing to merge: show the change in the same frame.
    if (isText(disk) && disk.hash !== null && !this.unsaved && !this.#busy) this.#take(disk);
    else void this.#exclusive(() => this.#meet(disk));
    return 'taken';
  }

  /** Resolves a conflict: the text in the editor replaces the file. */
  keepMine(): Promise<void> {
    this.#base = this.#state.theirs ?? this.#base;
    this.#set({ status: 'dirty', theirs: null });
    return this.save();
  }

  /** Resolves a conflict: the file replaces the text in the editor. */
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

  /** LS-02: follows a moved file; `keepDraftAt` follows once the new place of the draft is locked. */
  moveTo(location: Location): void {
    this.#location = location;
  }

  keepDraftAt(draftKey: string): void {
    this.#draft.moveTo(draftKey);
  }

  get draftKey(): string {
    return this.#draft.key;
  }

  /** Discards unsaved text, which was saved elsewhere or is not wanted. Returns it. */
  discard(): Draft | null {
    const draft = this.#unsavedText();
    this.stop();
    this.#draft.drop();
    this.#set({ text: this.#base.content, status: 'saved', theirs: null, problem: null, draft: 'stored' });
    return draft;
  }

  /** Takes a draft back. False where other unsaved text is in its place. */
  restore(draft: Draft): boolean {
    if (this.unsaved || this.#busy) return false;
    this.#restore(draft, this.#base);
    this.#set({ draft: 'storing' });
    this.#draft.changed();
    return true;
  }

  stop(): void {
    this.#draft.stop();
    clearTimeout(this.#saveTimer);
  }

  /** Writes unsaved text to the browser's storage now. */
  storeDraft(): Promise<void> {
    return this.#draft.store();
  }

  /** Called when the page may close. False when unsaved text would be lost with it. */
  storeBeforeClose(): boolean {
    return this.#draft.storeBeforeClose();
  }

  #unsavedText(): Draft | null {
    if (!this.unsaved) return null;
    const { mtimeMs, hash } = this.#base;
    return { content: this.#state.text, ts: Date.now(), baseMtime: mtimeMs, baseHash: hash ?? undefined };
  }

  /** With all that was typed. */
  get #state(): DocumentState {
    this.#late.gather();
    return this.#shown;
  }

  #set(change: Partial<DocumentState>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #exclusive(work: () => Promise<void>): Promise<void> {
    while (this.#busy) await this.#busy;
    this.#busy = work();
    await this.#busy.finally(() => (this.#busy = null));
  }

  #restore(draft: Draft, file: DiskState): void {
    if (isText(file) && draft.content === file.content) return this.#draft.drop();
    this.#shown = { ...this.#shown, ...restoredState(draft, file, this.#base) };
    if (this.#shown.status === 'dirty') this.#saveSoon(SAVE_MS);
  }

  /** A deleted file is there again; while it was away nothing was saved. */
  #isBack(): void {
    this.#set({ status: this.unsaved ? 'dirty' : 'saved' });
    if (this.unsaved) this.#saveSoon(SAVE_MS);
  }

  #saveSoon(delay: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.save(), delay);
  }

  async #saveOnce(): Promise<void> {
    const sent = this.#state.text;
    this.#set({ status: 'saving' });
    try {
      const { hash, mtimeMs } = await this.#disk.write(this.#location, sent, this.#base);
      this.#own.add(this.#base.hash);
      this.#own.add(hash);
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
    this.#draft.drop();
    if (this.#state.status !== 'saved') this.#set({ status: 'saved', problem: null, draft: 'stored' });
  }

  async #failed(problem: Problem): Promise<void> {
    void this.#draft.store();
    if (problem.code !== 'files.conflict') return this.#refused(problem);
    try {
      await this.#meet(await this.#disk.read(this.#location));
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
      if (this.#state.status === 'conflict') return this.#set({ theirs: disk });
      const merge = await this.#disk.merge({ base: this.#base.content, mine, theirs: disk.content }, this.#location);
      if (this.#state.text !== mine) continue;
      if (!merge.clean) return this.#set({ status: 'conflict', theirs: disk });
      if (merge.text === disk.content) return this.#take(disk);
      this.#base = disk;
      this.#set({ text: merge.text, status: 'dirty', theirs: null, draft: 'storing' });
      this.#draft.changed();
      return this.#saveSoon(SAVE_MS);
    }
  }

  /** Replaces the text by the content on disk. */
  #take(disk: TextState): void {
    this.#base = disk;
    clearTimeout(this.#saveTimer);
    this.#draft.drop();
    this.#set({ text: disk.content, status: 'saved', theirs: null, problem: null, draft: 'stored' });
  }
}
