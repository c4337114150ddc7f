/**
 * Stores events before publishing them; only the first words of an answer are also shown before. The events of all
 * runs of this process share one statement, so two hundred streams cost as many commits as one.
 */
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { setTimeout as delay } from 'node:timers/promises';
import {
  applyEvent,
  type Part,
  type Provisional,
  type RunEvent,
  type RunEvents,
  type RunEventType,
  sanitise,
} from '../../shapes/parts.js';
import { RunChannels } from './run-channels.js';
import { appendEvents, type EventRow } from './run-events.repository.js';
import { workerId } from './worker-id.js';

/** How long deltas wait to be batched. */
const COALESCE_MS = 30;
const ATTEMPTS = 5;
const log = logger('chat:events');

/** The event log of one run, used only by the worker that holds its lease. */
export class RunLog {
  lost = false;
  seq: number;
  readonly runId: string;
  readonly userId: string;
  /** The answer so far, as readers of the log see it. */
  readonly parts: Part[];
  private quiet = true;

  constructor(
    run: { runId: string; userId: string; seq: number; parts: Part[] },
    private readonly writer: Pick<EventWriter, 'add' | 'flush' | 'show'>,
    private readonly onLost: () => void,
  ) {
    this.runId = run.runId;
    this.userId = run.userId;
    this.seq = run.seq;
    this.parts = run.parts;
  }

  /**
   * Adds an event, which is published once stored. Deltas may be delayed to be batched; all other events are written at
   * once.
   */
  add<K extends RunEventType>(type: K, data: RunEvents[K]): void {
    if (this.lost) return;
    const event = { type, data } as RunEvent;
    applyEvent(this.parts, event);
    if (this.quiet && isWords(event)) this.showFirst(event);
    this.quiet = false;
    // A copy, because waiting deltas are merged into it.
    this.writer.add(this, { type, data: { ...data } } as RunEvent, !isWords(event) && type !== 'tool.output');
  }

  /**
   * Shows the first words of an answer before they are stored. That is safe because they take no place in the log: they
   * have no id, so nobody continues after them, and whoever shows them drops them with the next event, whether that is
   * stored by this worker or by one that has taken the run over.
   */
  private showFirst({ type, data: { message_id, text } }: Words): void {
    const is = type === 'text.delta' ? 'text' : 'reasoning';
    this.writer.show(this.runId, sanitise({ seq: this.seq + 1, message_id, type: is, text }));
  }

  /** Resolves when all events added so far are stored. */
  flushed(): Promise<void> {
    return this.writer.flush();
  }

  /** Marks the run as taken over by another worker. */
  markLost(): void {
    if (this.lost) return;
    this.lost = true;
    this.onLost();
  }
}

@Injectable()
export class EventWriter implements OnModuleDestroy {
  private pending: { log: RunLog; event: RunEvent }[] = [];
  /** The last event that each log has pending. */
  private last = new Map<RunLog, RunEvent>();
  private timer?: NodeJS.Timeout;
  private writing?: Promise<void>;

  constructor(
    private readonly database: Database,
    private readonly channels: RunChannels,
  ) {}

  show(runId: string, words: Provisional): void {
    void this.channels.publishProvisional(runId, words);
  }

  add(runLog: RunLog, event: RunEvent, urgent: boolean): void {
    const last = this.last.get(runLog);
    if (last && merge(last, event)) return;
    this.pending.push({ log: runLog, event });
    this.last.set(runLog, event);
    if (urgent) {
      void this.flush();
      return;
    }
    this.timer ??= setTimeout(() => void this.flush(), COALESCE_MS);
  }

  /**
   * Resolves when all events added before the call are stored: by the running write or the next one. Concurrent callers
   * share the next write.
   */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.writing) await this.writing;
    if (!this.writing && this.pending.length > 0) this.writing = this.write().finally(() => (this.writing = undefined));
    await this.writing;
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }

  private async write(): Promise<void> {
    const batch = this.pending;
    this.pending = [];
    this.last = new Map();
    const rows = batch.map(({ log: run, event }) => toRow(run, event));
    const held = await this.persist(rows);
    for (const run of new Set(batch.map((item) => item.log))) if (!held.has(run.runId)) run.markLost();
    const shown = rows.filter((row) => held.has(row.runId));
    await Promise.all(shown.map((row) => this.channels.publishEvent(row.runId, row)));
  }

  /**
   * Returns the ids of the runs still held. Retries while the database restarts; the events stay in memory meanwhile.
   */
  private async persist(rows: readonly EventRow[]): Promise<ReadonlySet<string>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await appendEvents(this.database.dataSource, workerId, rows);
      } catch (error) {
        log.warn({ error, attempt }, 'writing run events failed');
        if (attempt >= ATTEMPTS) return new Set();
        await delay(100 * 2 ** attempt);
      }
    }
  }
}

function toRow(run: RunLog, event: RunEvent): EventRow {
  run.seq += 1;
  return { runId: run.runId, userId: run.userId, seq: run.seq, type: event.type, data: sanitise(event.data) };
}

type Words = Extract<RunEvent, { type: 'text.delta' | 'reasoning.delta' }>;
const isWords = (event: RunEvent): event is Words => event.type === 'text.delta' || event.type === 'reasoning.delta';

/** Merges consecutive deltas of the same kind. */
function merge(last: RunEvent, next: RunEvent): boolean {
  if (last.type !== next.type) return false;
  if (next.type === 'text.delta' || next.type === 'reasoning.delta') {
    (last.data as { text: string }).text += next.data.text;
    return true;
  }
  if (next.type !== 'tool.output') return false;
  const before = last.data as RunEvents['tool.output'];
  if (before.call_id !== next.data.call_id || before.stream !== next.data.stream) return false;
  before.text += next.data.text;
  return true;
}
