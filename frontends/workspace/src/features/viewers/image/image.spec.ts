import { describe, expect, it } from '@jest/globals';
import { declaredSize } from '../../../images/declared-size';
import { clampZoom, scaleOf, stepFrom } from './zoom';

const head = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(64);
  bytes.set(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : part)));
  return bytes;
};

describe('the size that an image declares', () => {
  it.each([
    ['PNG', head('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 1, 0x86, 0xa0, 0, 0, 0, 9]), 100_000, 9],
    ['GIF', head('GIF89a', [0x10, 0x27, 3, 0]), 10_000, 3],
    ['JPEG', head('\xff\xd8\xff\xe1', [0, 4, 1, 1], '\xff\xc2', [0, 11, 8, 0, 20, 0xff, 0xff]), 65_535, 20],
    ['extended WebP', head('RIFF....WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 1, 0, 0]), 65_536, 2],
    ['lossless WebP', head('RIFF....WEBPVP8L', [0, 0, 0, 0, 0x2f, 9, 0x40, 1, 0]), 10, 6],
    ['lossy WebP', head('RIFF....WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 8, 0, 7, 0]), 8, 7],
    [
      'BMP from top to bottom',
      head('BM', new Array(16).fill(0) as number[], [5, 0, 0, 0, 0xfc, 0xff, 0xff, 0xff]),
      5,
      4,
    ],
    ['drawing', head('<svg width="9">'), 0, 0],
    ['JPEG without a frame', head('\xff\xd8\xff\xe1', [0, 0]), 0, 0],
    ['short file', new Uint8Array([0xff, 0xd8]), 0, 0],
  ])('of a %s', (_kind, bytes, width, height) => expect(declaredSize(bytes)).toEqual({ width, height }));

  it('of an AVIF is the number of its pixels', () => {
    const bytes = head([0, 0, 0, 28], 'ftypavif', [0, 0, 0, 0], 'ispe', [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0]);
    expect(declaredSize(bytes)).toEqual({ width: 131_072, height: 1 });
  });
});

describe('zoom of an image', () => {
  it('fits a large image and leaves a small one as it is', () => {
    const pane = { width: 100, height: 50 };
    expect(scaleOf('fit', { width: 200, height: 200 }, pane)).toBe(0.25);
    expect(scaleOf('fit', { width: 10, height: 10 }, pane)).toBe(1);
    expect(scaleOf('fit', { width: 0, height: 0 }, pane)).toBe(1);
    expect(scaleOf(3, { width: 200, height: 200 }, pane)).toBe(3);
  });

  it('goes in steps, and no further than can be painted', () => {
    expect([stepFrom(1, 1), stepFrom(1, -1), stepFrom(0.3, 1), stepFrom(16, 1), stepFrom(0.05, -1)]).toEqual([
      1.5, 0.75, 0.5, 16, 0.05,
    ]);
    expect(clampZoom(16, { width: 8_000, height: 10 })).toBe(4);
    expect(clampZoom(16, { width: 64_000, height: 10 })).toBe(1);
    expect(clampZoom(0.001, { width: 10, height: 10 })).toBe(0.05);
  });
});
