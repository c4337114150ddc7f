import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Ctx, systemCtx } from '@zo/auth';
import { beforeScrape, metrics } from '@zo/metrics';
import { logger } from '@zo/observability';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPUTE_CONFIG, type ComputeConfig } from '../config.js';
import {
  type Activity,
  COMPUTER_DRIVER,
  type ComputerDriver,
  type DriverEvents,
  type FoundComputer,
  type GoneComputer,
  type RunningComputer,
} from '../driver/computer.driver.js';
import { EgressService } from '../egress/egress.service.js';
import { computeErrors } from '../errors.js';
import { ComputerAnnouncer } from './announcer.js';
import { Awake } from './awake.js';
import type { ComputerRow } from './computer.entity.js';
import { type ComputerView, presentComputer } from './computer.presenter.js';
import { ComputersRepository } from './computers.repository.js';

const log = logger('compute');
const NEW_ACCOUNT_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * Starts, finds and suspends computers. The driver knows which of them run; a sleeping computer takes no memory here.
 */
@Injectable()
export class ComputersService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly awake = new Map<string, Awake>();
  private readonly waking = new Map<string, Promise<Awake>>();
  private readonly stopping = new Map<string, Promise<void>>();
  private readonly ended = new AbortController();
  private adopted: Promise<void> = Promise.resolve();
  private readonly unmeasure = beforeScrape(() => {
    for (const [phase, known] of Object.entries({ awake: this.awake, waking: this.waking, stopping: this.stopping }))
      metrics.computersConnected.set({ phase }, known.size);
  });

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    @Inject(COMPUTER_DRIVER) private readonly driver: ComputerDriver,
    @Inject(COMPUTE_CONFIG) private readonly config: ComputeConfig,
    private readonly rows: ComputersRepository,
    private readonly egress: EgressService,
    private readonly announcer: ComputerAnnouncer,
  ) {}

  onApplicationBootstrap(): void {
    this.adopted = this.driver
      .list()
      .then((running) => this.adopt(running))
      .catch((error: unknown) => log.warn({ error }, 'running computers could not be listed'));
    void this.followDriver();
  }

  /** Closes the egress proxies before the next process opens its own. */
  onModuleDestroy(): void {
    this.egress.release();
    this.ended.abort();
  }

  /** The computers stay awake; the next process adopts them. */
  async onApplicationShutdown(): Promise<void> {
    await this.adopted;
    this.unmeasure();
    await Promise.allSettled([...this.waking.values(), ...this.stopping.values()]);
    for (const computer of this.awake.values()) computer.close();
    this.awake.clear();
  }

  /** Adopts computers that ran before this process started, or that another process started. */
  private async adopt(running: readonly RunningComputer[]): Promise<void> {
    if (running.length === 0) return;
    const rows = await this.rows.byIds(running.map(({ id }) => id));
    for (const row of rows) {
      const found = running.find(({ id }) => id === row.id);
      if (found) await this.attach(row, found);
    }
  }

  private async followDriver(): Promise<void> {
    const noted = (what: string) => (error: unknown) => log.warn({ error }, what);
    const events: DriverEvents = {
      started: (running) =>
        void this.adopt([running]).catch(noted('a computer another process started could not be taken note of')),
      gone: (computer) => this.gone(computer),
      changedByAdministrator: (computer) => this.rows.recordAdministratorChange(systemCtx(computer.userId), computer),
      asked: (question) => this.egress.answer(question),
      chosen: () =>
        void this.driver
          .list()
          .then((running) => this.egress.chosen(running))
          .catch(noted('ways out could not be opened')),
    };
    while (!this.ended.signal.aborted) {
      await this.driver
        .follow(events, this.ended.signal)
        .catch((error: unknown) => log.debug({ error }, 'the computer host is unavailable'));
      this.egress.release();
      await delay(RETRY_MS, undefined, { signal: this.ended.signal, ref: false }).catch(() => undefined);
    }
  }

  private gone({ id, startedAt, asked }: GoneComputer): void {
    for (const [userId, { running }] of this.awake) {
      if (running.id !== id || running.startedAt !== startedAt || this.stopping.has(userId)) continue;
      this.detach(userId);
      // The process that stopped it announces the new state.
      if (asked) continue;
      log.warn({ userId }, 'a computer ended by itself');
      this.announcer.state(userId, 'asleep');
    }
  }

  private async attach({ userId, handle }: ComputerRow, running: RunningComputer): Promise<Awake> {
    const known = this.awake.get(userId);
    if (known?.running.startedAt === running.startedAt) return known;
    known?.close();
    const onIdle = () =>
      void this.sleep(systemCtx(userId)).catch((error: unknown) =>
        log.warn({ error, userId }, 'a computer could not be put to sleep'),
      );
    const onActivity = (activity: Activity) =>
      void this.driver
        .note?.(running.id, activity)
        .catch((error: unknown) => log.debug({ error, userId }, 'the activity of a computer could not be recorded'));
    const { ZO_IDLE_MINUTES, ZO_COMPUTER_ANSWER_MS: responseTimeoutMs } = this.config;
    const about = { userId, handle, running, idleMs: ZO_IDLE_MINUTES * 60_000, responseTimeoutMs };
    const computer = new Awake({ ...about, onActivity, onIdle });
    this.awake.set(userId, computer);
    await this.egress.open(running);
    return computer;
  }

  private detach(userId: string): void {
    const computer = this.awake.get(userId);
    this.awake.delete(userId);
    if (!computer) return;
    computer.close();
    this.egress.close(computer.running.id);
    this.announcer.gone(userId, computer.running.instance);
  }

  /** Creates the row of a new account's computer. */
  async create(ctx: Ctx, account: { handle: string; owner: boolean }): Promise<ComputerRow> {
    return this.rows.create(ctx, account);
  }

  /** Starts in the background; if that fails, the next caller that needs the computer tries again. */
  startAhead(row: ComputerRow): void {
    this.startOnce(systemCtx(row.userId), row).catch((error: unknown) =>
      log.warn({ error, userId: row.userId }, 'a new computer did not start'),
    );
  }

  /** The user's computer, awake. Concurrent calls start it once. @throws compute.not_started */
  async wake(ctx: Ctx): Promise<Awake> {
    await this.adopted;
    await this.stopping.get(ctx.userId);
    const awake = this.awake.get(ctx.userId);
    if (awake && (await awake.answers())) return awake;
    if (awake) await this.stopUnusable(ctx, awake);
    return this.waking.get(ctx.userId) ?? this.startOnce(ctx, await this.row(ctx));
  }

  /** Stops a computer that does not answer, or waits for one that another process stops; the caller starts it anew. */
  private async stopUnusable(ctx: Ctx, unusable: Awake): Promise<void> {
    if (this.awake.get(ctx.userId) !== unusable) return this.stopping.get(ctx.userId);
    log.warn({ userId: ctx.userId }, 'a computer does not answer, or is about to stop, and is started anew');
    await this.sleep(ctx).catch((error: unknown) => {
      throw computeErrors.notStarted({ reason: (error as Error).message }, { cause: error });
    });
  }

  /** The computer if it is awake or just waking; never wakes it. @throws compute.host_away */
  async peek(ctx: Ctx): Promise<Awake | undefined> {
    await this.adopted;
    if (this.stopping.has(ctx.userId)) return undefined;
    const known = this.awake.get(ctx.userId) ?? this.waking.get(ctx.userId);
    if (known) return known;
    // Another process may have started it a moment ago.
    const row = await this.rows.mine(ctx);
    const found = row && (await this.find(row.id));
    if (found?.state === 'awake') return this.attach(row!, found.running);
    return found?.state === 'waking' ? this.startOnce(ctx, row!) : undefined;
  }

  /**
   * What the driver knows, including other processes' starts. While the driver is unreachable nobody knows whether the
   * computer runs: whoever took it for asleep would close its terminals. @throws compute.host_away
   */
  private async find(id: string): Promise<FoundComputer | undefined> {
    try {
      return await this.driver.find(id);
    } catch (error) {
      log.debug({ error }, 'the computer host is unavailable');
      throw computeErrors.hostAway({}, { cause: error });
    }
  }

  /** The row of the user's computer. Right after sign-up it waits for the `account.created` event. */
  private async row(ctx: Ctx): Promise<ComputerRow> {
    for (const deadline = Date.now() + NEW_ACCOUNT_MS; ; await delay(50)) {
      const row = await this.rows.mine(ctx);
      if (row) return row;
      if (Date.now() > deadline) throw computeErrors.noComputer();
    }
  }

  private startOnce(ctx: Ctx, row: ComputerRow): Promise<Awake> {
    const known = this.waking.get(row.userId);
    if (known) return known;
    const starting = this.start(ctx, row).finally(() => this.waking.delete(row.userId));
    this.waking.set(row.userId, starting);
    return starting;
  }

  private async start(ctx: Ctx, row: ComputerRow): Promise<Awake> {
    await this.adopted;
    const found = this.awake.get(row.userId);
    if (found) return found;
    this.announcer.state(row.userId, 'waking');
    const measured = metrics.wakes.startTimer();
    const { id, userId, number, handle, owner } = row;
    const { ZO_COMPUTER_MEMORY_MB: memoryBytes, ZO_COMPUTER_CPUS: cpus, ZO_COMPUTER_DISK_GB: diskBytes } = this.config;
    try {
      const running = await this.driver.start({ id, userId, number, handle, owner, memoryBytes, cpus, diskBytes });
      const computer = await this.attach(row, running);
      measured({ outcome: 'awake' });
      this.announcer.state(row.userId, 'awake');
      void this.rows
        .started(ctx, new Date(running.startedAt))
        .catch((error: unknown) => log.warn({ error }, 'a start was not recorded'));
      return computer;
    } catch (error) {
      const reason = (error as Error).message;
      measured({ outcome: 'failed' });
      this.announcer.state(row.userId, 'failed');
      await this.rows.failed(ctx, reason).catch(() => undefined);
      throw computeErrors.notStarted({ reason }, { cause: error });
    }
  }

  /** Lets the programs in the computer end, then stops it. */
  async sleep(ctx: Ctx): Promise<void> {
    const computer = this.awake.get(ctx.userId);
    if (!computer) return;
    const known = this.stopping.get(ctx.userId);
    if (known) return known;
    const stopping = this.stop(ctx, computer).finally(() => this.stopping.delete(ctx.userId));
    this.stopping.set(ctx.userId, stopping);
    return stopping;
  }

  private async stop(ctx: Ctx, computer: Awake): Promise<void> {
    this.announcer.state(ctx.userId, 'stopping');
    await this.driver.stop(computer.running.id).catch((error: unknown) => {
      if (this.awake.get(ctx.userId) === computer) this.announcer.state(ctx.userId, 'awake');
      throw error;
    });
    this.detach(ctx.userId);
    await this.rows.stopped(ctx).catch(() => undefined);
    this.announcer.state(ctx.userId, 'asleep');
  }

  /** The state of the computer. Asking does not count as use and wakes nothing. @throws compute.host_away */
  async view(ctx: Ctx): Promise<ComputerView> {
    await this.adopted;
    const row = await this.rows.mine(ctx);
    if (!row) throw computeErrors.noComputer();
    const computer = this.awake.get(ctx.userId);
    if (this.stopping.has(ctx.userId)) return presentComputer(row, { state: 'stopping', running: computer?.running });
    if (computer)
      return presentComputer(row, {
        state: 'awake',
        running: computer.running,
        activity: await computer.activity().catch(() => undefined),
      });
    if (this.waking.has(ctx.userId)) return presentComputer(row, { state: 'waking' });
    const found = await this.find(row.id);
    if (found?.state === 'awake') return presentComputer(row, { state: 'awake', running: found.running });
    return presentComputer(row, { state: found?.state ?? (row.failure ? 'failed' : 'asleep') });
  }
}
