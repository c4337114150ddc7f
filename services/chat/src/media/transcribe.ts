/** TS-01: writes down a recording of the computer. Its transcript is written once, when all of it is there. */
import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { type Computer, isAgentError, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { MediaError } from './media-error.js';
import { openRecording, type PieceToCome, type RecordingSource } from './recording.js';
import type { Heard, SpeechPort } from './speech.js';
import { type HeardPiece, linesOf, type TranscriptLine, transcriptText } from './transcript.js';
import type { Metered } from './media-uses.js';

export const TRANSCRIPT_EXTENSION = '.transcript.jsonl';
/** The rest is for writing the file. */
const MAX_PROGRESS = 95;
const AT_ONCE = 3;
const TRIES = 3;
const RETRY_MS = 1_000;
const MAX_COPIES = 20;

export interface TranscribeOptions {
  readonly speech: SpeechPort;
  readonly meter: Metered;
  readonly signal: AbortSignal;
  /** Wakes the computer if it fell asleep while the model worked. */
  readonly onComputer?: <T>(work: (computer: Computer) => Promise<T>) => Promise<T>;
  readonly onStart?: (about: { duration?: number; parts: number }) => void;
  /** In percent, at most 95. */
  readonly onProgress?: (progress: number) => void;
}

export interface Transcribed {
  readonly location: Location;
  readonly hash: string;
  readonly lines: readonly TranscriptLine[];
  readonly language?: string;
  readonly seconds?: number;
}

/** @throws MediaError; errors of the agent; the reason of the signal */
export async function transcribe(source: RecordingSource, options: TranscribeOptions): Promise<Transcribed> {
  const { speech, meter, signal, onStart } = options;
  const { onComputer = (work) => work(source.computer) } = options;
  const before = await transcriptBefore(source, signal);
  const { pieces, seconds, likelySeconds } = await openRecording(source, signal);
  onStart?.({ parts: pieces.length, ...(seconds !== undefined && { duration: seconds }) });
  const expected = { images: 0, seconds: likelySeconds };
  const { model, price } = speech;
  const heard = await meter({ task: 'transcription', model, price, expected }, (used) =>
    hearAll(pieces, options, (piece) =>
      used({ seconds: piece.length ?? piece.seconds ?? lastEnd(piece) ?? likelySeconds }),
    ),
  );
  const lines = linesOf(heard);
  if (lines.length === 0) throw new MediaError('No speech was found in this recording.', 'no_speech');
  signal.throwIfAborted();
  const content = Buffer.from(transcriptText(lines));
  const written = await onComputer((computer) => write({ ...source, computer }, { before, content }));
  const { language } = heard.find((piece) => piece.language) ?? {};
  const length = seconds ?? heard[0]?.seconds ?? lines.at(-1)!.end;
  return { ...written, lines, seconds: length, ...(language && { language }) };
}

const lastEnd = ({ segments }: Heard) => segments.at(-1)?.end;

async function hearAll(
  pieces: readonly PieceToCome[],
  { speech, signal: stop, onProgress }: TranscribeOptions,
  heard: (piece: HeardPiece) => void,
): Promise<HeardPiece[]> {
  // One piece that fails stops the others.
  const failed = new AbortController();
  const signal = AbortSignal.any([stop, failed.signal]);
  const results: HeardPiece[] = [];
  const queue = pieces.entries();
  let done = 0;
  const worker = async () => {
    for (const [index, { from, seconds, read }] of queue) {
      const piece = await read(signal);
      const said = await persistently(() => speech.transcribe(piece, signal), signal);
      results[index] = { ...said, from, ...(seconds !== undefined && { length: seconds }) };
      heard(results[index]);
      onProgress?.(Math.floor((++done / pieces.length) * MAX_PROGRESS));
    }
  };
  const workers = Array.from({ length: AT_ONCE }, () =>
    worker().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return results;
}

async function persistently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !(error instanceof MediaError) || !error.isTemporary) throw error;
      await delay(RETRY_MS * attempt, undefined, { signal });
    }
  }
}

const fileFor = ({ location: { root, path } }: RecordingSource, copy: number): Location => ({
  root,
  path: [...path.slice(0, -1), `${path.at(-1)!}${copy > 1 ? ` (${copy})` : ''}${TRANSCRIPT_EXTENSION}`],
});

/** The hash of an earlier transcript, which becomes a version of the same file. */
async function transcriptBefore(source: RecordingSource, signal: AbortSignal): Promise<string | undefined> {
  const request = { path: toAgentPath(fileFor(source, 1)), maxBytes: 8n * 1024n * 1024n };
  try {
    return (await source.computer.files.read(request, { signal })).version?.hash;
  } catch (error) {
    if (isAgentError(error, 'notFound', 'isFolder', 'notRegularFile', 'tooLarge')) return undefined;
    throw error;
  }
}

/** What somebody else wrote meanwhile stays; the transcript is then written beside it. */
async function write(
  { computer, cause, ...source }: RecordingSource,
  { before, content }: { before: string | undefined; content: Uint8Array },
): Promise<{ location: Location; hash: string }> {
  const hash = createHash('sha256').update(content).digest('hex');
  for (let copy = 1; ; copy++) {
    const location = fileFor({ computer, cause, ...source }, copy);
    const base =
      copy === 1 && before !== undefined
        ? { case: 'hash' as const, value: before }
        : { case: 'absent' as const, value: true };
    try {
      await computer.files.write({ path: toAgentPath(location), content, base: { base }, createParents: true, cause });
      return { location, hash };
    } catch (error) {
      const taken = isAgentError(error, 'staleBase', 'nameTaken', 'isFolder', 'notRegularFile');
      if (!taken || copy === MAX_COPIES) throw error;
    }
  }
}
