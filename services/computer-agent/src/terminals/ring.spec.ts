import { describe, expect, it } from '@jest/globals';
import { Ring } from './ring.js';

/** Everything that is kept, and in how many parts. */
function kept(ring: Ring): { bytes: Buffer; parts: number } {
  const parts: Buffer[] = [];
  for (let at = ring.start; at < ring.seq; at += parts.at(-1)!.length) parts.push(ring.read(at, 64 * 1024));
  return { bytes: Buffer.concat(parts), parts: parts.length };
}

describe('the output of a terminal', () => {
  it('is kept in few parts also when it comes byte by byte', () => {
    const ring = new Ring();
    for (let at = 0; at < 10_000; at++) ring.add(Buffer.of(at % 251));
    const { bytes, parts } = kept(ring);
    expect(bytes).toEqual(Buffer.from(Array.from({ length: 10_000 }, (_none, at) => at % 251)));
    expect(parts).toBe(3);
  });

  it('is the last that was written, whatever the sizes of its parts', () => {
    const ring = new Ring();
    const all: Buffer[] = [];
    for (let part = 0; part < 4_000; part++) {
      const data = Buffer.alloc((part * 7_919) % 6_000, `${part} \n`);
      all.push(data);
      ring.add(data);
    }
    const whole = Buffer.concat(all);
    const { bytes } = kept(ring);
    expect(ring.seq).toBe(whole.length);
    expect(bytes.length).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(bytes.equals(whole.subarray(ring.start))).toBe(true);
  });

  it('has at most so many lines', () => {
    const ring = new Ring();
    for (let line = 0; line < 30_000; line++) ring.add(Buffer.from(`${line}\n`));
    const lines = kept(ring).bytes.toString().trimEnd().split('\n');
    expect(lines.at(-1)).toBe('29999');
    expect(lines.length).toBeGreaterThan(8_000);
    expect(lines.length).toBeLessThanOrEqual(10_001);
  });
});
