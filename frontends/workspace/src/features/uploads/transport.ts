import type { Answer } from '@zo/web/api';
import { rawHref, type Root } from '@zo/web/paths';
import { UPLOAD } from './messages';

/** UP-02: up to here a file goes in one request. */
export const SINGLE_LIMIT = 6_291_456;

/** UP-04: a step that failed, in the words of the specification and then the server's. `passing`: worth trying again by itself (server away or overloaded). */
export class UploadError extends Error {
  readonly status: number;
  readonly passing: boolean;

  constructor(message: string, status: number, detail?: string, options?: ErrorOptions) {
    super(detail ? `${message}. ${detail}` : message, options);
    this.status = status;
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

// fetch cannot tell how much of a body has left; XMLHttpRequest can.
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
      new UploadError(UPLOAD.stepFailed(step, status), status, parsed()?.detail as string | undefined);
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

/** Where a file goes: folder segments below the root. */
export interface Destination {
  root: Root;
  pathParts: string[];
  fileName: string;
}

/** An upload the server keeps open. */
export type Session = Answer<'Uploads.init'>;

/** UP-02: a small file in one request. */
export function sendSingle(
  to: Destination,
  content: Blob,
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<{ finalPath: string }> {
  const form = new FormData();
  form.append('pathParts', JSON.stringify(to.pathParts));
  form.append('root', to.root);
  form.append('clash', 'keep-both');
  // In the header of the file a quotation mark would become %22.
  form.append('fileName', to.fileName);
  form.append('file', content, to.fileName);
  return send('single upload', { method: 'POST', url: 'single', body: form, ...options });
}

/** UP-03: opens a chunked upload. UP-07: never over an existing file. */
export const initUpload = (to: Destination, totalBytes: number, signal: AbortSignal): Promise<Session> =>
  send('init', {
    method: 'POST',
    url: 'init',
    headers: json,
    body: JSON.stringify({ ...to, totalBytes, clash: 'keep-both' }),
    signal,
  });

/** UP-03: one chunk. Sending it again is harmless (UP-06). */
export function sendChunk(
  session: Session,
  file: Blob,
  index: number,
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
  to: Destination,
  totalBytes: number,
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

/** UP-03: gives up a chunked upload; what arrived is thrown away. Failure to say so costs nothing: the server forgets it in time. */
export async function abortUpload(uploadId: string): Promise<void> {
  await fetch('/api/file-uploads/abort', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ uploadId }),
    keepalive: true,
  }).catch(() => undefined);
}

let limit: Promise<number | null> | undefined;

/** UP-05: MB no file may exceed, null when only the disk limits. Asked once per visit; not knowing it is no reason to refuse. */
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

/** What the server still has of an upload; null when it is gone. Throws while the server is away. */
export async function findUpload(uploadId: string): Promise<Session | null> {
  const response = await fetch(`/api/file-uploads/${encodeURIComponent(uploadId)}`);
  if (response.ok) return (await response.json()) as Session;
  if (response.status === 404) return null;
  throw new UploadError(UPLOAD.stepFailed('init', response.status), response.status);
}

/** Whether a file of that size stands there: an upload that arrived without its answer being heard. */
export async function hasArrived({ root, pathParts, fileName }: Destination, size: number): Promise<boolean> {
  const response = await fetch(rawHref({ root, path: [...pathParts, fileName] }), { method: 'HEAD' }).catch(
    () => undefined,
  );
  return response?.ok === true && Number(response.headers.get('content-length')) === size;
}
