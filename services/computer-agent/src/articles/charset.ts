/** Decodes a page: by its byte order mark, its header, or what it says at its beginning; otherwise as UTF-8. */
const LOOKED_AT = 2_048;
const DECLARED = /charset\s*=\s*["']?\s*([\w-]+)/i;

function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | null {
  try {
    return label ? new TextDecoder(label) : null;
  } catch {
    return null;
  }
}

export function decode(bytes: Buffer, contentType: string): string {
  const mark =
    bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : bytes[0] === 0xff && bytes[1] === 0xfe && 'utf-16le';
  const inside = DECLARED.exec(bytes.subarray(0, LOOKED_AT).toString('latin1'))?.[1];
  const decoder =
    decoderOf(mark || undefined) ??
    decoderOf(DECLARED.exec(contentType)?.[1]) ??
    decoderOf(inside) ??
    new TextDecoder('utf-8');
  return decoder.decode(bytes);
}
