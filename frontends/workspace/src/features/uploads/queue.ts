import type { FilePath, Root } from '@zo/web/paths';
import { setInTransit } from '../../entries/in-transit';
import type { UploadRequest } from '../../entries/upload-picker';
import { UPLOAD } from './messages';
import { CONCURRENCY, chunkBytes, missingChunks, nextItem, sameFile } from './plan';
import { dropRecord, keepRecord, readRecords, type UploadRecord } from './records';
import { SINGLE_LIMIT, UploadError, abortUpload, completeUpload, findUpload, initUpload, sendChunk, sendSingle, type Destination, type Session } from './transport';

export type ItemState = 'staged' | 'uploading' | 'waiting' | 'complete' | 'failed' | 'needs-file';

/** One file on its way. */
export interface UploadItem {
  id: string;
  order: number;
  to: Destination;
  size: number;
  sent: number;
  state: ItemState;
  /** Why it failed. */
  problem?: string;
}

interface Held extends UploadItem {
  file: File | undefined;
  handle?: FileSystemFileHandle;
  session?: Session;
  abort: AbortController;
}

const MOVING: readonly ItemState[] = ['staged', 'uploading', 'waiting'];
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000];
const RENDER_MS = 100;

/** UP-01..07: everything that is being uploaded in this tab. One big file or several small ones at a time, at most five requests. */
export class UploadQueue {
  #items: Held[] = [];
  #snapshot: readonly UploadItem[] = [];
  #listeners = new Set<() => void>();
  #order = 0;
  #active = 0;
  #renderTimer: ReturnType<typeof setTimeout> | undefined;
  /** Called when the last file is done; `folders` hold the new files. */
  onDrained: ((done: number, failed: number, folders: FilePath[]) => void) | undefined;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getItems = (): readonly UploadItem[] => this.#snapshot;

  /** UP-01: staged files start by themselves. */
  add({ target, files }: UploadRequest): void {
    for (const { file, path, handle } of files) {
      const to = { root: target.root, pathParts: [...target.path, ...path], fileName: file.name };
      this.#items.push({ id: crypto.randomUUID(), order: this.#order++, to, size: file.size, sent: 0, state: 'staged', file, handle, abort: new AbortController() });
    }
    this.#changed(true);
    this.#pump();
  }

  cancel(id: string): void {
    const item = this.#items.find((entry) => entry.id === id);
    if (!item) return;
    item.abort.abort();
    if (item.session && item.state !== 'complete') {
      void abortUpload(item.session.uploadId);
      void dropRecord(item.session.uploadId);
    }
    this.#items = this.#items.filter((entry) => entry !== item);
    this.#changed(true);
    this.#drainCheck();
  }

  retry(id: string): void {
    const item = this.#items.find((entry) => entry.id === id);
    if (!item || item.state !== 'failed' || !item.file) return;
    Object.assign(item, { state: 'staged', sent: 0, problem: undefined, session: undefined, abort: new AbortController() });
    this.#changed(true);
    this.#pump();
  }

  /** Forgets what is finished. */
  clearDone(): void {
    this.#items = this.#items.filter(({ state }) => state !== 'complete' && state !== 'failed');
    this.#changed(true);
  }

  /** UP-06: takes up what had begun before a reload. What cannot be read without asking waits for its file. */
  async resume(): Promise<void> {
    for (const record of await readRecords()) {
      if (this.#items.some(({ session }) => session?.uploadId === record.uploadId)) continue;
      // Another tab that is still uploading it holds this lock for as long as it lives.
      void navigator.locks.request(`zo-upload-${record.uploadId}`, { ifAvailable: true }, (lock) => (lock ? this.#resumeOne(record) : undefined));
    }
  }

  /** UP-06: the user gave the file of an interrupted upload again. False when it is another one. */
  async provide(id: string, given?: File): Promise<boolean> {
    const item = this.#items.find((entry) => entry.id === id);
    if (!item?.session || item.state !== 'needs-file') return false;
    const file = given ?? (await readHandle(item.handle, true));
    const record = (await readRecords()).find(({ uploadId }) => uploadId === item.session!.uploadId);
    if (!file || !record || !sameFile(file, record)) return false;
    Object.assign(item, { file, state: 'staged' });
    this.#changed(true);
    this.#pump();
    return true;
  }

  hasHandle(id: string): boolean {
    return this.#items.find((entry) => entry.id === id)?.handle !== undefined;
  }

  async #resumeOne(record: UploadRecord): Promise<void> {
    const session = await findUpload(record.uploadId).catch(() => undefined);
    if (session === null) return void dropRecord(record.uploadId);
    const file = await readHandle(record.handle, false);
    const usable = file && sameFile(file, record) ? file : undefined;
    const to = { root: record.root as Root, pathParts: record.pathParts, fileName: record.fileName };
    const known = session ?? { uploadId: record.uploadId, chunkSizeBytes: 0, received: [] };
    this.#items.push({ id: crypto.randomUUID(), order: this.#order++, to, size: record.size, sent: receivedBytes(known, record.size), state: usable ? 'staged' : 'needs-file', file: usable, handle: record.handle, session: known, abort: new AbortController() });
    this.#changed(true);
    this.#pump();
    // Holds the lock until this upload ends or the tab closes.
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#items.some(({ session: open, state }) => open?.uploadId === record.uploadId && state !== 'complete' && state !== 'failed')) return;
        stop();
        resolve();
      });
    });
  }

  #changed(now = false): void {
    if (!now && this.#renderTimer) return;
    clearTimeout(this.#renderTimer);
    const publish = () => {
      this.#renderTimer = undefined;
      this.#snapshot = this.#items.map(({ id, order, to, size, sent, state, problem }) => ({ id, order, to, size, sent, state, problem }));
      for (const listener of this.#listeners) listener();
      setInTransit(this.#snapshot.flatMap((item) => (MOVING.includes(item.state) ? [inTransit(item)] : [])));
    };
    if (now) publish();
    else this.#renderTimer = setTimeout(publish, RENDER_MS);
  }

  #pump(): void {
    for (;;) {
      const running = this.#items.filter(({ state }) => state === 'uploading' || state === 'waiting');
      // A big file takes all five requests for its chunks, so it runs alone.
      const limit = running.some(({ size }) => size > SINGLE_LIMIT) ? 1 : CONCURRENCY;
      const next = nextItem(this.#items.filter(({ state }) => state === 'staged'));
      if (!next || running.length >= limit || (next.size > SINGLE_LIMIT && running.length > 0)) return;
      next.state = 'uploading';
      this.#active++;
      void this.#run(next).finally(() => {
        this.#active--;
        this.#changed(true);
        this.#pump();
        this.#drainCheck();
      });
    }
  }

  async #run(item: Held): Promise<void> {
    try {
      if (item.size <= SINGLE_LIMIT && !item.session) {
        await this.#steadily(item, () => sendSingle(item.to, item.file!, { signal: item.abort.signal, onProgress: (sent) => this.#progress(item, Math.min(sent, item.size)) }));
      } else await this.#runChunks(item);
      item.sent = Math.max(item.size, 1);
      item.state = 'complete';
    } catch (error) {
      if (item.abort.signal.aborted) return;
      item.state = 'failed';
      item.problem = error instanceof Error ? error.message : String(error);
      // UP-03: what arrived of a failed upload is given up.
      if (item.session) {
        void abortUpload(item.session.uploadId);
        void dropRecord(item.session.uploadId);
      }
    }
  }

  async #runChunks(item: Held): Promise<void> {
    const { file, abort, to } = item;
    if (item.session) {
      const found = await this.#steadily(item, () => findUpload(item.session!.uploadId));
      if (found) item.session = found;
      else {
        void dropRecord(item.session.uploadId);
        item.session = undefined;
      }
    }
    if (!item.session) {
      item.session = await this.#steadily(item, () => initUpload(to, item.size, abort.signal));
      await keepRecord({ uploadId: item.session.uploadId, root: to.root, pathParts: to.pathParts, fileName: to.fileName, size: item.size, lastModified: file!.lastModified, ...(item.handle ? { handle: item.handle } : {}) });
    }
    const session = item.session;
    const left = missingChunks(item.size, session.chunkSizeBytes, session.received);
    const parts = new Map<number, number>();
    let done = receivedBytes(session, item.size);
    const report = () => this.#progress(item, done + [...parts.values()].reduce((sum, sent) => sum + sent, 0));
    report();
    const worker = async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        const at = index;
        await this.#steadily(item, () => sendChunk(session, file!, at, { signal: abort.signal, onProgress: (sent) => (parts.set(at, Math.min(sent, chunkBytes(at, item.size, session.chunkSizeBytes))), report()) }));
        parts.delete(at);
        done += chunkBytes(at, item.size, session.chunkSizeBytes);
        session.received.push(at);
        report();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    await this.#steadily(item, () => completeUpload(session, to, item.size, abort.signal));
    await dropRecord(session.uploadId);
  }

  /** Runs a step again while the server is away or busy; gives up only on a refusal or when cancelled. */
  async #steadily<Answer>(item: Held, step: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await step();
        if (item.state === 'waiting') item.state = 'uploading';
        return answer;
      } catch (error) {
        const passing = error instanceof UploadError ? error.passing : error instanceof TypeError;
        if (item.abort.signal.aborted || item.state === 'failed' || !passing) throw error;
        if (item.file && !(await isReadable(item.file))) throw new UploadError(UPLOAD.fileChanged, 0, UPLOAD.fileChanged, { cause: error });
        if (attempt > 0) item.state = 'waiting';
        this.#changed();
        const delay = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!;
        await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
      }
    }
  }

  #progress(item: Held, sent: number): void {
    item.sent = sent;
    if (item.state === 'waiting') item.state = 'uploading';
    this.#changed();
  }

  #drainCheck(): void {
    if (this.#active > 0 || this.#items.some(({ state }) => state === 'staged')) return;
    const done = this.#items.filter(({ state }) => state === 'complete');
    const failed = this.#items.filter(({ state }) => state === 'failed').length;
    if (done.length === 0 && failed === 0) return;
    const folders = done.map(({ to }) => ({ root: to.root, path: to.pathParts }));
    this.onDrained?.(done.length, failed, folders);
  }
}

const inTransit = ({ id, to, size, sent, state }: UploadItem) => ({ id, folder: { root: to.root, path: to.pathParts }, name: to.fileName, size, percent: state === 'staged' ? null : size ? (sent / size) * 100 : 0 });

const receivedBytes = ({ received, chunkSizeBytes }: Session, size: number): number => received.reduce((sum, index) => sum + chunkBytes(index, size, chunkSizeBytes), 0);

/** The browser refuses bytes of a file that was changed or moved since it was chosen; trying again would never end. */
const isReadable = (file: File) => file.slice(0, 1).arrayBuffer().then(() => true, () => false);

type Asking = FileSystemFileHandle & { queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>; requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState> };

async function readHandle(handle: FileSystemFileHandle | undefined, mayAsk: boolean): Promise<File | undefined> {
  const asking = handle as Asking | undefined;
  if (!asking) return undefined;
  try {
    const state = mayAsk ? await asking.requestPermission?.({ mode: 'read' }) : await asking.queryPermission?.({ mode: 'read' });
    return state === 'granted' ? await asking.getFile() : undefined;
  } catch {
    return undefined;
  }
}
