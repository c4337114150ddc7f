import { isMachineRoot, isWithin, pathKey, type Location } from '@zo/web/paths';
import { draftKeys, readDraft } from './drafts';
import { isText, type DiskState, type DocumentDisk } from './document-state';
import { TextDocument } from './text-document';

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
  #unsaved: readonly TextDocument[] = [];
  #recovering: Promise<void> | undefined;

  constructor(disk: DocumentDisk) {
    this.#disk = disk;
  }

  /**
   * Opens a file: a new document, or the existing one with unsaved text. Undefined for a file that is too large for the
   * editor and has no unsaved text.
   */
  async open(location: Location, file: DiskState): Promise<TextDocument | undefined> {
    const opened = this.#documents.get(pathKey(location)) ?? (await TextDocument.open(location, file, this.#disk));
    // Another page or the recovery may have opened it in the meantime.
    const document = this.#documents.get(pathKey(location)) ?? (opened && this.#add(opened));
    if (opened !== document) opened?.stop();
    if (!document) return undefined;
    this.#shown.set(document, (this.#shown.get(document) ?? 0) + 1);
    if (isText(file)) document.seen(file, false);
    this.#update();
    return document;
  }

  /** Called when the page of a document closes: unsaved text is stored at once and saved in the background. */
  close(document: TextDocument): void {
    const views = (this.#shown.get(document) ?? 1) - 1;
    if (views > 0) return void this.#shown.set(document, views);
    this.#shown.delete(document);
    void document.storeDraft();
    if (document.unsaved) void document.save();
    this.#update();
  }

  /** Saves every unsaved document and every draft of an earlier visit. */
  async saveAll(): Promise<void> {
    await this.#recover();
    await Promise.all(
      [...this.#documents.values()].filter(({ unsaved }) => unsaved).map((document) => document.save()),
    );
  }

  /** LS-02: moves the documents below a moved path. */
  moved(from: Location, to: Location): void {
    for (const [key, document] of Array.from(this.#documents)) {
      if (!isWithin(document.location, from)) continue;
      document.moveTo({ root: to.root, path: [...to.path, ...document.location.path.slice(from.path.length)] });
      this.#documents.delete(key);
      this.#documents.set(pathKey(document.location), document);
    }
    this.#update();
  }

  /**
   * Called when the tab may close. False when some text would be lost with it, because the storage refused it or has
   * not confirmed it yet, or when some text waits for a decision.
   */
  storeBeforeClose(): boolean {
    const unsaved = [...this.#documents.values()].filter((document) => document.unsaved);
    return unsaved
      .map((document) => document.storeBeforeClose() && !['conflict', 'deleted'].includes(document.state.status))
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
  getUnsaved = (): readonly TextDocument[] => this.#unsaved;

  isUnsaved = (location: Location): boolean => this.#documents.get(pathKey(location))?.unsaved ?? false;

  /** Opens drafts of an earlier visit as documents, which then save themselves. */
  #recover(): Promise<void> {
    this.#recovering ??= this.#recoverAll().finally(() => (this.#recovering = undefined));
    return this.#recovering;
  }

  async #recoverAll(): Promise<void> {
    for (const key of await draftKeys()) {
      const [root, ...path] = key.split('/');
      if (this.#documents.has(key) || (root !== 'w' && root !== 's' && !isMachineRoot(root!))) continue;
      const release = await claim(key);
      if (release && !(await this.#recoverOne(key, { root, path }, release))) release();
    }
  }

  /** False when there is nothing to save, or the file cannot be read now. */
  async #recoverOne(key: string, location: Location, release: Release): Promise<boolean> {
    // Removes an expired draft, whose file is not worth a request.
    if (!(await readDraft(key, Date.now()))) return false;
    const file = await this.#disk.read(location).catch(() => undefined);
    const document = file && (await TextDocument.open(location, file, this.#disk));
    // A page may have opened the file in the meantime.
    if (!document?.unsaved || this.#documents.has(key)) {
      document?.stop();
      return false;
    }
    this.#add(document, release);
    this.#update();
    await document.save();
    return true;
  }

  #add(document: TextDocument, release?: Release): TextDocument {
    const key = pathKey(document.location);
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
    const stuck = ['waiting', 'refused', 'conflict', 'deleted'];
    const unsaved = [...this.#documents.values()].filter(
      (document) => document.unsaved && (!this.#shown.has(document) || stuck.includes(document.state.status)),
    );
    const isSame =
      unsaved.length === this.#unsaved.length && unsaved.every((one, index) => one === this.#unsaved[index]);
    if (!isSame) this.#unsaved = unsaved;
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
