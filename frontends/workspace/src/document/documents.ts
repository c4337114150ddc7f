import { isMachineRoot, isSame, isWithin, pathKey, type Location } from '@zo/web/paths';
import { claim, ownSlot, pathOfDraft, slotFor, slotAfterMove, type DraftSlot } from './draft-slots';
import type { Draft } from './draft';
import { draftKeys, readDraft, writeDraft } from './drafts';
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
  /** Where the drafts are, locked: no other tab sends, replaces or removes them. */
  readonly #slots = new Map<TextDocument, Promise<DraftSlot>>();
  /** Paths whose document is being opened: a second one would have a draft of its own. */
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  readonly #forgotten = new WeakSet<TextDocument>();
  #unsaved: readonly TextDocument[] = [];
  #recovering: Promise<void> | undefined;

  constructor(disk: DocumentDisk) {
    this.#disk = disk;
  }

  /**
   * Opens a file: a new document, or the existing one with unsaved text. Undefined for a file that is too large for the
   * editor and has no unsaved text.
   */
  open(location: Location, file: DiskState): Promise<TextDocument | undefined> {
    const key = pathKey(location);
    return this.#oneAtATime(key, async () => {
      const document = this.#documents.get(key) ?? (await this.#openIn(await slotFor(key), location, file));
      if (!document) return undefined;
      this.#shown.set(document, (this.#shown.get(document) ?? 0) + 1);
      if (isText(file)) document.seen(file, false);
      this.#update();
      return document;
    });
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

  /** Whether several views of this tab show a document. */
  isShared = (document: TextDocument): boolean => (this.#shown.get(document) ?? 0) > 1;

  /**
   * Changes a text whose page was left, as an edit made before that. False when its file is gone.
   * @throws if the file cannot be read
   */
  async change(location: Location, change: (text: string) => string): Promise<boolean> {
    const file = await this.#disk.read(location);
    const document = isText(file) && file.hash !== null ? await this.open(location, file) : undefined;
    if (!document) return false;
    document.edit(change(document.state.text));
    this.close(document);
    return true;
  }

  /** Saves every unsaved document and every draft of an earlier visit. */
  async saveAll(): Promise<void> {
    await this.#recover();
    await Promise.all(
      [...this.#documents.values()].filter(({ unsaved }) => unsaved).map((document) => document.save()),
    );
  }

  /** LS-02: moves the documents below a moved path. Resolves when their drafts have moved, too. */
  async moved(from: Location, to: Location): Promise<void> {
    const moving: Promise<DraftSlot>[] = [];
    for (const [key, document] of Array.from(this.#documents)) {
      if (!isWithin(document.location, from)) continue;
      document.moveTo({ root: to.root, path: [...to.path, ...document.location.path.slice(from.path.length)] });
      this.#documents.delete(key);
      this.#place(document);
      const slot = slotAfterMove(document, this.#slots.get(document));
      this.#slots.set(document, slot);
      moving.push(slot);
    }
    this.#update();
    await Promise.all(moving);
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

  /**
   * Discards the unsaved text of a document.
   * @returns brings it back, also if the document was forgotten since
   */
  discard(document: TextDocument): () => Promise<void> {
    const draft = document.discard();
    this.#update();
    return async () => void (draft && (await this.#bringBack(document, draft)));
  }

  async #bringBack(document: TextDocument, draft: Draft): Promise<void> {
    const key = pathKey(document.location);
    const isBack = await this.#oneAtATime(key, async () => {
      // It may have been forgotten, and its file opened again.
      const slot = this.#documents.has(key) ? undefined : await claim(document.draftKey);
      if (slot) this.#add(slot, document);
      return this.#documents.get(key)?.restore(draft);
    });
    if (isBack) return this.#update();
    const slot = await ownSlot(key);
    await writeDraft(slot.key, draft);
    slot.release();
    await this.#recover();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Documents with unsaved text that no page shows, or that cannot be saved at the moment. */
  getUnsaved = (): readonly TextDocument[] => this.#unsaved;

  /**
   * Whether the page of a document was left and its text saved since: its file has another document by now, or none.
   */
  isForgotten = (document: TextDocument): boolean => this.#forgotten.has(document);

  isUnsaved = (location: Location): boolean =>
    [...this.#documents.values()].some((document) => document.unsaved && isSame(document.location, location));

  /** Opens drafts of an earlier visit as documents, which then save themselves. */
  #recover(): Promise<void> {
    this.#recovering ??= this.#recoverAll().finally(() => (this.#recovering = undefined));
    return this.#recovering;
  }

  async #recoverAll(): Promise<void> {
    // Closed tabs may have left several drafts of one file: each is opened once the one before is saved.
    while (await this.#recoverEach());
  }

  /** Returns whether any was opened. */
  async #recoverEach(): Promise<boolean> {
    let isAnyOpened = false;
    // Those that were saved in the background are forgotten first.
    this.#update();
    for (const draft of await draftKeys()) {
      const key = pathOfDraft(draft);
      const [root, ...path] = key.split('/');
      if (this.#documents.has(key) || (root !== 'w' && root !== 's' && !isMachineRoot(root!))) continue;
      const document = await this.#oneAtATime(key, () => this.#recoverOne(draft, { root: root!, path }));
      isAnyOpened ||= document !== undefined;
      await document?.save();
      this.#update();
    }
    return isAnyOpened;
  }

  /** Undefined when there is nothing to save, or the file cannot be read now. */
  async #recoverOne(draft: string, location: Location): Promise<TextDocument | undefined> {
    if (this.#documents.has(pathKey(location))) return undefined;
    const slot = await claim(draft);
    if (!slot) return undefined;
    // Removes an expired draft, whose file is not worth a request.
    const file = (await readDraft(draft, Date.now())) && (await this.#disk.read(location).catch(() => undefined));
    if (file) return this.#openIn(slot, location, file);
    slot.release();
    return undefined;
  }

  async #oneAtATime<Value>(key: string, open: () => Promise<Value>): Promise<Value> {
    while (this.#opening.has(key)) await this.#opening.get(key);
    const opening = open().finally(() => this.#opening.delete(key));
    this.#opening.set(
      key,
      opening.catch(() => undefined),
    );
    return opening;
  }

  async #openIn(slot: DraftSlot, location: Location, file: DiskState): Promise<TextDocument | undefined> {
    const document = await TextDocument.open({ location, file, disk: this.#disk, draftKey: slot.key });
    if (!document) return void slot.release();
    this.#add(slot, document);
    document.subscribe(() => this.#update());
    return document;
  }

  /** A document whose file was replaced by a moved one keeps its text, beside the document of that one. */
  #place(document: TextDocument): void {
    const key = pathKey(document.location);
    const replaced = this.#documents.get(key);
    if (replaced && replaced !== document) this.#documents.set(`${replaced.draftKey}//replaced`, replaced);
    this.#documents.set(key, document);
  }

  #add(slot: DraftSlot, document: TextDocument): void {
    this.#forgotten.delete(document);
    this.#place(document);
    this.#slots.set(document, Promise.resolve(slot));
  }

  /** The document of the path is forgotten; another one, which it had replaced, takes its place. */
  #putReplaced(key: string): void {
    const [from, document] = Array.from(this.#documents).find(([, { location }]) => pathKey(location) === key) ?? [];
    if (!document) return;
    this.#documents.delete(from!);
    this.#documents.set(key, document);
  }

  #update(): void {
    for (const [key, document] of Array.from(this.#documents)) {
      if (this.#shown.has(document) || this.#opening.has(key) || !document.idle) continue;
      document.stop();
      this.#forgotten.add(document);
      this.#documents.delete(key);
      this.#putReplaced(key);
      void this.#slots.get(document)?.then(({ release }) => release());
      this.#slots.delete(document);
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
