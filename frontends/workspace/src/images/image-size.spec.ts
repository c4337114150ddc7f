import { describe, expect, it } from '@jest/globals';
import { declaredPixels } from './image-size';

const property = (width: number, height: number) => {
  const bytes = new Uint8Array(16);
  bytes.set(Buffer.from('ispe'));
  new DataView(bytes.buffer).setUint32(8, width);
  new DataView(bytes.buffer).setUint32(12, height);
  return bytes;
};
const file = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat([Buffer.from('ftypheic iis'), ...parts]));

describe('the declared size of a HEIC image', () => {
  it.each([
    ['no image', [], 0],
    ['one image', [property(64, 48)], 3072],
    ['a thumbnail first', [property(64, 48), property(4000, 3000)], 12_000_000],
    ['a size far above the limit', [property(0xffff_ffff, 0xffff_ffff)], 0xffff_ffff ** 2],
    ['a size that is cut off', [property(64, 48).subarray(0, 12)], 0],
  ])('%s', (_what, parts, pixels) => {
    expect(declaredPixels(file(...parts))).toBe(pixels);
  });
});
