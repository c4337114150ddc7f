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

/** A PNG that declares 100,000 by 100,000 pixels. */
export const HUGE_PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00806000000', 'hex'),
  Buffer.alloc(64),
]);
