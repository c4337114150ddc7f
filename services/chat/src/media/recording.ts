/** The pieces of a recording: the whole file where it is small, else cuts that ffmpeg makes inside of the computer. */
import { type AgentCause, type Computer, toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { type Cut, cutsOf, soundIn } from './cuts.js';
import { MediaError } from './media-error.js';
import { MAX_PIECE_BYTES, type Piece } from './speech.js';

/** Models hear at most 25 minutes at once, and a long recording has more to show in pieces. */
const MAX_WHOLE_SECONDS = 20 * 60;
const MAX_SECONDS = 24 * 60 * 60;
/** What models take as it is. */
const ACCEPTED: ReadonlySet<string> = new Set('flac m4a mp3 mp4 mpeg mpga ogg opus wav webm'.split(' '));
/** Of a recording of speech, at 64 kbit/s. */
const LIKELY_BYTES_PER_SECOND = 8_000;
const COMMAND_MS = 600_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

export interface RecordingSource {
  readonly computer: Computer;
  readonly location: Location;
  /** The bytes of the file, if they came along. */
  readonly content?: Uint8Array;
  /** Seconds, if they are known. */
  readonly duration?: number;
  readonly cause: AgentCause;
}

export interface PieceToCome extends Partial<Cut> {
  readonly from: number;
  readonly read: (signal: AbortSignal) => Promise<Piece>;
}

export interface Recording {
  readonly seconds?: number;
  /** By its size, where nobody says how long it is. */
  readonly likelySeconds: number;
  readonly pieces: readonly PieceToCome[];
}

export const isRecording = (extension: string, kind: 'audio' | 'video'): boolean =>
  (kind === 'audio'
    ? /^(mp3|wav|m4a|flac|ogg|oga|opus|aac|wma|aiff?|amr|mpga|webm)$/
    : /^(mp4|m4v|mov|webm|mkv|avi|mpeg|mpg|ogv|3gp|3g2|wmv|flv)$/
  ).test(extension);

const extensionOf = ({ path }: Location) => path.at(-1)?.split('.').at(-1)?.toLowerCase() ?? '';

/** @throws MediaError; errors of the agent, when the file is not there */
export async function openRecording(source: RecordingSource, signal: AbortSignal): Promise<Recording> {
  const { computer, location, content, duration } = source;
  const size = content?.byteLength ?? (await sizeOf(computer, location, signal));
  if (size === 0) throw new MediaError('The recording is empty.', 'empty');
  const fits = size <= MAX_PIECE_BYTES && ACCEPTED.has(extensionOf(location));
  const likelySeconds = duration ?? size / LIKELY_BYTES_PER_SECOND;
  const whole = { pieces: [wholePiece(source)], likelySeconds, ...(duration !== undefined && { seconds: duration }) };
  if (fits && (duration ?? 0) <= MAX_WHOLE_SECONDS) return whole;
  const sound = await listen(source, signal);
  if (sound === 'no ffmpeg') {
    if (fits) return whole;
    throw new MediaError(
      'This recording has to be cut into pieces first, and this computer has no ffmpeg for that. ' +
        'Ask whoever runs this installation to add ffmpeg, or transcribe a file of at most 24 MB.',
      'no_ffmpeg',
    );
  }
  if (sound.seconds > MAX_SECONDS) throw new MediaError('A recording may have at most 24 hours.', 'too_long');
  return {
    seconds: sound.seconds,
    likelySeconds: sound.seconds,
    pieces: cutsOf(sound.seconds, sound.silences).map((cut, index) => ({
      ...cut,
      read: async (stop) => ({ bytes: await cutOut(source, cut, stop), fileName: `part-${index + 1}.ogg` }),
    })),
  };
}

async function sizeOf(computer: Computer, location: Location, signal: AbortSignal): Promise<number> {
  const { entry } = await computer.files.stat({ path: toAgentPath(location) }, { signal });
  return Number(entry?.size ?? 0n);
}

function wholePiece({ computer, location, content }: RecordingSource): PieceToCome {
  // Some servers know Opus only by the name of its container.
  const extension = extensionOf(location).replace(/^opus$/, 'ogg');
  return {
    from: 0,
    read: async (signal) => ({
      bytes: content ?? (await readAll(computer, location, signal)),
      fileName: `recording.${extension}`,
    }),
  };
}

async function readAll(computer: Computer, { root, path }: Location, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const answer = await computer.raw('GET', `/bytes/${root}/${path.map(encodeURIComponent).join('/')}`, {});
  const bytes = await answer.bytes(MAX_PIECE_BYTES + 1);
  if (answer.status !== 200) throw new MediaError('The recording could not be read.', 'unreadable');
  if (bytes.byteLength > MAX_PIECE_BYTES) throw new MediaError('The recording grew while it was read. Try again.');
  return bytes;
}

/**
 * Neither lists of other files nor addresses are followed, whatever the file says. The name goes in by the environment,
 * with a beginning that makes it a path.
 */
const INPUT =
  '-protocol_whitelist file -format_whitelist ' +
  'aac,ac3,aiff,amr,asf,avi,flac,flv,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mp3,mpeg,mpegts,ogg,wav,w64';
const LISTEN = `command -v ffmpeg >/dev/null || exit 127
{ ffmpeg -nostdin -hide_banner -nostats -progress pipe:1 ${INPUT} -i "file:$FILE" -map 0:a:0 \
-af silencedetect=noise=-35dB:d=0.5 -f null - 2>&1 || echo "failed=$?"; } | grep -aE '^out_time_us=|silence_|^failed='`;
const CUT = `ffmpeg -nostdin -v error ${INPUT} -ss "$FROM" -t "$SECONDS_" -i "file:$FILE" -map 0:a:0 \
-ac 1 -ar 16000 -c:a libopus -b:a 24k -vbr off -f ogg pipe:1`;

async function listen(source: RecordingSource, signal: AbortSignal) {
  const { code, output } = await run(source, { command: LISTEN, env: {} }, signal);
  if (code === 127) return 'no ffmpeg';
  const sound = soundIn(output.toString('latin1'));
  if (!sound) throw new MediaError('There is no sound in this file that can be read.', 'no_sound');
  return sound;
}

async function cutOut(source: RecordingSource, { from, seconds }: Cut, signal: AbortSignal): Promise<Uint8Array> {
  const env = { FROM: from.toFixed(3), SECONDS_: seconds.toFixed(3) };
  const { code, output, isCut } = await run(source, { command: CUT, env }, signal);
  if (code !== 0 || isCut || output.length === 0)
    throw new MediaError('The computer could not cut this recording into pieces.', 'unreadable');
  return output;
}

async function run(
  { computer, location: { root, path }, cause }: RecordingSource,
  { command, env }: { command: string; env: Record<string, string> },
  signal: AbortSignal,
): Promise<{ code: number; output: Buffer; isCut: boolean }> {
  const file = `${root === 's' ? '../sites' : '.'}/${path.join('/')}`;
  const limits = { timeoutMs: COMMAND_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const blocks: Uint8Array[] = [];
  let [code, isCut] = [-1, false];
  const request = { command, env: { ...env, FILE: file }, cause, ...limits };
  for await (const { event } of computer.processes.run(request, { signal })) {
    if (event.case === 'exit') code = event.value.timedOut ? -1 : event.value.code;
    if (event.case !== 'output' || event.value.stderr) continue;
    isCut ||= event.value.droppedBefore > 0n;
    blocks.push(event.value.data);
  }
  return { code, output: Buffer.concat(blocks), isCut };
}
