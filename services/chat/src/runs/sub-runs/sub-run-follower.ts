/** Starts a run for a part of another run's work, shows its calls there, and waits for its end. */
import { Injectable } from '@nestjs/common';
import { ModelsService } from '../../models/models.service.js';
import { MAX_SOURCES, type WebSource } from '../../shapes/tool-result.js';
import type { RunEvents, SubRunEvent, ToolPart } from '../../shapes/parts.js';
import { ToolError } from '../../tools/tool-errors.js';
import type { GateRun } from '../gate/gate-run.js';
import { MAX_NOES } from '../gate/approvals.js';
import { Bell } from '../gate/bell.js';
import type { SubRunEnd, SubRunTask } from '../gate/sub-runs.js';
import { RunStarter } from '../start-run.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { ParkedError } from '../store/parked.error.js';
import type { CallRow } from '../store/ledger.repository.js';
import { RunChannels } from '../store/run-channels.js';
import { followRun, type StoredEvent } from '../store/run-events.repository.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';
import { KINDS, requestOf, scopeOf } from './kinds.js';
import { contextOf, SUB_RUN } from './sub-run.origin.js';
import { SubRunsRepository } from './sub-runs.repository.js';

/** Events of the part that are shown with the call, besides its end. */
const SHOWN: ReadonlySet<string> = new Set(['tool.start', 'tool.approval', 'tool.running', 'tool.end']);
/** Interval at which events are read whose message was lost. */
const POLL_MS = 2_000;
/** A part that was asked to stop has this long to say what it did. */
const STOP_TIMEOUT_MS = 10_000;
const MAX_PARTS = 20;
const MAX_SHOWN_CHARS = 2_000;

@Injectable()
export class SubRunFollower {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly starter: RunStarter,
    private readonly models: ModelsService,
    private readonly store: RunStore,
    private readonly subRuns: SubRunsRepository,
    private readonly channels: RunChannels,
  ) {}

  /** @throws ParkedError, or the reason of an abort of the run; a part that is stopped has ended by then */
  async follow(at: GateRun, call: CallRow, task: SubRunTask): Promise<SubRunEnd> {
    const run = await this.startOnce(at, call, task);
    const { error, status } = await this.untilEnd(at, call, run);
    at.signal.throwIfAborted();
    const { answer, labels } = await this.store.database.read(at.ctx, (tx) => this.subRuns.byId(tx, run.id));
    const why = status === 'complete' ? undefined : (error ?? 'It was stopped by the person.');
    const calls = partOf(at, call)?.sub_run?.parts ?? [];
    const noes = calls.filter(({ state }) => state === 'denied').length;
    return { answer: answer ?? '', sources: sourcesOf(calls), labels, noes, ...(why !== undefined && { error: why }) };
  }

  private async startOnce(at: GateRun, call: CallRow, { kind, request, part }: SubRunTask): Promise<Run> {
    const key = { origin: SUB_RUN, originId: `${call.id}:${part}` };
    const { runs, database } = this.store;
    const [before, count] = await database.read(at.ctx, async (tx) => [
      await runs.byOrigin(tx, key),
      await runs.countParts(tx, at.run.id),
    ]);
    if (before) return before;
    if (at.noes >= MAX_NOES)
      throw new ToolError(
        'The person said no several times in this answer. Go on without starting more parts.',
        'denied',
      );
    if (count >= MAX_PARTS)
      throw new ToolError(`This answer has started ${MAX_PARTS} parts already. Do the rest without.`, 'limit_reached');
    const { run } = await this.starter.startRun(at.ctx, key, {
      read: async (tx) => ({ chosen: await this.models.choose(tx, at.run.model), parent: at.run }),
      write: async (tx, _found, { id }) => {
        const asked = {
          request: requestOf(request),
          said: at.addresses.allWritten,
          found: at.addresses.allFound,
          labels: at.labels,
        };
        await this.subRuns.insert(tx, { runId: id, ...asked });
        return {
          threadId: null,
          messageId: crypto.randomUUID(),
          settings: at.run.settings,
          tools: scopeOf(kind, at.run.tools),
          budget: KINDS[kind].budget,
          context: async () => contextOf(asked),
        };
      },
    });
    return run;
  }

  private async untilEnd(at: GateRun, { callId }: CallRow, { id }: Run): Promise<RunEvents['run.end']> {
    const bell = new Bell();
    const unsubscribe = await this.channels.followEvents(
      id,
      ({ type }) => (SHOWN.has(type) || type === 'run.end') && bell.ring(),
      bell.ring,
    );
    try {
      const before = shownBefore(at, { callId, runId: id });
      if (before === undefined) at.log.add('tool.sub_run', { call_id: callId, run_id: id, seq: 0 });
      let seq = before ?? 0;
      let stopBy = Infinity;
      while (Date.now() < stopBy) {
        const news = await followRun(this.store.database.dataSource, at.ctx.userId, { runId: id, after: seq });
        for (const event of news?.events ?? []) {
          seq = event.seq;
          if (event.type === 'run.end') return event.data;
          if (SHOWN.has(event.type))
            at.log.add('tool.sub_run', { call_id: callId, run_id: id, seq, event: shown(event) });
        }
        if (!news) return { status: 'failed', error: 'It was deleted.' };
        if (at.signal.reason instanceof LeaseLostError) throw at.signal.reason;
        if (at.signal.aborted && stopBy === Infinity) {
          stopBy = Date.now() + STOP_TIMEOUT_MS;
          await this.stop(at, id);
        }
        const signal = stopBy === Infinity ? at.signal : AbortSignal.timeout(STOP_TIMEOUT_MS);
        await bell.wait(POLL_MS, signal);
        // A part that waits for its user for long has no worker, and its run needs none either.
        if (stopBy === Infinity && (await this.isParked(at, id))) throw new ParkedError();
      }
      return { status: 'stopped' };
    } finally {
      unsubscribe();
    }
  }

  private isParked(at: GateRun, id: string): Promise<boolean> {
    return this.store.database.read(at.ctx, (tx) => this.store.parking.isParked(tx, id));
  }

  private async stop(at: GateRun, id: string): Promise<void> {
    const { database, parking, runs } = this.store;
    await database.tx(at.ctx, (tx) => parking.unpark(tx, id, () => runs.requestStop(tx, id)));
    await Promise.all([this.channels.requestStop(id), this.channels.publishUnparked(id)]);
  }
}

const partOf = (at: GateRun, { callId }: Pick<CallRow, 'callId'>): ToolPart | undefined =>
  at.log.parts.findLast((part): part is ToolPart => part.type === 'tool' && part.call_id === callId);

/** The pages that the calls have read, each once. */
function sourcesOf(calls: readonly Pick<ToolPart, 'result'>[]): WebSource[] {
  const found = calls.flatMap(({ result }) => (result && 'sources' in result ? (result.sources ?? []) : []));
  return [...new Map(found.map((source) => [source.url, source])).values()].slice(0, MAX_SOURCES);
}

/** The last event of the part that this run has shown before it was resumed; undefined if it was not shown at all. */
function shownBefore(at: GateRun, { callId, runId }: { callId: string; runId: string }): number | undefined {
  const shown = partOf(at, { callId })?.sub_run;
  return shown?.run_id === runId ? shown.seq : undefined;
}

/** Without long texts, except what a question is about: that is shown exactly. */
function shown({ type, data }: StoredEvent): SubRunEvent {
  const event = { type, data } as SubRunEvent;
  return event.type === 'tool.approval' ? event : ({ type, data: shortened(data) } as SubRunEvent);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= MAX_SHOWN_CHARS ? value : `${value.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…`;
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
}
