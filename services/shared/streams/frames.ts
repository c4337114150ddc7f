/** Finds the frame boundaries in the bytes of a websocket (RFC 6455, 5.2). */
export class FrameEnds {
  private header: number[] = [];
  private left = 0;

  /** True if the bytes seen so far end with a frame. */
  get atEnd(): boolean {
    return this.left === 0 && this.header.length === 0;
  }

  /**
   * Consumes the next bytes up to the first end of a frame; returns how many bytes that is, or the length of `bytes`.
   */
  next(bytes: Buffer): number {
    for (let at = 0; at < bytes.length;) {
      const skipped = Math.min(this.left, bytes.length - at);
      this.left -= skipped;
      at += skipped;
      if (skipped > 0) {
        if (this.left === 0) return at;
        continue;
      }
      this.header.push(bytes[at++]!);
      if (this.header.length < headerLength(this.header)) continue;
      this.left = payloadLength(this.header);
      this.header = [];
      if (this.left === 0) return at;
    }
    return bytes.length;
  }
}

function headerLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const size = second & 0x7f;
  return 2 + (size === 126 ? 2 : size === 127 ? 8 : 0) + (second & 0x80 ? 4 : 0);
}

function payloadLength(header: readonly number[]): number {
  const size = header[1]! & 0x7f;
  if (size < 126) return size;
  return header.slice(2, size === 126 ? 4 : 10).reduce((sum, byte) => sum * 256 + byte, 0);
}
