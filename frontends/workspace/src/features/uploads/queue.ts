import type { Location } from '@zo/web/paths';
import { setInTransit } from '../../uploads/in-transit';
import type { UploadRequest, WatchedUpload } from '../../uploads/upload-picker';
import { readHandle } from './handles';
import { agentOf, inTransit, isSame, percentOf, recordOf, type UploadEntry, type UploadItem } from './upload-item';
import { CONCURRENCY, nextItem } from './plan';
import { TAB, dropRecords, holdTab, keepRecords, takeOver, type UploadRecord } from './records';
import { FileMissingError, receivedBytes, sendFile } from './sending';
import { SINGLE_LIMIT, abortUpload, findUpload, hasArrived } from './transport';

export type { UploadItem } from './upload-item';

const MOVING: readonly UploadItem['state'][] = ['staged', 'uploading', 'waiting'];
const RENDER_MS = 100;
const STORE_BATCH = 200;

/** UP-01..07: all uploads of this tab. One large file or several small ones at a time, at most five requests. */
export class UploadQueue {
  #items: UploadEntry[] = [];
  #snapshot: readonly UploadItem[] = [];
  #listeners = new Set<() => void>();
  #order = 0;
  #active = 0;
  #renderTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #held = holdTab();
  /** Called when the last upload has ended; `folders` contain the new files. */
  onDrained: ((done: number, failed: number, folders: Location[]) => void) | undefined;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getItems = (): readonly UploadItem[] => this.#snapshot;

  /** UP-01: adds files; staged files start automatically. */
  add({ target, files }: UploadRequest): void {
    const added = files.map(({ file, path, handle, onChange, onEnd }): UploadEntry => {
      const to = { root: target.root, pathParts: [...target.path, ...path], fileName: file.name };
      const order = this.#order++;
      return {
        id: `${TAB}-${order}`,
        order,
        to,
        size: file.size,
        sent: 0,
        state: 'staged',
        file,
        lastModified: file.lastModified,
        handle,
        path,
        abort: new AbortController(),
        onChange,
        onEnd,
      };
    });
    this.#items = [...this.#items, ...added];
    this.#changed(true);
    void this.#keep(added);
    this.#pump();
  }

  cancel(...ids: readonly string[]): void {
    const chosen = this.#items.filter(({ id }) => ids.includes(id));
    this.#giveUp(chosen);
    // Removing failed uploads alone is no end of the queue to report.
    if (chosen.some(({ state }) => MOVING.includes(state))) this.#drainCheck();
  }

  /** Cancels every upload; returns how many were complete. */
  cancelAll(): number {
    const done = this.#items.filter(({ state }) => state === 'complete').length;
    this.#giveUp(this.#items);
    return done;
  }

  #giveUp(items: readonly UploadEntry[]): void {
    for (const { abort, session, state, onEnd } of items) {
      abort.abort();
      onEnd?.(undefined);
      if (session && state !== 'complete') void abortUpload(session.uploadId);
    }
    void dropRecords(items.map(({ id }) => id));
    const gone = new Set(items);
    this.#items = this.#items.filter((item) => !gone.has(item));
    this.#changed(true);
  }

  retry(id: string): void {
    const item = this.#items.find((entry) => entry.id === id);
    if (!item || item.state !== 'failed' || !item.file) return;
    Object.assign(item, {
      state: 'staged',
      sent: 0,
      problem: undefined,
      session: undefined,
      abort: new AbortController(),
    });
    this.#changed(true);
    this.#pump();
  }

  /** Removes completed uploads, unless others are still running. */
  clearDone(): void {
    if (this.#items.some(({ state }) => MOVING.includes(state))) return;
    this.#items = this.#items.filter(({ state }) => state !== 'complete');
    this.#changed(true);
  }

  /** UP-06: resumes uploads interrupted by a closed page. A file that needs a permission prompt waits for the user. */
  resume(): void {
    void takeOver(
      (records) => void Promise.all(records.map((record) => this.#takeUp(record))).then(() => this.#pump()),
    );
  }

  /**
   * UP-06: resumes interrupted uploads with files chosen again, or by asking for permission. False when no file
   * matched.
   */
  async provide(given?: readonly File[]): Promise<boolean> {
    let found = false;
    for (const item of this.#items.filter(({ state }) => state === 'needs-file')) {
      const location = [...item.to.pathParts, item.to.fileName].join('/');
      const file = given
        ? given.find((each) => isSame(each, item) && location.endsWith(each.webkitRelativePath || each.name))
        : await readHandle({ ...item, fileName: item.to.fileName }, true);
      if (file && isSame(file, item)) {
        Object.assign(item, { file, state: 'staged' });
        found = true;
      } else if (!given) item.handle = undefined; // Moved, changed or refused: the user has to choose it again.
    }
    this.#changed(true);
    this.#pump();
    return found;
  }

  /**
   * How the user can resume interrupted uploads: grant permission where a handle is stored, else choose the files or
   * folder again.
   */
  waitsFor(): 'permission' | 'folder' | 'files' {
    const waiting = this.#items.filter(({ state }) => state === 'needs-file');
    if (waiting.some(({ handle }) => handle)) return 'permission';
    return waiting.some(({ path }) => path.length > 0) ? 'folder' : 'files';
  }

  async #takeUp(record: UploadRecord): Promise<void> {
    const { id, root, pathParts, fileName, size, lastModified, handle, path, uploadId, begunAt } = record;
    const to = { root, pathParts, fileName };
    const unknown = uploadId ? { uploadId, chunkSizeBytes: 0, received: [] } : undefined;
    const session = uploadId ? await findUpload(uploadId).catch(() => unknown) : undefined;
    const file = await readHandle(record, false);
    const usable = file && isSame(file, { to, size, lastModified }) ? file : undefined;
    // A file that can be read is sent again, because only the server can tell whether it has the same bytes.
    const mayBeThere = begunAt !== undefined && !uploadId && !usable;
    if (session === null || (mayBeThere && (await hasArrived(to, { size, begunAt })))) return void dropRecords([id]);
    this.#items.push({
      id,
      order: this.#order++,
      to,
      size,
      sent: session ? receivedBytes(session, size) : 0,
      state: usable ? 'staged' : 'needs-file',
      file: usable,
      lastModified,
      handle,
      path,
      session,
      begunAt,
      abort: new AbortController(),
    });
    this.#changed();
  }

  /**
   * UP-06: stores uploads, so that a reload does not lose them; in batches, so that running uploads are not delayed.
   */
  async #keep(items: readonly UploadEntry[]): Promise<void> {
    await this.#held;
    for (let at = 0; at < items.length; at += STORE_BATCH) {
      const moving = items
        .slice(at, at + STORE_BATCH)
        .filter(({ state, abort }) => MOVING.includes(state) && !abort.signal.aborted);
      await keepRecords(moving.map(recordOf));
    }
  }

  #changed(now = false): void {
    if (!now && this.#renderTimer) return;
    clearTimeout(this.#renderTimer);
    const publish = () => {
      this.#renderTimer = undefined;
      this.#snapshot = this.#items.map(({ id, order, to, size, sent, state, problem }) => ({
        id,
        order,
        to,
        size,
        sent,
        state,
        problem,
      }));
      for (const listener of this.#listeners) listener();
      for (const item of this.#items) item.onChange?.(this.#watched(item));
      setInTransit(this.#snapshot.flatMap((item) => (MOVING.includes(item.state) ? [inTransit(item)] : [])));
    };
    if (now) publish();
    else this.#renderTimer = setTimeout(publish, RENDER_MS);
  }

  #watched(item: UploadEntry): WatchedUpload {
    return {
      state: item.state,
      percent: percentOf(item),
      retry: () => this.retry(item.id),
      cancel: () => this.cancel(item.id),
    };
  }

  #pump(): void {
    for (;;) {
      const running = this.#items.filter(({ state }) => state === 'uploading');
      // Where one waits the others would wait, too; a machine that is away holds up no upload to elsewhere.
      const away = new Set(this.#items.filter(({ state }) => state === 'waiting').map(agentOf));
      // A large file uses all five requests for its chunks, so it runs alone.
      const limit = running.some(({ size }) => size > SINGLE_LIMIT) ? 1 : CONCURRENCY;
      const next = nextItem(this.#items.filter((item) => item.state === 'staged' && !away.has(agentOf(item))));
      if (!next || running.length >= limit || (next.size > SINGLE_LIMIT && running.length > 0)) return;
      next.state = 'uploading';
      this.#active++;
      this.#changed();
      void this.#run(next).finally(() => {
        this.#active--;
        this.#changed();
        this.#pump();
        this.#drainCheck();
      });
    }
  }

  async #run(item: UploadEntry): Promise<void> {
    const { signal } = item.abort;
    const repeats = item.begunAt !== undefined;
    item.begunAt ??= Date.now();
    try {
      // Store it before the first byte: after a reload, the record shows that this file may already have arrived.
      await this.#keep([item]);
      const finalPath = await sendFile(
        { ...item, file: item.file!, signal, repeats },
        {
          // A machine that is away does not stop the bytes before the server.
          progress: (sent) => this.#change(item, item.problem ? { sent } : { sent, state: 'uploading' }),
          opened: (session) => this.#keep([Object.assign(item, { session })]),
          away: (isAway, problem) =>
            this.#change(
              item,
              isAway
                ? { state: 'waiting', problem: problem ?? item.problem }
                : { state: 'uploading', problem: undefined },
            ),
        },
      );
      Object.assign(item, { sent: Math.max(item.size, 1), state: 'complete' });
      item.onEnd?.({ root: item.to.root, path: finalPath.split('/') });
      void dropRecords([item.id]);
    } catch (error) {
      if (signal.aborted) return;
      // UP-06: the file was moved or its disk removed. The received chunks stay, and the upload resumes with the file.
      if (error instanceof FileMissingError) return void Object.assign(item, { state: 'needs-file', file: undefined });
      Object.assign(item, { state: 'failed', problem: error instanceof Error ? error.message : String(error) });
      // UP-03: a failed upload discards its received chunks.
      if (item.session) void abortUpload(item.session.uploadId);
      void dropRecords([item.id]);
    }
  }

  #change(item: UploadEntry, to: Partial<Pick<UploadEntry, 'sent' | 'state' | 'problem'>>): void {
    const before = item.state;
    if (before !== 'uploading' && before !== 'waiting') return;
    Object.assign(item, to);
    this.#changed();
    if (item.state !== before) this.#pump();
  }

  #drainCheck(): void {
    if (this.#active > 0 || this.#items.some(({ state }) => state === 'staged')) return;
    const done = this.#items.filter(({ state }) => state === 'complete');
    const failed = this.#items.filter(({ state }) => state === 'failed').length;
    if (done.length === 0 && failed === 0) return;
    this.#changed(true);
    const folders = done.map(({ to }) => ({ root: to.root, path: to.pathParts }));
    this.onDrained?.(done.length, failed, folders);
  }
}
