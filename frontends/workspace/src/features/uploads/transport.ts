import type { Answer } from '@zo/web/api';
import { isMachineRoot, machineOf, rawHref, type Root } from '@zo/web/paths';
import { UPLOAD } from './messages';

/** UP-02: largest size in bytes for an upload in one request. */
export const SINGLE_LIMIT = 6_291_456;

const MACHINE_AWAY = 'uploads.machine_away';

/** What the server says of a failed step. */
interface Refusal {
  detail?: string | undefined;
  code?: string | undefined;
}

/**
 * UP-04: a failed step: the message of the specification, then the server's. `passing`: temporary, so the step is
 * retried.
 */
export class UploadError extends Error {
  readonly status: number;
  readonly passing: boolean;
  /** Set while the machine that the file goes to is away: what its user can do. */
  readonly machineAway: string | undefined;

  constructor(message: string, status: number, { detail, code, cause }: Refusal & { cause?: unknown } = {}) {
    super(detail ? `${message}. ${detail}` : message, { cause });
    this.status = status;
    this.machineAway = code === MACHINE_AWAY ? detail : undefined;
    this.passing =
      status === 0 || status === 408 || status === 429 || status === 502 || status === 503 || status === 504;
  }
}

interface Sending {
  method: 'POST' | 'PUT';
  url: string;
  body: XMLHttpRequestBodyInit;
  headers?: Record<string, string>;
  signal: AbortSignal;
  onProgress?: (sent: number) => void;
}

type Step = Parameters<typeof UPLOAD.stepFailed>[0];

// fetch does not report upload progress; XMLHttpRequest does.
function send<Answer>(step: Step, { method, url, body, headers = {}, signal, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const done = (finish: () => void) => {
      signal.removeEventListener('abort', abort);
      finish();
    };
    const parsed = (): Record<string, unknown> | undefined => {
      try {
        return JSON.parse(request.responseText) as Record<string, unknown>;
      } catch {
        return undefined;
      }
    };
    const failed = (status: number) =>
      new UploadError(UPLOAD.stepFailed(step, status), status, parsed() as Refusal | undefined);
    request.open(method, `/api/file-uploads/${url}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onload = () =>
      done(() =>
        request.status >= 200 && request.status < 300
          ? resolve((parsed() ?? {}) as Answer)
          : reject(failed(request.status)),
      );
    request.onerror = () => done(() => reject(failed(0)));
    request.onabort = () => done(() => reject(new DOMException('cancelled', 'AbortError')));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return done(() => reject(new DOMException('cancelled', 'AbortError')));
    request.send(body);
  });
}

const json = { 'content-type': 'application/json' };

/** Destination of a file: folder segments below the root. */
export interface Destination {
  root: Root;
  pathParts: string[];
  fileName: string;
}

/** An upload session on the server. */
export type Session = Answer<'Uploads.init'>;

interface SingleOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
  /** An earlier request may have arrived. */
  readonly repeats: boolean;
}

/** UP-02: uploads a small file in one request. */
export function sendSingle(
  to: Destination,
  content: Blob,
  { repeats, ...options }: SingleOptions,
): Promise<{ finalPath: string }> {
  const form = new FormData();
  form.append('pathParts', JSON.stringify(to.pathParts));
  form.append('root', to.root);
  form.append('clash', 'keep-both');
  if (repeats) form.append('repeats', 'true');
  // As a field, because multipart headers encode a quotation mark as %22.
  form.append('fileName', to.fileName);
  form.append('file', content, to.fileName);
  return send('single upload', { method: 'POST', url: 'single', body: form, ...options });
}

/** UP-03: opens a session for a chunked upload. UP-07: an existing file is never overwritten. */
export const initUpload = (to: Destination, totalBytes: number, signal: AbortSignal): Promise<Session> =>
  send('init', {
    method: 'POST',
    url: 'init',
    headers: json,
    body: JSON.stringify({ ...to, totalBytes, clash: 'keep-both' }),
    signal,
  });

/** UP-03: uploads one chunk. Repeating it is safe (UP-06). */
export function sendChunk(
  session: Session,
  { file, index }: { file: Blob; index: number },
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<unknown> {
  const offset = index * session.chunkSizeBytes;
  const body = file.slice(offset, offset + session.chunkSizeBytes);
  const headers = {
    'content-type': 'application/octet-stream',
    'upload-id': session.uploadId,
    'chunk-index': String(index),
    'chunk-size': String(body.size),
    'chunk-offset': String(offset),
    'total-bytes': String(file.size),
  };
  return send('chunk', { method: 'PUT', url: 'chunk', headers, body, ...options });
}

export const completeUpload = (
  session: Session,
  { to, totalBytes }: { to: Destination; totalBytes: number },
  signal: AbortSignal,
): Promise<{ finalPath: string }> =>
  send('complete', {
    method: 'POST',
    url: 'complete',
    headers: json,
    body: JSON.stringify({
      uploadId: session.uploadId,
      fileName: to.fileName,
      totalBytes,
      pathParts: to.pathParts,
      chunkSizeBytes: session.chunkSizeBytes,
    }),
    signal,
  });

/** UP-03: aborts a session and discards its chunks. A failure is ignored: the server removes expired sessions. */
export async function abortUpload(uploadId: string): Promise<void> {
  await fetch('/api/file-uploads/abort', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ uploadId }),
    keepalive: true,
  }).catch(() => undefined);
}

let limit: Promise<number | null> | undefined;

/**
 * UP-05: largest file size in MB, null when only the disk limits it. Cached for the visit; an unknown limit refuses
 * nothing.
 */
export function uploadLimit(): Promise<number | null> {
  limit ??= fetch('/api/file-uploads')
    .then(async (response) =>
      response.ok ? ((await response.json()) as Answer<'Uploads.list'>).limitMb : Promise.reject(new Error('not now')),
    )
    .catch(() => {
      limit = undefined;
      return null;
    });
  return limit;
}

/** The session on the server; null when it no longer exists. Throws while the server is unreachable. */
export async function findUpload(uploadId: string): Promise<Session | null> {
  const response = await fetch(`/api/file-uploads/${encodeURIComponent(uploadId)}`);
  if (response.ok) return (await response.json()) as Session;
  if (response.status === 404) return null;
  throw new UploadError(UPLOAD.stepFailed('init', response.status), response.status);
}

/** Times of a response have seconds only. */
const ROUNDING_MS = 2_000;

/**
 * True when a file of that size was made since the upload began (ms, by this browser's clock): it arrived although its
 * response was lost.
 */
export async function hasArrived(
  { root, pathParts, fileName }: Destination,
  { size, begunAt }: { size: number; begunAt: number },
): Promise<boolean> {
  const response = await fetch(rawHref({ root, path: [...pathParts, fileName] }), { method: 'HEAD' }).catch(
    () => undefined,
  );
  if (response?.ok !== true || Number(response.headers.get('content-length')) !== size) return false;
  // Ages are compared, because clocks may differ.
  const time = (name: string) => Date.parse(response.headers.get(name) ?? '');
  return time('date') - time('last-modified') <= Date.now() - begunAt + ROUNDING_MS;
}

/** False while a machine is not connected: a chunk sent to it would be sent in vain. The next step tells all else. */
export async function isMachineBack({ root }: Destination): Promise<boolean> {
  if (!isMachineRoot(root)) return true;
  const response = await fetch('/api/machines').catch(() => undefined);
  if (!response?.ok) return true;
  const { machines } = (await response.json()) as Answer<'Machines.list'>;
  return machines.find(({ id }) => id === machineOf(root))?.connected ?? true;
}
