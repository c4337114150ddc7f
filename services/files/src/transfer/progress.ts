/** Tells a client in lines of JSON how far something is. */
import type { ServerResponse } from 'node:http';
import type { SendingLine } from './transfer.dto.js';

/** Lines come at least and at most so often: a connection that is silent for long is cut off on the way. */
const EVERY_MS = 500;

export class Progress {
  private last: SendingLine = { bytes: 0, total: 0 };

  constructor(private readonly response: ServerResponse) {}

  /** @throws what `work` throws before the first line; later failures cut the answer off */
  async during(work: (tell: (line: SendingLine) => void) => Promise<void>): Promise<void> {
    const timer = setInterval(() => this.write(), EVERY_MS);
    try {
      await work((line) => this.tell(line));
      this.write();
      this.response.end();
    } catch (error) {
      if (!this.response.headersSent && !this.response.closed) throw error;
      this.response.destroy();
    } finally {
      clearInterval(timer);
    }
  }

  private tell(line: SendingLine): void {
    this.last = line;
    // The first one at once: from there on the caller knows that it goes on.
    if (!this.response.headersSent) this.write();
  }

  private write(): void {
    if (this.response.closed) return;
    if (!this.response.headersSent)
      this.response.writeHead(200, {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'cache-control': 'no-store',
      });
    this.response.write(`${JSON.stringify(this.last)}\n`);
  }
}
