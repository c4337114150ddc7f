/** Text that takes the place of another, which is at an offset in bytes. */
export interface Edit {
  readonly offset: number;
  readonly found: string;
  readonly replacement: string;
}

/**
 * The content with the edits made: each replaces the bytes of `found` at its offset. Null when they overlap, or when
 * other bytes are there.
 */
export function withEdits(content: Uint8Array, edits: readonly Edit[]): Buffer | null {
  const whole = Buffer.from(content.buffer, content.byteOffset, content.length);
  const parts: Buffer[] = [];
  let at = 0;
  for (const { offset, found, replacement } of edits.toSorted((a, b) => a.offset - b.offset)) {
    const old = Buffer.from(found);
    if (offset < at || !whole.subarray(offset, offset + old.length).equals(old)) return null;
    parts.push(whole.subarray(at, offset), Buffer.from(replacement));
    at = offset + old.length;
  }
  return Buffer.concat([...parts, whole.subarray(at)]);
}
