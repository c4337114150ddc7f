/**
 * Streams a run to a browser: stored events from a sequence number on, then live events, without gaps or duplicates.
 */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { traced } from '@zo/tracing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provisional } from '../../shapes/parts.js';
import { PROVISIONAL, type PublishedEvent, RunChannels } from '../store/run-channels.js';
import { followRun, type StoredEvent } from '../store/run-events.repository.js';

interface Following {
  readonly from: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * Data of an event `sent` before all others. It has no id, so a reconnecting client starts with the run's first
   * event.
   */
  readonly opening?: unknown;
  /** The first event of a run that this process has started just now, without waiting for anything since. */
  readonly first?: StoredEvent | undefined;
}

/** Keeps proxies from closing an idle stream; each heartbeat also reads events whose message was lost. */
const HEARTBEAT_MS = 15_000;
/** A client with this many unsent bytes is disconnected; it reconnects with its last sequence number. */
const MAX_UNSENT = 1024 * 1024;

@Injectable()
export class RunStream {
  constructor(
    private readonly database: Database,
    private readonly channels: RunChannels,
  ) {}

  /**
   * Responds with the events after `from` as server-sent events until the run ends. Resolves once the stream has
   * started. @throws http.not_found
   */
  follow(ctx: Ctx, runId: string, following: Following): Promise<void> {
    return traced('chat follow run', { kind: 'internal' }, () => this.open(ctx, runId, following));
  }

  private async open(ctx: Ctx, runId: string, { from, request, response, opening, first }: Following): Promise<void> {
    // Subscribe before reading, so that events written in between are received; the sequence number removes duplicates.
    const early: PublishedEvent[] = [];
    let onEvent = (event: PublishedEvent): void => void early.push(event);
    let poll = (): void => undefined;
    const unsubscribe = await this.channels.followEvents(
      runId,
      (event) => onEvent(event),
      () => poll(),
    );
    // Nothing more is stored by then where subscribing takes no time.
    const found =
      first && !this.channels.isShared
        ? { status: 'running', events: [first] }
        : await this.read(ctx, runId, from).catch((error: unknown) => (unsubscribe(), Promise.reject(error)));
    if (!found) {
      unsubscribe();
      throw errors.notFound();
    }
    // If the client disconnected during the read, its `close` event was emitted already.
    if (response.destroyed) return unsubscribe();
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    if (opening === undefined) response.flushHeaders();
    else response.write(`event: sent\ndata: ${JSON.stringify(opening)}\n\n`);
    request.socket.setNoDelay(true);
    const reader: Reader = new Reader(
      response,
      from,
      async () => (await this.read(ctx, runId, reader.last))?.events ?? [],
    );
    const heartbeat = setInterval(() => reader.sendHeartbeat(), HEARTBEAT_MS);
    response.on('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      reader.closed = true;
    });
    for (const event of found.events) reader.write(event);
    onEvent = (event) => reader.receive(event);
    poll = () => reader.sendHeartbeat();
    early.forEach(onEvent);
    // The run has ended and its events may have been deleted.
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

  /** Handles a live event. It is queued while rows are being read; a gap in the sequence triggers another read. */
  receive(event: PublishedEvent): void {
    if (event.type === PROVISIONAL) return this.show(event.data as Provisional);
    if (this.closed || event.seq <= this.last) return;
    if (this.reading) this.waiting.push(event);
    else if (event.seq === this.last + 1) this.write(event);
    else void this.catchUp();
  }

  /** Without an id, so that a client that reconnects asks for the event with these words. */
  private show(words: Provisional): void {
    if (this.closed || this.reading || words.seq !== this.last + 1) return;
    this.response.write(`event: ${PROVISIONAL}\ndata: ${JSON.stringify(words)}\n\n`);
  }

  sendHeartbeat(): void {
    if (this.closed) return;
    // An event instead of a comment: browsers do not expose comments to scripts, which could not tell an idle
    // connection from a dead one.
    this.response.write('event: beat\ndata: {}\n\n');
    void this.catchUp();
  }

  async catchUp(): Promise<void> {
    this.reading = true;
    try {
      for (const row of await this.rows()) this.write(row);
    } catch {
      this.closed = true;
      this.response.destroy();
      return;
    }
    this.reading = false;
    for (const event of this.waiting.splice(0)) this.receive(event);
  }

  /** Writes the next event; skips one that was written before. */
  write({ seq, type, data }: PublishedEvent): void {
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
