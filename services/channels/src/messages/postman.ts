/** One timer for each process: sleeps until a message is due, then works on it, beside a few others. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { Clock } from './clock.js';
import { type Claimed, MessagesRepository } from './messages.repository.js';

/** Messages that one process works on at a time. A slow one holds up no other. */
const MAX_AT_ONCE = 10;
/** Messages that other processes stored are seen after so long at most. */
const MAX_SLEEP_MS = 30_000;
const log = logger('channels:postman');

@Injectable()
export class Postman implements OnApplicationBootstrap, OnModuleDestroy {
  /** Works on one message; set by the module, because the work needs what itself wakes this. */
  work: (claimed: Claimed) => Promise<void> = () => Promise.resolve();
  private readonly working = new Map<string, { readonly userId: string; readonly done: Promise<void> }>();
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
    await Promise.all([...this.working.values()].map(({ done }) => done));
  }

  /** Called after the commit of a message that is due, and when there is room for another. */
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
      const until = this.leaseEnd();
      const most = MAX_AT_ONCE - this.working.size;
      const claim = { now, until, most, held: this.held() };
      const claimed = most > 0 ? await this.database.acrossTenants((tx) => this.messages.claim(tx, claim)) : [];
      for (const message of claimed) this.begin(message, until);
      // The end of one wakes this.
      if (this.working.size < MAX_AT_ONCE) {
        const next = await this.database.acrossTenants((tx) => this.messages.next(tx, this.held()));
        pause = next ? next.getTime() - this.clock.now() : MAX_SLEEP_MS;
      }
    } catch (error) {
      log.warn({ error }, 'looking for messages failed; it is tried again');
    }
    this.isBusy = false;
    this.sleep(this.isWoken ? 0 : pause);
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now() + this.config.ZO_MESSAGE_LEASE_MS);
  }

  private held(): Claimed[] {
    return [...this.working].map(([id, { userId }]) => ({ id, userId }));
  }

  private begin(message: Claimed, until: Date): void {
    const lease = this.keep(message, until);
    const done = this.one(message).finally(() => {
      clearInterval(lease);
      this.working.delete(message.id);
      this.wake();
    });
    this.working.set(message.id, { userId: message.userId, done });
  }

  /** A process that is slow is not dead: its messages stay with it. */
  private keep({ id }: Claimed, until: Date): NodeJS.Timeout {
    let since = until;
    let isAsking = false;
    const renew = async () => {
      isAsking = true;
      try {
        const next = this.leaseEnd();
        if (await this.database.acrossTenants((tx) => this.messages.hold(tx, id, { since, until: next }))) since = next;
      } catch (error) {
        log.warn({ error, id }, 'a message could not be held longer');
      }
      isAsking = false;
    };
    return setInterval(() => void (isAsking || renew()), this.config.ZO_MESSAGE_LEASE_MS / 3);
  }

  private async one(message: Claimed): Promise<void> {
    try {
      await this.work(message);
    } catch (error) {
      log.warn({ error, id: message.id }, 'a message could not be worked on; it is tried again');
    }
  }
}
