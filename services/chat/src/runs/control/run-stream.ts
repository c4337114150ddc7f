/** A browser follows a run: rows from a sequence number on, then live, without a gap and without a repeat. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { traced } from '@zo/tracing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PublishedEvent, RunChannels } from '../store/run-channels.js';
import { followRun } from '../store/run-events.repository.js';

interface Following {
  readonly from: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Data of an event `sent` before all others; it has no number, so that coming back begins at the run. */
  readonly opening?: unknown;
}

/** Keeps proxies from closing a quiet stream; also when the log is looked at for messages that got lost. */
const HEARTBEAT_MS = 15_000;
/** A reader this far behind is cut off; it comes back with its sequence number. */
const MAX_UNSENT = 1024 * 1024;

@Injectable()
export class RunStream {
  constructor(
    private readonly database: Database,
    private readonly channels: RunChannels,
  ) {}

  /** Answers with server-sent events after `from` until the run has ended. Resolves when it has begun. @throws http.not_found */
  follow(ctx: Ctx, runId: string, following: Following): Promise<void> {
    return traced('chat follow run', { kind: 'internal' }, () => this.open(ctx, runId, following));
  }

  private async open(ctx: Ctx, runId: string, { from, request, response, opening }: Following): Promise<void> {
    // Listening comes before reading: what is written between the two is heard, and shown once by its number.
    const early: PublishedEvent[] = [];
    let hear = (event: PublishedEvent): void => void early.push(event);
    let look = (): void => undefined;
    const unsubscribe = await this.channels.followEvents(
      runId,
      (event) => hear(event),
      () => look(),
    );
    const found = await this.read(ctx, runId, from).catch((error: unknown) => (unsubscribe(), Promise.reject(error)));
    if (!found) {
      unsubscribe();
      throw errors.notFound();
    }
    // Gone while we read: its close has been told already.
    if (response.destroyed) return unsubscribe();
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    if (opening === undefined) response.flushHeaders();
    else response.write(`event: sent\ndata: ${JSON.stringify(opening)}\n\n`);
    request.socket.setNoDelay(true);
    const reader = new Reader(response, from, async () => (await this.read(ctx, runId, reader.last))?.events ?? []);
    const heartbeat = setInterval(() => reader.beat(), HEARTBEAT_MS);
    response.on('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      reader.closed = true;
    });
    for (const event of found.events) reader.show(event);
    hear = (event) => reader.heard(event);
    look = () => reader.beat();
    early.forEach(hear);
    // Ended long ago, and its events no longer kept.
    if (!reader.closed && !['running', 'waiting'].includes(found.status)) response.end();
  }

  private read(ctx: Ctx, runId: string, after: number) {
    return followRun(this.database.dataSource, ctx.userId, { runId, after });
  }
}

class Reader {
  closed = false;
  private reading = false;
  private readonly waiting: PublishedEvent[] = [];

  constructor(
    private readonly response: ServerResponse,
    public last: number,
    private readonly rows: () => Promise<PublishedEvent[]>,
  ) {}

  /** A live event. While rows are being read it waits; one that does not follow the last means that rows were missed. */
  heard(event: PublishedEvent): void {
    if (this.closed || event.seq <= this.last) return;
    if (this.reading) this.waiting.push(event);
    else if (event.seq === this.last + 1) this.show(event);
    else void this.catchUp();
  }

  beat(): void {
    if (this.closed) return;
    // An event without a number, not a comment: a browser shows comments to nobody, and could not tell a quiet line from a dead one.
    this.response.write('event: beat\ndata: {}\n\n');
    void this.catchUp();
  }

  async catchUp(): Promise<void> {
    this.reading = true;
    try {
      for (const row of await this.rows()) this.show(row);
    } catch {
      this.closed = true;
      this.response.destroy();
      return;
    }
    this.reading = false;
    for (const event of this.waiting.splice(0)) this.heard(event);
  }

  /** Writes an event that follows; one shown before is left out. */
  show({ seq, type, data }: PublishedEvent): void {
    if (this.closed || seq <= this.last) return;
    this.last = seq;
    this.response.write(`id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    if (type === 'run.end') {
      this.closed = true;
      this.response.end();
    } else if (this.response.writableLength > MAX_UNSENT) {
      this.closed = true;
      this.response.destroy();
    }
  }
}
