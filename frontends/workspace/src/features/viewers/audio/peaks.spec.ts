import { describe, expect, it } from '@jest/globals';
import { mp3Parts } from './mp3-frames';
import { wavPeaks } from './wav-peaks';

/** A WAV file of one channel with a chunk before its samples. */
function wav(bits: number, samples: readonly number[]): Uint8Array<ArrayBuffer> {
  const width = bits / 8;
  const bytes = new Uint8Array(56 + samples.length * width);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint16(34, bits, true);
  write(36, 'LIST');
  view.setUint32(40, 3, true);
  write(48, 'data');
  view.setUint32(52, 0xffff_ffff, true);
  for (const [n, sample] of samples.entries())
    if (bits === 8) bytes[56 + n] = 128 + sample * 128;
    else view.setInt16(56 + n * width + width - 2, sample * 32_768, true);
  return bytes;
}

/** Frames of 128 kbit/s at 44.1 kHz: 417 bytes each, without padding. */
const mp3 = (frames: number, tag = 0): Uint8Array => {
  const bytes = new Uint8Array(tag + frames * 417);
  if (tag) bytes.set([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, tag - 10]);
  for (let n = 0; n < frames; n++) bytes.set([0xff, 0xfb, 0x90, 0], tag + n * 417);
  return bytes;
};

describe('peaks of audio', () => {
  it.each([8, 16, 24, 32])('of a WAV file of %s bits, with a length that is larger than the file', (bits) => {
    expect([...wavPeaks(wav(bits, [0, 0.5, -0.25, 0, 0, -0.75]), 3)!]).toEqual([0.5, 0.25, 0.75]);
  });

  it.each([
    ['no bytes', new Uint8Array()],
    ['another format', new Uint8Array(100).fill(65)],
    ['samples of 12 bits', wav(12 as 16, [])],
  ])('are not of %s', (_what, bytes) => expect(wavPeaks(bytes, 3)).toBeUndefined());

  it('an MP3 file is cut at its frames, behind its tag', () => {
    const parts = mp3Parts(mp3(100, 50), 1)!;
    expect(parts.map(({ begin, end }) => [begin, end])).toEqual([
      [50, 50 + 39 * 417],
      [50 + 39 * 417, 50 + 78 * 417],
      [50 + 78 * 417, 50 + 100 * 417],
    ]);
    expect(parts.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo((100 * 1152) / 44_100);
  });

  it('bytes of another format behind a tag or a frame are no MP3 file', () => {
    const tagged = new Uint8Array(10_000);
    tagged.set(mp3(1, 50).subarray(0, 50));
    expect(mp3Parts(tagged, 1)).toBeUndefined();
    tagged.set(mp3(1, 50));
    expect(mp3Parts(tagged, 1)).toBeUndefined();
    expect(mp3Parts(new Uint8Array(), 1)).toBeUndefined();
  });
});
