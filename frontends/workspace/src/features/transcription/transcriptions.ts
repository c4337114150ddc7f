import { pathKey, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { TRANSCRIPTION } from './messages';
import { NotFetchedError, transcribe, type Recording } from './transcribe';

/** Opens the transcript of a recording that is still looked at. */
type OpenTranscript = (transcript: Location) => void;

interface Running {
  readonly percent: number;
  readonly cancel: () => void;
}

/** What is transcribed now, by the recording. It goes on while the user looks at something else. */
const running = new Map<string, Running>();
const watching = new Map<string, OpenTranscript>();
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const runningOf = (location: Location): Running | undefined => running.get(pathKey(location));

/** The recording is looked at: its transcript opens when it is there. Returns the end of that. */
export function watch(location: Location, open: OpenTranscript): () => void {
  const key = pathKey(location);
  watching.set(key, open);
  return () => {
    if (watching.get(key) === open) watching.delete(key);
  };
}

/** TS-01: transcribes a recording. `open` is used if the user has left it meanwhile and asks for its transcript. */
export async function start(recording: Recording, open: OpenTranscript): Promise<void> {
  const key = pathKey(recording.location);
  if (running.has(key)) return;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const show = (percent: number) => {
    running.set(key, { percent, cancel });
    changed();
  };
  show(0);
  try {
    const transcript = await transcribe(recording, { signal: stop.signal, onProgress: show });
    const openNow = watching.get(key);
    openNow?.(transcript);
    toast.success(TRANSCRIPTION.complete, {
      ...(!openNow && { action: { label: TRANSCRIPTION.open, onClick: () => open(transcript) } }),
    });
  } catch (error) {
    if (stop.signal.aborted) toast(TRANSCRIPTION.cancelled);
    else if (error instanceof NotFetchedError) toast.error(error.message);
    else
      toast.error(TRANSCRIPTION.failed(recording.kind), {
        description: error instanceof TypeError ? TRANSCRIPTION.cutOff : (error as Error).message,
      });
  } finally {
    running.delete(key);
    changed();
  }
}
