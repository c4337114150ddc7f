import { isWithin, pathKey, type Location } from '@zo/web/paths';
import { draftKeys, readDraft } from './drafts';
import { TextDocument, type DocumentDisk, type TextState } from './text-document';

/**
 * ED-08: every document of this tab that is open or unsaved. A closed document with unsaved text stays here and retries
 * until its text is on disk, whatever page is open.
 */
export class Documents {
  readonly #disk: DocumentDisk;
  readonly #documents = new Map<string, TextDocument>();
  readonly #shown = new Map<TextDocument, number>();
  /** Locks that prevent another tab from sending the same draft. */
  readonly #claims = new Map<TextDocument, Promise<Release | undefined>>();
  readonly #listeners = new Set<() => void>();
  #unsent: readonly TextDocument[] = [];
  #recovering: Promise<void> | undefined;

  constructor(disk: DocumentDisk) {
    this.#disk = disk;
  }

  /** Opens a file: a new document, or the existing one with unsaved text. */
  open(place: Location, file: TextState): TextDocument {
    const document = this.#documents.get(pathKey(place)) ?? this.#add(new TextDocument(place, file, this.#disk));
    this.#shown.set(document, (this.#shown.get(document) ?? 0) + 1);
    document.seen(file, false);
    this.#update();
    return document;
  }

  /** Called when the page of a document closes: unsaved text is stored at once and saved in the background. */
  close(document: TextDocument): void {
    const views = (this.#shown.get(document) ?? 1) - 1;
    if (views > 0) return void this.#shown.set(document, views);
    this.#shown.delete(document);
    document.keepDraft();
    if (document.unsaved) void document.save();
    this.#update();
  }

  /** Saves every unsaved document and every draft of an earlier visit. */
  async sendAll(): Promise<void> {
    await this.#recover();
    await Promise.all(
      [...this.#documents.values()].filter(({ unsaved }) => unsaved).map((document) => document.save()),
    );
  }

  /** LS-02: moves the documents below a moved path. */
  moved(from: Location, to: Location): void {
    for (const [key, document] of Array.from(this.#documents)) {
      if (!isWithin(document.place, from)) continue;
      document.moveTo({ root: to.root, path: [...to.path, ...document.place.path.slice(from.path.length)] });
      this.#documents.delete(key);
      this.#documents.set(pathKey(document.place), document);
    }
    this.#update();
  }

  /** Stores all unsaved text; false when some of it does not fit or waits for a decision. */
  keepAll(): boolean {
    const unsaved = [...this.#documents.values()].filter((document) => document.unsaved);
    return unsaved
      .map((document) => document.keepDraft() && !['clash', 'deleted'].includes(document.state.status))
      .every(Boolean);
  }

  /** Discards the unsaved text of a document. */
  discard(document: TextDocument): void {
    document.discard();
    this.#update();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Documents with unsaved text that no page shows, or that cannot be saved at the moment. */
  getUnsent = (): readonly TextDocument[] => this.#unsent;

  /** Opens drafts of an earlier visit as documents, which then save themselves. */
  #recover(): Promise<void> {
    this.#recovering ??= this.#recoverAll().finally(() => (this.#recovering = undefined));
    return this.#recovering;
  }

  async #recoverAll(): Promise<void> {
    for (const key of draftKeys()) {
      const [root, ...path] = key.split('/');
      if (this.#documents.has(key) || (root !== 'w' && root !== 's')) continue;
      if (!readDraft(key, Date.now())) continue;
      const release = await claim(key);
      if (release && !(await this.#recoverOne(key, { root, path }, release))) release();
    }
  }

  /** False when there is nothing to save, or the file cannot be read now. */
  async #recoverOne(key: string, place: Location, release: Release): Promise<boolean> {
    const file = await this.#disk.read(place).catch(() => undefined);
    // A page may have opened the file in the meantime.
    if (!file || file.content === null || this.#documents.has(key)) return false;
    const document = new TextDocument(place, { ...file, content: file.content }, this.#disk);
    if (!document.unsaved) return false;
    this.#add(document, release);
    this.#update();
    await document.save();
    return true;
  }

  #add(document: TextDocument, release?: Release): TextDocument {
    const key = pathKey(document.place);
    this.#documents.set(key, document);
    document.subscribe(() => this.#update());
    if (release) this.#claims.set(document, Promise.resolve(release));
    else this.#claims.set(document, claim(key));
    return document;
  }

  #update(): void {
    for (const [key, document] of Array.from(this.#documents)) {
      if (this.#shown.has(document) || !document.idle) continue;
      document.stop();
      this.#documents.delete(key);
      void this.#claims.get(document)?.then((release) => release?.());
      this.#claims.delete(document);
    }
    const stuck = ['waiting', 'refused', 'clash', 'deleted'];
    const unsent = [...this.#documents.values()].filter(
      (document) => document.unsaved && (!this.#shown.has(document) || stuck.includes(document.state.status)),
    );
    const isSame = unsent.length === this.#unsent.length && unsent.every((one, index) => one === this.#unsent[index]);
    if (!isSame) this.#unsent = unsent;
    for (const listener of this.#listeners) listener();
  }
}

type Release = () => void;

/**
 * Locks a draft for this tab; undefined while another tab holds it. Over plain http there are no locks: always granted.
 */
function claim(key: string): Promise<Release | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    navigator.locks
      .request(`zo-draft:${key}`, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined),
      )
      .catch(() => resolve(undefined));
  });
}
