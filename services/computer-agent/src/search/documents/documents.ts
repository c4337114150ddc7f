import fs from 'node:fs';
import type { Folder } from '../../home/folder.js';
import type { IndexEntry } from '../index/messages.js';
import { extensionOf, type IndexStore } from '../index/store.js';
import { type FileState, openFile, stateOf } from '../index/text.js';
import { documentText } from './document-text.js';
import { documentKindOf, MAX_DOCUMENT_BYTES } from './kinds.js';

/**
 * How long a document rests each time that something else ended the extraction, until it is taken for one without text.
 */
const RESTS_MS = [2_000, 60_000, 600_000];

export interface DocumentsOptions {
  home: Folder;
  store: IndexStore;
  /** Bundle of the extractor; empty: there is none. */
  extractor: string;
  /** Told when documents begin to wait for their text, and when none does any more. */
  onWaiting: (hasWaiting: boolean) => void;
  onError: (error: unknown) => void;
}

/**
 * The documents of an index: their text is extracted one by one, beside everything else. The index remembers which ones
 * wait, and which ones failed, until the file changes.
 */
export class Documents {
  private isRunning = false;
  /** Paths of documents that are tried again later, and how often they were tried. */
  private readonly resting = new Set<string>();
  private readonly tries = new Map<string, number>();

  constructor(private readonly options: DocumentsOptions) {}

  accepts([path, , size]: IndexEntry): boolean {
    const isKnown = documentKindOf(extensionOf(path)) !== undefined;
    return isKnown && this.options.extractor !== '' && size > 0 && size <= MAX_DOCUMENT_BYTES;
  }

  /** The text of a document that is as it was when its text was extracted; null for other files. */
  textNow([path, mtime, size]: IndexEntry, id: number): (FileState & { text: string | null }) | null {
    const { home, store } = this.options;
    const text = store.documentText(id);
    const now = text === null ? null : stateOf(home, path.split('/'));
    return now && { ...now, text: now.mtime === mtime && now.size === size ? text : null };
  }

  /** Extracts what waits, unless that is under way already. */
  begin(): void {
    if (this.isRunning || this.options.store.nextWaiting(this.resting) === null) return;
    this.isRunning = true;
    this.options.onWaiting(true);
    this.extractAll()
      .catch(this.options.onError)
      .finally(() => {
        this.isRunning = false;
        this.options.onWaiting(this.resting.size > 0);
      });
  }

  private async extractAll(): Promise<void> {
    const { store } = this.options;
    const next = () => store.nextWaiting(this.resting);
    for (let entry = next(); entry; entry = next()) await this.extract(entry);
  }

  private async extract(entry: IndexEntry): Promise<void> {
    const { store } = this.options;
    const [path] = entry;
    const text = await this.textOf(entry);
    if (text === undefined && this.rest(path)) return;
    this.tries.delete(path);
    // It may have changed or gone meanwhile; then it waits again, or not any more.
    if (store.isWaiting(entry)) store.change(() => store.put(entry, text || null, { isDocument: true }));
  }

  /** False when it was tried often enough. */
  private rest(path: string): boolean {
    const tries = this.tries.get(path) ?? 0;
    const ms = RESTS_MS[tries];
    if (ms === undefined) return false;
    this.tries.set(path, tries + 1);
    this.resting.add(path);
    setTimeout(() => {
      this.resting.delete(path);
      if (!this.isRunning) this.options.onWaiting(this.resting.size > 0);
      this.begin();
    }, ms).unref();
    return true;
  }

  private async textOf([path, mtime, size]: IndexEntry): Promise<string | null | undefined> {
    const { home, extractor } = this.options;
    const kind = documentKindOf(extensionOf(path));
    const opened = openFile(home, path.split('/'));
    if (!opened) return null;
    try {
      // A notice of the change follows, with which it waits again.
      if (!kind || opened.state.mtime !== mtime || opened.state.size !== size) return null;
      return await documentText(extractor, opened.fd, kind);
    } finally {
      fs.closeSync(opened.fd);
    }
  }
}
