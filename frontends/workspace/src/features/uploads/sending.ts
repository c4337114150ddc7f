import { howReadable } from './handles';
import { UPLOAD } from './messages';
import { CONCURRENCY, chunkBytes, missingChunks } from './plan';
import {
  SINGLE_LIMIT,
  UploadError,
  completeUpload,
  findUpload,
  initUpload,
  sendChunk,
  sendSingle,
  type Destination,
  type Session,
} from './transport';

/** A file on its way to the server. */
export interface Sending {
  readonly to: Destination;
  readonly size: number;
  readonly file: Blob;
  /** The server keeps what arrived of it. */
  readonly session?: Session | undefined;
  readonly signal: AbortSignal;
}

/** What is told of the way. */
export interface Told {
  /** Bytes that are there or on the line. */
  readonly progress: (sent: number) => void;
  /** From now on the server keeps what arrives. */
  readonly opened: (session: Session) => Promise<void>;
  /** The server does not answer, and is asked again; or it answers again. */
  readonly away: (isAway: boolean) => void;
}

/** Nothing is found any more where the file was. */
export class FileGone extends Error {}

const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/** UP-02, UP-03: in one request or in parts, as long as it takes. Answers the path it has now. @throws UploadError on a refusal, FileGone, AbortError */
export async function sendFile(item: Sending, told: Told): Promise<string> {
  const { to, size, file, signal } = item;
  if (size <= SINGLE_LIMIT && !item.session) {
    const content = await contentNow(item);
    const { finalPath } = await steadily({ ...item, file: content }, told, () =>
      sendSingle(to, content, { signal, onProgress: (sent) => told.progress(Math.min(sent, size)) }),
    );
    return finalPath;
  }
  const session = await openSession(item, told);
  await sendChunks(item, session, told);
  // A browser looks at the time of a file only when it begins to read a part: the last ones may be half old and half new. What is gone by now was read whole.
  if ((await howReadable(file)) === 'changed') throw fileChanged();
  return (await steadily(item, told, () => completeUpload(session, to, size, signal))).finalPath;
}

/** All bytes of one moment, also where the line is slow and the file is written to meanwhile. @throws FileGone, UploadError */
async function contentNow(item: Sending): Promise<Blob> {
  return item.file.arrayBuffer().then(
    (bytes) => new Blob([bytes]),
    async (cause: unknown) => {
      await expectUnchanged(item, cause);
      throw cause;
    },
  );
}

/** @throws FileGone, UploadError when the file is not what it was when it was chosen */
async function expectUnchanged({ file, to }: Pick<Sending, 'file' | 'to'>, cause: unknown): Promise<void> {
  const readable = await howReadable(file);
  if (readable === 'gone') throw new FileGone(to.fileName, { cause });
  if (readable === 'changed') throw fileChanged(cause);
}

const fileChanged = (cause?: unknown) => new UploadError(UPLOAD.fileChanged, 0, undefined, { cause });

async function openSession(item: Sending, told: Told): Promise<Session> {
  const { session, to, size, signal } = item;
  const known = session && (await steadily(item, told, () => findUpload(session.uploadId)));
  if (known) return known;
  const opened = await steadily(item, told, () => initUpload(to, size, signal));
  await told.opened(opened);
  return opened;
}

async function sendChunks(item: Sending, session: Session, told: Told): Promise<void> {
  const { file, size } = item;
  const left = missingChunks(size, session.chunkSizeBytes, session.received);
  const bytesOf = (index: number) => chunkBytes(index, size, session.chunkSizeBytes);
  const onTheLine = new Map<number, number>();
  let done = receivedBytes(session, size);
  const report = () => told.progress(done + [...onTheLine.values()].reduce((sum, sent) => sum + sent, 0));
  report();
  // Where one part fails, the others are not sent on.
  const failed = new AbortController();
  const signal = AbortSignal.any([item.signal, failed.signal]);
  const worker = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const at = index;
      const onProgress = (sent: number) => (onTheLine.set(at, Math.min(sent, bytesOf(at))), report());
      await steadily({ ...item, signal }, told, () => sendChunk(session, file, at, { signal, onProgress }));
      onTheLine.delete(at);
      done += bytesOf(at);
      report();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker)).finally(() => failed.abort());
}

/** Runs a step again while the server is away or busy; gives up only on a refusal, when cancelled, or when the file is not what it was. */
async function steadily<Answer>(
  { file, to, signal }: Sending,
  { away }: Told,
  step: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await step();
      away(false);
      return answer;
    } catch (error) {
      const passing = error instanceof UploadError ? error.passing : error instanceof TypeError;
      if (!passing || signal.aborted) throw error;
      await expectUnchanged({ file, to }, error);
      if (attempt > 0) away(true);
      const delay = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!;
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
    }
  }
}

export const receivedBytes = ({ received, chunkSizeBytes }: Session, size: number): number =>
  received.reduce((sum, index) => sum + chunkBytes(index, size, chunkSizeBytes), 0);
