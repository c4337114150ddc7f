const SMALLEST = 1024;
const LARGEST = 1024 * 1024;
const DEFAULT = 256 * 1024;

/**
 * Output of one stream with its middle dropped when it is too long: the first half is sent live, the last at the end.
 */
export class TruncatedOutput {
  private readonly half: number;
  private sent = 0;
  private tail: Buffer[] = [];
  private held = 0;
  dropped = 0;

  constructor(maxBytes: number) {
    this.half = Math.floor(Math.min(Math.max(maxBytes || DEFAULT, SMALLEST), LARGEST) / 2);
  }

  /** @returns the part to send now */
  take(chunk: Buffer): Buffer {
    const now = chunk.subarray(0, Math.max(0, this.half - this.sent));
    this.sent += now.length;
    const rest = chunk.subarray(now.length);
    if (rest.length > 0) {
      this.tail.push(Buffer.from(rest));
      this.held += rest.length;
      this.trim();
    }
    return now;
  }

  private trim(): void {
    while (this.held > this.half) {
      const first = this.tail[0] as Buffer;
      const over = Math.min(this.held - this.half, first.length);
      if (over === first.length) this.tail.shift();
      else this.tail[0] = first.subarray(over);
      this.held -= over;
      this.dropped += over;
    }
  }

  /** The last half, once the stream has ended. */
  end(): Buffer {
    const rest = Buffer.concat(this.tail, this.held);
    this.tail = [];
    this.held = 0;
    return rest;
  }
}
