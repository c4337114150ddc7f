/** Two ways to write down speech: by the user's transcription model, and by the recogniser of the browser. */
import { problemFromResponse } from '@zo/web/store';
import { VOICE } from './messages';

export const MAX_SECONDS = 600;
const TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg'];
const BITS_PER_SECOND = 48_000;

/** What is being said. */
export interface Listening {
  /** Ends it. @returns what was said, written down @throws an error with a sentence */
  finish(signal: AbortSignal): Promise<string>;
  /** Throws it away. */
  cancel(): void;
}

/** @throws an error with a sentence, e.g. when the user refuses the microphone */
export async function record(): Promise<Listening> {
  if (!globalThis.MediaRecorder || !navigator.mediaDevices) throw new Error(VOICE.unsupported);
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    throw new Error(microphoneError((error as { name?: string }).name));
  });
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  const begun = performance.now();
  const release = () => stream.getTracks().forEach((track) => track.stop());
  const ended = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  recorder.start();
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    release();
  };
  return {
    async finish(signal) {
      stop();
      await ended;
      const seconds = Math.min(Math.max((performance.now() - begun) / 1_000, 0.1), MAX_SECONDS);
      const type = (recorder.mimeType || mimeType || '').split(';')[0]!;
      return writtenDown(new Blob(parts, { type }), { seconds, signal });
    },
    cancel: stop,
  };
}

async function writtenDown(body: Blob, { seconds, signal }: { seconds: number; signal: AbortSignal }): Promise<string> {
  const url = `/api/transcribe/voice?seconds=${seconds.toFixed(1)}`;
  const headers = { 'content-type': body.type };
  const response = await fetch(url, { method: 'POST', credentials: 'include', headers, body, signal });
  if (!response.ok) throw new Error((await problemFromResponse(response)).detail);
  return ((await response.json()) as { text: string }).text.trim();
}

const microphoneError = (name: string | undefined) =>
  name === 'NotAllowedError' || name === 'not-allowed' || name === 'service-not-allowed'
    ? VOICE.refused
    : name === 'NotFoundError' || name === 'audio-capture'
      ? VOICE.noMicrophone
      : VOICE.failed;

/** What browsers have of the Web Speech API, which the library of the compiler does not describe. */
interface Recogniser {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onstart: (() => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
type RecogniserClass = new () => Recogniser;

function recogniserClass(): RecogniserClass | undefined {
  const known = globalThis as { SpeechRecognition?: RecogniserClass; webkitSpeechRecognition?: RecogniserClass };
  return known.SpeechRecognition ?? known.webkitSpeechRecognition;
}

/** @throws an error with a sentence */
export async function recognise(): Promise<Listening> {
  const Class = recogniserClass();
  if (!Class) throw new Error(VOICE.unsupported);
  const recogniser = new Class();
  Object.assign(recogniser, { continuous: true, interimResults: false, lang: navigator.language });
  let said = '';
  let failure: Error | undefined;
  recogniser.onresult = ({ results }) =>
    (said = Array.from(results, (result) => result[0]?.transcript.trim() ?? '').join(' '));
  const ended = new Promise<void>((resolve) => (recogniser.onend = () => resolve()));
  await new Promise<void>((resolve, reject) => {
    recogniser.onstart = () => resolve();
    recogniser.onerror = ({ error }) => {
      // Silence is no failure: nothing was said.
      failure = error === 'no-speech' || error === 'aborted' ? undefined : new Error(microphoneError(error));
      if (failure) reject(failure);
    };
    recogniser.start();
  });
  return {
    async finish() {
      recogniser.stop();
      await ended;
      if (failure) throw failure;
      return said.trim();
    },
    cancel: () => recogniser.abort(),
  };
}
