/** Calls of other programs that start schedules, each once. */
import { Inject, Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { metrics } from '@zo/metrics';
import { createHash } from 'node:crypto';
import { hookErrors } from '../../errors.js';
import { Clock } from '../clock.js';
import { publishDue } from '../due/due-times.js';
import { MAX_MADE_UP, WHY } from '../due/plan.js';
import { newOccurrence, type Occurrence, type State } from '../history/occurrence.entity.js';
import { OccurrencesRepository } from '../history/occurrences.repository.js';
import type { Schedule } from '../schedule.entity.js';
import { SchedulesRepository } from '../schedules.repository.js';
import { type Hook, HooksRepository } from './hooks.repository.js';
import { bodyPathOf } from './hook-files.js';
import { HookSecrets } from './hook-secrets.js';
import { checkSignature, type Signed } from './signature.js';

const MINUTE_MS = 60_000;
const CALLS_PER_MINUTE = 60;

export interface HookCall extends Signed {
  readonly hookId: string;
  readonly idempotencyKey: string | undefined;
}

@Injectable()
export class HooksService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly hooks: HooksRepository,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly secrets: HookSecrets,
    private readonly live: LivePublisher<'zo'>,
    private readonly clock: Clock,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /**
   * A call that comes again is answered as before, and runs once.
   * @throws hooks.not_signed also if there is no such hook; hooks.too_many, hooks.paused, hooks.full, hooks.other_body
   */
  async call(call: HookCall): Promise<Occurrence> {
    const hook = await this.database.acrossTenants((tx) => this.hooks.byHookId(tx, call.hookId));
    const secret = hook && this.secrets.secretOf(call.hookId, hook.generation);
    const signature = secret && checkSignature(secret, call, this.clock.now());
    if (!hook || !signature) throw hookErrors.notSigned();
    await this.limit(call.hookId);
    const key = `hook:${sha256(call.idempotencyKey === undefined ? signature : `key ${call.idempotencyKey}`)}`;
    const made = await this.database.tx(systemCtx(hook.userId), (tx) => this.take(tx, hook, { key, body: call.body }));
    this.live.publish(hook.userId, { type: 'schedule', payload: { id: hook.scheduleId } });
    return made;
  }

  private async take(tx: Ctx, hook: Hook, { key, body }: { key: string; body: Uint8Array }): Promise<Occurrence> {
    const schedule = await this.schedules.lock(tx, hook.scheduleId);
    if (!schedule || schedule.hookGeneration !== hook.generation) throw hookErrors.notSigned();
    const content = sha256(body);
    const known = await this.occurrences.byCause(tx, schedule.id, key);
    if (known && known.cause?.hash !== content) throw hookErrors.otherBody();
    if (known) return known;
    if (schedule.pausedAt) throw hookErrors.paused();
    const row = await this.rowFor(tx, schedule, { key, content });
    await this.occurrences.insert(tx, row);
    if (row.state !== 'skipped') await this.hooks.keepBody(tx, row, Buffer.from(body));
    if (row.state === 'due') publishDue({ userId: row.userId, outbox: tx.outbox! }, row);
    metrics.occurrences.inc({ state: row.state });
    return row;
  }

  private async rowFor(
    tx: Ctx,
    { id: scheduleId, userId, overlap, title }: Schedule,
    { key, content }: { key: string; content: string },
  ): Promise<Occurrence> {
    const open = await this.occurrences.countOpen(tx, scheduleId);
    if (overlap !== 'skip' && open >= MAX_MADE_UP) throw hookErrors.full({ most: MAX_MADE_UP });
    const now = this.clock.now();
    const dueAt = await this.occurrences.newTime(tx, scheduleId, now);
    const isBusy = overlap === 'skip' && open > 0;
    const state: State = isBusy ? 'skipped' : overlap === 'queue' && open > 0 ? 'queued' : 'due';
    return newOccurrence({
      scheduleId,
      userId,
      dueAt,
      state,
      createdAt: new Date(now),
      cause: {
        kind: 'webhook',
        path: isBusy ? null : bodyPathOf(title, { kind: 'webhook', dueAt, content }),
        hash: content,
      },
      causeKey: key,
      ...(isBusy && { why: WHY.busy, endedAt: new Date(now) }),
    });
  }

  private async limit(hookId: string): Promise<void> {
    const { value, resetsInMs } = await this.cache.increment(`hook:${hookId}`, MINUTE_MS, { aloneIfAway: true });
    const seconds = String(Math.ceil(resetsInMs / 1_000));
    if (value > CALLS_PER_MINUTE) throw hookErrors.tooMany({ seconds }, { headers: { 'retry-after': seconds } });
  }
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
