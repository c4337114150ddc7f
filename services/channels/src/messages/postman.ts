/** One timer for each process: sleeps until a message is due, then works on it. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { Clock } from './clock.js';
import { type Claimed, MessagesRepository } from './messages.repository.js';

/** Messages that other processes stored are seen after so long at most. */
const MAX_SLEEP_MS = 30_000;
const log = logger('channels:postman');

@Injectable()
export class Postman implements OnApplicationBootstrap, OnModuleDestroy {
  /** Works on one message; set by the module, because the work needs what itself wakes this. */
  work: (claimed: Claimed) => Promise<void> = () => Promise.resolve();
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private isWoken = false;
  private isBusy = false;
  private isOpen = false;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly clock: Clock,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.isOpen = true;
    this.sleep(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.isOpen = false;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Called after the commit of a message that is due. */
  wake(): void {
    this.isWoken = true;
    if (!this.isBusy) this.sleep(0);
  }

  private sleep(ms: number): void {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void (this.running = this.round()), Math.min(Math.max(ms, 0), MAX_SLEEP_MS));
  }

  private async round(): Promise<void> {
    let pause = MAX_SLEEP_MS;
    try {
      this.isWoken = false;
      this.isBusy = true;
      const now = new Date(this.clock.now());
      const until = new Date(now.getTime() + this.config.ZO_MESSAGE_LEASE_MS);
      const claimed = await this.database.acrossTenants((tx) => this.messages.claim(tx, { now, until }));
      await Promise.all(claimed.map((message) => this.one(message)));
      const next = await this.database.acrossTenants((tx) => this.messages.next(tx));
      pause = next ? next.getTime() - this.clock.now() : MAX_SLEEP_MS;
    } catch (error) {
      log.warn({ error }, 'looking for messages failed; it is tried again');
    }
    this.isBusy = false;
    this.sleep(this.isWoken ? 0 : pause);
  }

  private async one(message: Claimed): Promise<void> {
    try {
      await this.work(message);
    } catch (error) {
      log.warn({ error, id: message.id }, 'a message could not be worked on; it is tried again');
    }
  }
}
