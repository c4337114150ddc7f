/** Starts the schedules that wait for a mail, each once for each message. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database, repositoryOf } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { metrics } from '@zo/metrics';
import { createHash } from 'node:crypto';
import { IsNull, Not } from 'typeorm';
import { Clock } from '../clock.js';
import { publishDue } from '../due/due-times.js';
import { MAX_MADE_UP, WHY } from '../due/plan.js';
import { MAX_AN_HOUR } from '../files/plan-files.js';
import { newOccurrence, type Occurrence } from '../history/occurrence.entity.js';
import { OccurrencesRepository } from '../history/occurrences.repository.js';
import { bodyPathOf } from '../hooks/hook-files.js';
import { HooksRepository } from '../hooks/hooks.repository.js';
import { Schedule } from '../schedule.entity.js';
import { SchedulesRepository } from '../schedules.repository.js';
import { type Headers, matchesMail } from './words.js';

const HOUR_MS = 3_600_000;
const MAX_BYTES = 1024 * 1024;

export interface TakenMail extends Headers {
  readonly messageId: string;
  readonly text: string;
  readonly files: readonly string[];
}

@Injectable()
export class MailsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly bodies: HooksRepository,
    private readonly live: LivePublisher<'zo'>,
    private readonly clock: Clock,
  ) {}

  /** A mail that is told of again starts nothing more. @returns whether a run was made of it */
  async take(ctx: Ctx, mail: TakenMail): Promise<boolean> {
    const made = await this.database.tx(ctx, async (tx) => {
      const waiting = await repositoryOf(tx, Schedule).find({
        where: { userId: tx.userId, mailWords: Not(IsNull()), pausedAt: IsNull() },
        order: { createdAt: 'asc', id: 'asc' },
      });
      const rows: Occurrence[] = [];
      for (const { id, mailWords } of waiting)
        if (matchesMail(mailWords!, mail)) rows.push(...(await this.start(tx, id, mail)));
      return rows;
    });
    for (const { userId, scheduleId: id } of made) this.live.publish(userId, { type: 'schedule', payload: { id } });
    return made.some(({ state }) => state !== 'skipped');
  }

  private async start(tx: Ctx, scheduleId: string, mail: TakenMail): Promise<Occurrence[]> {
    const schedule = await this.schedules.lock(tx, scheduleId);
    if (!schedule || schedule.pausedAt !== null || !matchesMail(schedule.mailWords ?? '', mail)) return [];
    const causeKey = `mail:${mail.messageId}`;
    const known = await this.occurrences.byCause(tx, scheduleId, causeKey);
    if (known) return [known];
    const body = bodyOf(mail);
    const row = await this.rowFor(tx, schedule, { causeKey, content: createHash('sha256').update(body).digest('hex') });
    await this.occurrences.insert(tx, row);
    if (row.state !== 'skipped') await this.bodies.keepBody(tx, row, body);
    if (row.state === 'due') publishDue({ userId: row.userId, outbox: tx.outbox! }, row);
    metrics.occurrences.inc({ state: row.state });
    return [row];
  }

  private async rowFor(
    tx: Ctx,
    { id: scheduleId, userId, overlap, title }: Schedule,
    { causeKey, content }: { causeKey: string; content: string },
  ): Promise<Occurrence> {
    const now = this.clock.now();
    const open = await this.occurrences.countOpen(tx, scheduleId);
    const recent = await this.occurrences.countStarted(tx, scheduleId, new Date(now - HOUR_MS));
    const why = leftOut({ isBusy: overlap === 'skip' && open > 0, open, recent });
    const dueAt = await this.occurrences.newTime(tx, scheduleId, now);
    const state = why !== null ? 'skipped' : overlap === 'queue' && open > 0 ? 'queued' : 'due';
    const path = why === null ? bodyPathOf(title, { kind: 'mail', dueAt, content }) : null;
    const cause = { kind: 'mail', path, hash: content } as const;
    const base = { scheduleId, userId, dueAt, state, createdAt: new Date(now), cause, causeKey } as const;
    return newOccurrence(why === null ? base : { ...base, why, endedAt: new Date(now) });
  }
}

function leftOut({ isBusy, open, recent }: { isBusy: boolean; open: number; recent: number }): string | null {
  if (isBusy) return WHY.busy;
  if (open >= MAX_MADE_UP) return WHY.full;
  return recent >= MAX_AN_HOUR ? `Mails and files started ${MAX_AN_HOUR} runs within an hour.` : null;
}

/** The mail as a file of text, with where its attachments are. */
function bodyOf({ sender, subject, text, files }: TakenMail): Buffer {
  const line = (value: string) => value.replaceAll(/\s+/g, ' ').trim();
  const head = [`From: ${line(sender)}`, `Subject: ${line(subject)}`];
  const attached = files.map((address) => `Attachment: ${line(address).replace(/^w\//, '')}`);
  const whole = Buffer.from(`${[...head, ...attached].join('\n')}\n\n${text}\n`.toWellFormed());
  return whole.length <= MAX_BYTES ? whole : Buffer.from(whole.subarray(0, MAX_BYTES).toString('utf8').slice(0, -1));
}
