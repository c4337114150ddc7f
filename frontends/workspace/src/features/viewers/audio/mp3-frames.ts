/** Kilobits a second by the index in the header, for layer III of MPEG 1, and of MPEG 2 and 2.5. */
const RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

interface Frame {
  /** Bytes. */
  length: number;
  /** Seconds. */
  seconds: number;
}

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync, kind, rates] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
  const version = (kind >> 3) & 3;
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || version === 1) return undefined;
  const kilobits = RATES[version === 3 ? 0 : 1][rates >> 4];
  const base = SAMPLE_RATES[(rates >> 2) & 3];
  if (!kilobits || !base) return undefined;
  const sampleRate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const samples = version === 3 ? 1152 : 576;
  return {
    length: Math.floor((samples * kilobits * 125) / sampleRate) + ((rates >> 1) & 1),
    seconds: samples / sampleRate,
  };
}

/** Bytes of an ID3 tag before the first frame. */
function tagLength(bytes: Uint8Array): number {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return 0;
  return 10 + ((bytes[6]! & 127) << 21) + ((bytes[7]! & 127) << 14) + ((bytes[8]! & 127) << 7) + (bytes[9]! & 127);
}

/** A run of whole frames. */
export interface Mp3Part {
  begin: number;
  end: number;
  seconds: number;
}

/**
 * An MP3 file in parts of some seconds, so that each takes bounded memory to decode, whatever the file says about
 * itself. Undefined when the bytes are no chain of frames.
 */
export function mp3Parts(bytes: Uint8Array, maxSeconds: number): Mp3Part[] | undefined {
  const parts: Mp3Part[] = [];
  let at = tagLength(bytes);
  let part: Mp3Part = { begin: at, end: at, seconds: 0 };
  for (let frame = frameAt(bytes, at); frame && at + frame.length <= bytes.length; frame = frameAt(bytes, at)) {
    at += frame.length;
    part.end = at;
    part.seconds += frame.seconds;
    if (part.seconds < maxSeconds) continue;
    parts.push(part);
    part = { begin: at, end: at, seconds: 0 };
  }
  if (part.seconds > 0) parts.push(part);
  // Tags may stand behind the last frame; more is not an MP3 file.
  return parts.length > 0 && bytes.length - at < bytes.length / 10 ? parts : undefined;
}
