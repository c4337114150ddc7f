import type { DocumentState } from './document-state';
import type { Draft } from './draft';
import { dropDraft, moveDraft, writeDraft } from './drafts';
import { writeLocalDraft } from './local-drafts';

const DELAY_MS = 500;
/** Storing a longer text at once would block the closing page, and localStorage refuses it anyway. */
const MAX_LOCAL_LENGTH = 2_000_000;

interface Source {
  /** The unsaved text; null when there is none. */
  draft: () => Draft | null;
  /** Called after each write with what has become of the text shown now. */
  onWritten: (state: DocumentState['draft']) => void;
}

/** ED-08: keeps the unsaved text of one document in the browser's storage, with one write at a time. */
export class DraftKeeper {
  readonly #source: Source;
  #key: string;
  /** The draft that the storage has confirmed. */
  #stored: Draft | null;
  #writing: Promise<unknown> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string, stored: Draft | null, source: Source) {
    this.#key = key;
    this.#stored = stored;
    this.#source = source;
  }

  /** Stores the text soon. Typing on does not postpone it. */
  changed(): void {
    this.#timer ??= setTimeout(() => void this.store(), DELAY_MS);
  }

  /** Stores the text now. */
  async store(): Promise<void> {
    this.stop();
    while (this.#writing) await this.#writing;
    const draft = this.#source.draft();
    if (draft && !this.#isStored(draft)) {
      this.#stored = null;
      const write = writeDraft(this.#key, draft);
      this.#writing = write;
      const isKept = await write;
      // The draft was dropped during the write.
      if (this.#writing !== write) return;
      this.#writing = undefined;
      if (!isKept) return this.#source.onWritten('refused');
      this.#stored = draft;
    }
    this.#source.onWritten(this.isStored ? 'stored' : 'storing');
  }

  /** The storage holds the text shown now, or there is nothing to store. */
  get isStored(): boolean {
    const draft = this.#source.draft();
    return !draft || this.#isStored(draft);
  }

  /** Called when the page may close: starts to store the text. False when the text would be lost. */
  storeBeforeClose(): boolean {
    const draft = this.#source.draft();
    if (!draft || this.#isStored(draft)) return true;
    void this.store();
    return draft.content.length <= MAX_LOCAL_LENGTH && writeLocalDraft(this.#key, draft);
  }

  /** Removes the draft: its text is saved or not wanted. */
  drop(): void {
    this.stop();
    this.#writing = undefined;
    this.#stored = null;
    void dropDraft(this.#key);
  }

  get key(): string {
    return this.#key;
  }

  /** LS-02: follows a moved file. */
  moveTo(key: string): void {
    void moveDraft(this.#key, key);
    this.#key = key;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #isStored({ content, baseHash }: Draft): boolean {
    return this.#stored?.content === content && this.#stored.baseHash === baseHash;
  }
}
