import { describe, expect, it } from '@jest/globals';
import { decode, encode } from './bytes';
import { random } from './corpus';

describe('bytes of notes', () => {
  it('any bytes come back as they were', () => {
    const next = random(2);
    for (let n = 0; n < 2_000; n++) {
      const bytes = Uint8Array.from({ length: Math.floor(next() * 40) }, () => Math.floor(next() * 256));
      const text = decode(bytes);
      if (text !== undefined) expect([...encode(text)]).toEqual([...bytes]);
    }
  });

  it('text, byte order marks and line ends are untouched; bytes that are no UTF-8 stay in place', () => {
    expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a))).toBe('\uFEFFa\r\n');
    expect(decode(Uint8Array.of(0x61, 0xe4, 0x62))).toBe('a\udce4b');
    expect([...encode('a\udce4😀')]).toEqual([0x61, 0xe4, 0xf0, 0x9f, 0x98, 0x80]);
  });

  it('UTF-16 is refused', () => {
    expect(decode(Uint8Array.of(0xff, 0xfe, 0x61, 0x00))).toBeUndefined();
    expect(decode(Uint8Array.of(0xfe, 0xff, 0x00, 0x61))).toBeUndefined();
  });
});
