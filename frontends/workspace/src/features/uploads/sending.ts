import { howReadable } from './handles';
import { UPLOAD } from './messages';
import { CONCURRENCY, chunkBytes, missingChunks } from './plan';
import {
  SINGLE_LIMIT,
  UploadError,
  completeUpload,
  findUpload,
  initUpload,
  isMachineBack,
  sendChunk,
  sendSingle,
  type Destination,
  type Session,
} from './transport';

/** One upload. */
export interface Sending {
  readonly to: Destination;
  readonly size: number;
  readonly file: Blob;
  /** The session on the server, which keeps the received chunks. */
  readonly session?: Session | undefined;
  readonly signal: AbortSignal;
  /** It was begun before, and may have arrived. */
  readonly repeats?: boolean;
}

/** Callbacks of an upload. */
export interface UploadCallbacks {
  /** Bytes sent so far, received or in flight. */
  readonly progress: (sent: number) => void;
  /** A session was opened: from now on the server keeps received chunks. */
  readonly opened: (session: Session) => Promise<void>;
  /** True while the step is retried, because the server or the machine is away; false when it responds again. */
  readonly away: (isAway: boolean, machineAway?: string) => void;
}

/** The file no longer exists where it was chosen. */
export class FileMissingError extends Error {}

const MACHINE_POLL_MS = 5_000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/**
 * UP-02, UP-03: uploads in one request or in chunks, with retries. Resolves to the final path.
 * @throws UploadError on a refusal, FileMissingError, AbortError
 */
export async function sendFile(item: Sending, callbacks: UploadCallbacks): Promise<string> {
  const { to, size, file, signal } = item;
  if (size <= SINGLE_LIMIT && !item.session) {
    const content = await contentNow(item);
    const onProgress = (sent: number) => callbacks.progress(Math.min(sent, size));
    const { finalPath } = await withRetries({ ...item, file: content }, callbacks, (attempt) =>
      sendSingle(to, content, { signal, onProgress, repeats: item.repeats || attempt > 0 }),
    );
    return finalPath;
  }
  const session = await openSession(item, callbacks);
  await sendChunks(item, session, callbacks);
  // Browsers check a file only when they begin to read a chunk, so the last chunks may mix two versions. A file deleted
  // by now was read completely.
  if ((await howReadable(file)) === 'changed') throw fileChanged();
  return (await withRetries(item, callbacks, () => completeUpload(session, { to, totalBytes: size }, signal)))
    .finalPath;
}

/**
 * Reads the file at once, so that changes during a slow upload do not mix versions.
 * @throws FileMissingError, UploadError
 */
async function contentNow(item: Sending): Promise<Blob> {
  return item.file.arrayBuffer().then(
    (bytes) => new Blob([bytes]),
    async (cause: unknown) => {
      await expectUnchanged(item, cause);
      throw cause;
    },
  );
}

/** @throws FileMissingError, UploadError when the file was deleted or changed after it was chosen */
async function expectUnchanged({ file, to }: Pick<Sending, 'file' | 'to'>, cause: unknown): Promise<void> {
  const readable = await howReadable(file);
  if (readable === 'gone') throw new FileMissingError(to.fileName, { cause });
  if (readable === 'changed') throw fileChanged(cause);
}

const fileChanged = (cause?: unknown) => new UploadError(UPLOAD.fileChanged, 0, { cause });

async function openSession(item: Sending, callbacks: UploadCallbacks): Promise<Session> {
  const { session, to, size, signal } = item;
  const known = session && (await withRetries(item, callbacks, () => findUpload(session.uploadId)));
  if (known) return known;
  const opened = await withRetries(item, callbacks, () => initUpload(to, size, signal));
  await callbacks.opened(opened);
  return opened;
}

async function sendChunks(item: Sending, session: Session, callbacks: UploadCallbacks): Promise<void> {
  const { file, size } = item;
  const left = missingChunks(size, session.chunkSizeBytes, session.received);
  const bytesOf = (index: number) => chunkBytes(index, size, session.chunkSizeBytes);
  const onTheLine = new Map<number, number>();
  let done = receivedBytes(session, size);
  const report = () => callbacks.progress(done + [...onTheLine.values()].reduce((sum, sent) => sum + sent, 0));
  report();
  // When one chunk fails, the other requests are aborted.
  const failed = new AbortController();
  const signal = AbortSignal.any([item.signal, failed.signal]);
  const worker = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const at = index;
      const onProgress = (sent: number) => (onTheLine.set(at, Math.min(sent, bytesOf(at))), report());
      await withRetries({ ...item, signal }, callbacks, () =>
        sendChunk(session, { file, index: at }, { signal, onProgress }).catch((error: unknown) => {
          // All of it is sent again.
          onTheLine.delete(at);
          report();
          throw error;
        }),
      );
      onTheLine.delete(at);
      done += bytesOf(at);
      report();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker)).finally(() => failed.abort());
}

/** Retries a step while the server is unreachable or overloaded; rejects on a refusal, a cancel, or a changed file. */
async function withRetries<Answer>(
  { file, to, signal }: Sending,
  { away }: UploadCallbacks,
  step: (attempt: number) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await step(attempt);
      away(false);
      return answer;
    } catch (error) {
      const passing = error instanceof UploadError ? error.passing : error instanceof TypeError;
      if (!passing || signal.aborted) throw error;
      await expectUnchanged({ file, to }, error);
      const machineAway = error instanceof UploadError ? error.machineAway : undefined;
      if (attempt > 0 || machineAway) away(true, machineAway);
      const delay = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!;
      await pause(delay);
      if (machineAway) await untilBack(to, signal);
    }
  }
}

async function untilBack(to: Destination, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await isMachineBack(to))) await pause(MACHINE_POLL_MS);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms * (0.5 + Math.random() / 2)));

export const receivedBytes = ({ received, chunkSizeBytes }: Session, size: number): number =>
  received.reduce((sum, index) => sum + chunkBytes(index, size, chunkSizeBytes), 0);
