/** Starts the schedules whose files came or changed, each file once. */
import { Injectable } from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { type Computer, Computers } from '@zo/computer-client';
import { Database } from '@zo/db';
import { LivePublisher } from '@zo/live';
import { metrics } from '@zo/metrics';
import { addressOf, type Location } from '@zo/proto/location';
import { Clock } from '../clock.js';
import { publishDue } from '../due/due-times.js';
import { newOccurrence } from '../history/occurrence.entity.js';
import { OccurrencesRepository } from '../history/occurrences.repository.js';
import type { Schedule } from '../schedule.entity.js';
import { SchedulesRepository } from '../schedules.repository.js';
import { type Author, authorOf, type ChangedFile, changedFiles, keyOf, lastChange } from './changed-files.js';
import { FileMarksRepository } from './file-marks.repository.js';
import { matches } from './pattern.js';
import { planFiles } from './plan-files.js';

const HOUR_MS = 3_600_000;
/** Files of one schedule whose authors are asked for, and those that are named; more are counted. */
const MAX_ASKED = 2_000;
const MAX_NAMED = 20;
const AT_ONCE = 16;

interface Hit {
  readonly path: string;
  readonly key: string;
}

/** What starts a schedule. */
interface Started {
  readonly schedule: Schedule;
  readonly hits: readonly Hit[];
  readonly more: number;
}

@Injectable()
export class FileTriggers {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly computers: Computers,
    private readonly marks: FileMarksRepository,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly live: LivePublisher<'zo'>,
    private readonly clock: Clock,
  ) {}

  /** Looks at what changed since the last time; a sleeping computer is left asleep. @returns whether it was awake */
  async check(userId: string): Promise<boolean> {
    const ctx = systemCtx(userId);
    const computer = await this.computers.peek(ctx);
    if (!computer) return false;
    const { mark, schedules } = await this.database.read(ctx, async (tx) => ({
      mark: await this.marks.mark(tx),
      schedules: await this.marks.schedules(tx),
    }));
    if (schedules.length === 0) return true;
    const until = await lastChange(computer);
    if (mark === until) return true;
    // The history of a computer that was restored from a backup begins again before the mark.
    const isKnown = mark !== undefined && mark < until;
    const isAwaited = ({ path }: Location) => schedules.some(({ filePattern }) => matches(filePattern!, path));
    const period = { since: mark ?? 0, until };
    const changed = mark === undefined || isKnown ? await changedFiles(computer, period, isAwaited) : [];
    const started: Started[] = [];
    for (const schedule of schedules) started.push(await this.startedBy(ctx, computer, { schedule, changed }));
    const done = await this.database.tx(ctx, async (tx) => {
      if (!(await this.marks.advance(tx, mark, until))) return [];
      for (const each of started) await this.start(tx, each);
      return started.filter(({ hits, more }) => hits.length + more > 0);
    });
    for (const { schedule } of done) this.live.publish(userId, { type: 'schedule', payload: { id: schedule.id } });
    return true;
  }

  private async startedBy(
    ctx: Ctx,
    computer: Computer,
    { schedule, changed }: { schedule: Schedule; changed: readonly ChangedFile[] },
  ): Promise<Started> {
    const matching = changed.filter(({ place }) => matches(schedule.filePattern!, place.path));
    const asked = matching.slice(-MAX_ASKED);
    const authors = await authorsOf(computer, asked);
    const chats = authors.flatMap((author) => author?.conversationId ?? []);
    const own = await this.database.read(ctx, (tx) => this.occurrences.ownConversations(tx, schedule.id, chats));
    const since = schedule.fileSince?.getTime() ?? 0;
    const starting = asked.filter((_file, index) => {
      const author = authors[index];
      return author && author.at >= since && !own.has(author.conversationId ?? '');
    });
    const hits: Hit[] = [];
    for (const file of starting.slice(0, MAX_NAMED))
      hits.push({ path: addressOf(file.place), key: await keyOf(computer, file) });
    return { schedule, hits, more: starting.length - hits.length };
  }

  private async start(tx: Ctx, { schedule, hits, more }: Started): Promise<void> {
    const row = await this.schedules.lock(tx, schedule.id);
    if (!row || row.pausedAt !== null || row.filePattern !== schedule.filePattern) return;
    const fresh: Hit[] = [];
    for (const hit of hits) if (!(await this.occurrences.hasCause(tx, row.id, hit.key))) fresh.push(hit);
    const now = this.clock.now();
    const { runs, leftOut } = planFiles({
      paths: fresh.map(({ path }) => path),
      more,
      overlap: row.overlap,
      open: await this.occurrences.countOpen(tx, row.id),
      recent: await this.occurrences.countStarted(tx, row.id, new Date(now - HOUR_MS)),
    });
    const base = { scheduleId: row.id, userId: row.userId, createdAt: new Date(now) };
    for (const [index, { path, state }] of runs.entries()) {
      const cause = { kind: 'file', path } as const;
      const dueAt = await this.occurrences.newTime(tx, row.id, now);
      const made = newOccurrence({ ...base, dueAt, state, cause, causeKey: fresh[index]!.key });
      await this.occurrences.insert(tx, made);
      metrics.occurrences.inc({ state });
      if (state === 'due') publishDue({ userId: row.userId, outbox: tx.outbox! }, made);
    }
    if (leftOut === null) return;
    const cause = { kind: 'file', path: null } as const;
    const endedAt = new Date(now);
    const dueAt = await this.occurrences.newTime(tx, row.id, now);
    const skipped = { ...base, dueAt, state: 'skipped', why: leftOut, cause, endedAt } as const;
    await this.occurrences.insert(tx, newOccurrence(skipped));
  }
}

/** In the order of the files. */
async function authorsOf(computer: Computer, files: readonly ChangedFile[]): Promise<(Author | undefined)[]> {
  const found: (Author | undefined)[] = [];
  const queue = files.entries();
  const worker = async () => {
    for (const [index, file] of queue) found[index] = await authorOf(computer, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}
