/** Images of users: drawn by the browser, turned by a camera, larger than any memory. */
import type { Page } from '@playwright/test';

/** An image of that size, red at its left end and blue elsewhere. */
export async function picture(page: Page, width: number, height: number, type = 'image/png'): Promise<Uint8Array> {
  const bytes = await page.evaluate(
    async ([w, h, kind]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d')!;
      context.fillStyle = 'blue';
      context.fillRect(0, 0, w, h);
      context.fillStyle = 'red';
      context.fillRect(0, 0, w / 4, h);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, kind));
      return [...new Uint8Array(await blob!.arrayBuffer())];
    },
    [width, height, type] as const,
  );
  return new Uint8Array(bytes);
}

/** The JPEG with what a camera writes that was held upright. */
export function turned(jpeg: Uint8Array): Uint8Array {
  const orientation = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), orientation, jpeg.subarray(2)]);
}

/** The JPEG with what a camera writes: its name, when and how it took the picture. */
export function photographed(jpeg: Uint8Array): Uint8Array {
  const text = (value: string) => Buffer.from(`${value}\0`);
  const ratio = (above: number, below: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE(above);
    bytes.writeUInt32LE(below, 4);
    return bytes;
  };
  const long = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const [TEXT, LONG, RATIONAL] = [2, 4, 5];
  const camera = (exifAt: number) =>
    directory(8, [
      [0x010f, TEXT, text('FUJIFILM')],
      [0x0110, TEXT, text('X-T5')],
      [0x8769, LONG, long(exifAt)],
    ]);
  const exifAt = 8 + camera(0).length;
  const exposure = directory(exifAt, [
    [0x829a, RATIONAL, ratio(1, 500)],
    [0x829d, RATIONAL, ratio(28, 10)],
    [0x9003, TEXT, text('2026:11:04 16:20:31')],
  ]);
  const body = Buffer.concat([Buffer.from('45786966000049492a0008000000', 'hex'), camera(exifAt), exposure]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1', 'hex'), length, body, jpeg.subarray(2)]);
}

/** A directory of tags as TIFF has them, at an offset; values longer than four bytes stand behind it. */
function directory(at: number, tags: readonly (readonly [tag: number, type: number, value: Buffer])[]): Buffer {
  const size = 2 + tags.length * 12 + 4;
  const head = Buffer.alloc(size);
  const values: Buffer[] = [];
  let next = at + size;
  head.writeUInt16LE(tags.length);
  for (const [index, [tag, type, value]] of tags.entries()) {
    const entry = 2 + index * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(type === 2 ? value.length : 1, entry + 4);
    if (value.length <= 4) value.copy(head, entry + 8);
    else {
      head.writeUInt32LE(next, entry + 8);
      values.push(value);
      next += value.length;
    }
  }
  return Buffer.concat([head, ...values]);
}

/** A PNG that declares 100,000 by 100,000 pixels. */
export const HUGE_PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00806000000', 'hex'),
  Buffer.alloc(64),
]);
