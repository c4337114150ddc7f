import { rawHref, type Location } from '@zo/web/paths';
import { problemFromResponse, type OpenFile } from '@zo/web/store';
import { TRANSCRIPTION } from './messages';

export type RecordingKind = 'audio' | 'video';

/** The server reads larger files from the computer itself. */
const MAX_SENT_BYTES = 24 * 1024 * 1024;
const MAX_PROGRESS = 95;
/** An event is a short line; more without an end is none of ours. */
const MAX_EVENT_CHARS = 65_536;

export interface Recording {
  readonly location: Location;
  readonly kind: RecordingKind;
  readonly file: Pick<OpenFile, 'fileSize'>;
}

/** The recording itself could not be read; the message is the whole sentence. */
export class NotFetchedError extends Error {}

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

/** TS-01: sends the recording and follows its transcription. Resolves with the place of the transcript. */
export async function transcribe({ location, kind, file }: Recording, { signal, onProgress }: Following) {
  const body = new FormData();
  body.append('relative_path', location.path.join('/'));
  body.append('root', location.root);
  if (file.fileSize <= MAX_SENT_BYTES) {
    const fetched = await fetch(rawHref(location), { signal });
    if (!fetched.ok) throw new NotFetchedError(TRANSCRIPTION.notFetched(kind, fetched.status));
    const recording = await fetched.blob();
    const duration = await durationOf(recording, kind, signal);
    if (duration !== undefined) body.append('duration', String(duration));
    body.append('file', recording, location.path.at(-1)!);
  }
  const response = await fetch(`/api/transcribe/${kind}`, { method: 'POST', credentials: 'include', body, signal });
  if (!response.ok || !response.body) {
    const { detail, isGeneric } = await problemFromResponse(response);
    throw new Error(isGeneric ? TRANSCRIPTION.status(kind, response.status) : detail);
  }
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === 'TranscribeProgressEvent') onProgress(Math.min(Number(data['progress']) || 0, MAX_PROGRESS));
    if (event === 'TranscribeCompleteEvent') return placeOf(String(data['path']));
    if (event === 'error') throw new Error(String(data['detail']));
  }
  throw new Error(TRANSCRIPTION.cutOff);
}

/** `w/talks/a.mp3.transcript.jsonl` as a location. */
function placeOf(address: string): Location {
  const [root, ...path] = address.split('/');
  return { root: root === 's' ? 's' : 'w', path };
}

/** Seconds, as this browser knows them; undefined when it does not play the file. */
function durationOf(recording: Blob, kind: RecordingKind, signal: AbortSignal): Promise<number | undefined> {
  const url = URL.createObjectURL(recording);
  const element = document.createElement(kind);
  return new Promise<number | undefined>((resolve) => {
    element.preload = 'metadata';
    element.onloadedmetadata = () =>
      resolve(Number.isFinite(element.duration) && element.duration > 0 ? element.duration : undefined);
    element.onerror = () => resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    element.src = url;
  }).finally(() => {
    element.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}

interface StreamEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** The events of a stream, which are separated by blank lines; comments are left out. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      if (rest.length > MAX_EVENT_CHARS) throw new Error(TRANSCRIPTION.cutOff);
      for (const block of blocks) {
        const lines = block.split('\n');
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const event = field('event');
        if (event) yield { event, data: JSON.parse(field('data') ?? '{}') as Record<string, unknown> };
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
