/** A tone as a WAV file. */
const RATE = 8_000;
const BYTES_PER_SAMPLE = 2;
const PAUSE_SECONDS = 2;

/** A 16-bit tone; silent for two seconds from each second of `pauses` on. */
export function wav(seconds: number, pauses: readonly number[] = []): Uint8Array {
  const samples = new Int16Array(RATE * seconds);
  const second = Int16Array.from({ length: RATE }, (_none, n) => Math.sin((n / RATE) * 440 * 2 * Math.PI) * 8_000);
  for (let n = 0; n < seconds; n++) samples.set(second, n * RATE);
  for (const pause of pauses) samples.fill(0, pause * RATE, (pause + PAUSE_SECONDS) * RATE);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * BYTES_PER_SAMPLE, 28);
  head.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}
