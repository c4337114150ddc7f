import { mp3Parts } from './mp3-frames';
import { wavPeaks } from './wav-peaks';

/** Bars of a waveform. */
export const BARS = 160;
/** Larger files have a plain bar. */
export const MAX_BYTES = 32 * 1024 * 1024;
const MAX_SECONDS = 3 * 3600;
/** Decoded, one part takes 46 MB. */
const PART_SECONDS = 120;
const SAMPLE_RATE = 8_000;

/** Loudest sample of each bar, 0 to 1. */
export type Peaks = Float32Array;

/** Only formats that cannot become far larger than their bytes are decoded. */
export const hasPeaks = (name: string, size: number): boolean => /\.(wav|mp3)$/i.test(name) && size <= MAX_BYTES;

async function mp3Peaks(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Peaks> {
  const parts = mp3Parts(bytes, PART_SECONDS) ?? [];
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0 || total > MAX_SECONDS) throw new Error('no frames');
  const peaks = new Float32Array(BARS);
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  let begun = 0;
  for (const { begin, end, seconds } of parts) {
    signal.throwIfAborted();
    const decoded = await context.decodeAudioData(bytes.slice(begin, end).buffer);
    const samples = decoded.getChannelData(0);
    for (let n = 0; n < samples.length; n++) {
      const bar = Math.min(BARS - 1, Math.floor(((begun + n / SAMPLE_RATE) / total) * BARS));
      peaks[bar] = Math.max(peaks[bar]!, Math.abs(samples[n]!));
    }
    begun += seconds;
  }
  return peaks;
}

/** Peaks of a WAV or MP3 file, the loudest of them 1. Rejects for other bytes. */
export async function peaksOf(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Peaks> {
  const peaks = wavPeaks(bytes, BARS) ?? (await mp3Peaks(bytes, signal));
  const loudest = Math.max(...peaks);
  return loudest > 0 ? peaks.map((peak) => Math.min(1, peak / loudest)) : peaks;
}
