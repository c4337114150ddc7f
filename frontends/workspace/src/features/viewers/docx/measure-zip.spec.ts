import { Blob } from 'node:buffer';
import { DecompressionStream } from 'node:stream/web';
import { describe, expect, it } from '@jest/globals';
import { zipFile } from '../../../../../e2e/zip-file';
import { checkZip } from './measure-zip';

// Browsers have these; the DOM of the tests does not.
Object.assign(globalThis, { Blob, DecompressionStream });

const LIMITS = { entries: 3, bytes: 100_000, xmlBytes: 1_000 };
const check = (bytes: Uint8Array) => checkZip(new Uint8Array(bytes), LIMITS);

describe('a zip before it is opened', () => {
  it('passes within the limits', async () => {
    await expect(check(zipFile({ 'a.xml': 'x'.repeat(900), 'b.png': 'y'.repeat(50_000) }))).resolves.toBeUndefined();
  });

  it('is refused when it unpacks to more than it declares or than the limit', async () => {
    const bomb = zipFile({ 'a.bin': Buffer.alloc(10_000_000) });
    await expect(check(bomb)).rejects.toThrow('too large');
    // The declared size, in both headers.
    bomb.writeUInt32LE(5, 22);
    bomb.writeUInt32LE(5, bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24);
    await expect(check(bomb)).rejects.toThrow('too large');
    await expect(check(zipFile({ 'a.xml': 'x'.repeat(2_000) }))).rejects.toThrow('too large');
  });

  it('is refused when it has too many entries, is cut off or no zip', async () => {
    await expect(check(zipFile({ a: '', b: '', c: '', d: '' }))).rejects.toThrow(RangeError);
    const whole = zipFile({ a: 'aaaa', b: 'bbbb' });
    for (let length = 0; length < whole.length; length++)
      await expect(check(whole.subarray(0, length))).rejects.toThrow();
    await expect(check(Buffer.alloc(70_000))).rejects.toThrow(RangeError);
  });
});
