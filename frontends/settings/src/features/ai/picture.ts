/** A picture that somebody chose, as a small square inside a `data:` address. */
const SIDE = 128;
const MAX_FILE_BYTES = 20 * 1024 ** 2;
/** What the server accepts is 32 KB; base64 adds a third. */
const MAX_CHARS = 43_000;

/** @throws if the file is no picture that the browser shows */
export async function smallPicture(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new Error('the file is too large');
  const bitmap = await createImageBitmap(file);
  try {
    const side = Math.min(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
    const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
    canvas.getContext('2d')!.drawImage(bitmap, x, y, side, side, 0, 0, SIDE, SIDE);
    // A browser that writes no WebP writes PNG instead.
    const webp = canvas.toDataURL('image/webp', 0.85);
    return webp.length <= MAX_CHARS ? webp : canvas.toDataURL('image/jpeg', 0.8);
  } finally {
    bitmap.close();
  }
}
