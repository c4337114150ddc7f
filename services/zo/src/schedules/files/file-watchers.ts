/** Follows the computers of users with schedules that files start, in turns; of several processes one follows each. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CACHE, type Cache, type Lock } from '@zo/cache';
import { Computers } from '@zo/computer-client';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { ZO_CONFIG, type ZoConfig } from '../../config.js';
import { FileMarksRepository } from './file-marks.repository.js';
import { FileTriggers } from './file-triggers.js';
import { FileWatcher } from './file-watcher.js';

/** Polls after which the next users have their turn. Long enough to connect, and for files to settle. */
const POLLS_A_TURN = 4;
const LOCK_POLLS = 3;
/** Computers that are left at a time. */
const AT_ONCE = 16;
/** Before every user. */
const FIRST = '00000000-0000-0000-0000-000000000000';
const log = logger('zo:files');

@Injectable()
export class FileWatchers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watchers = new Map<string, { readonly watcher: FileWatcher; readonly lock: Lock }>();
  private timer?: NodeJS.Timeout;
  private polling?: Promise<void>;
  private isClosed = false;
  /** The users of this turn follow this one in the circle. */
  private after = FIRST;
  /** The last one of this turn. */
  private last = FIRST;
  private turnEndsAt = 0;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly marks: FileMarksRepository,
    private readonly triggers: FileTriggers,
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(ZO_CONFIG) private readonly config: ZoConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.sleep(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.polling;
    await Promise.all([...this.watchers.keys()].map((userId) => this.end(userId, false)));
  }

  /** Called after the commit of a schedule that files start. */
  lookAgain(): void {
    if (!this.polling) this.sleep(0);
  }

  private sleep(ms: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.polling = this.poll()
        .catch((error: unknown) => log.warn({ error }, 'looking for schedules that files start failed'))
        .finally(() => {
          this.polling = undefined;
          this.sleep(this.config.ZO_FILE_POLL_MS);
        });
    }, ms);
  }

  private async poll(): Promise<void> {
    const found = await this.database.acrossTenants((tx) => this.marks.users(tx, this.turn()));
    const limit = this.config.ZO_FILE_USERS;
    this.last = found.length < limit ? FIRST : found.at(-1)!.userId;
    const users = new Map(found.map(({ userId, patterns }) => [userId, patterns]));
    const queue = [...this.watchers].values();
    const worker = async () => {
      for (const [userId, { lock }] of queue)
        if (!users.has(userId)) await this.end(userId, true);
        else if (!(await lock.extend(this.lockMs))) await this.end(userId, false);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const [userId, patterns] of users) {
      if (!this.watchers.has(userId)) await this.begin(userId);
      this.watchers.get(userId)?.watcher.lookFor(patterns);
    }
  }

  /** Whose turn it is. While all have a place, nothing moves. */
  private turn(): { after: string; limit: number } {
    const now = performance.now();
    if (now >= this.turnEndsAt) {
      this.turnEndsAt = now + POLLS_A_TURN * this.config.ZO_FILE_POLL_MS;
      this.after = this.last;
    }
    return { after: this.after, limit: this.config.ZO_FILE_USERS };
  }

  private get lockMs(): number {
    return LOCK_POLLS * this.config.ZO_FILE_POLL_MS;
  }

  private async begin(userId: string): Promise<void> {
    const lock = await this.cache.lock(`file-triggers:${userId}`, this.lockMs);
    if (!lock || this.isClosed) return;
    const watcher = new FileWatcher(userId, {
      computers: this.computers,
      cache: this.cache,
      check: () => this.triggers.check(userId),
    });
    this.watchers.set(userId, { watcher, lock });
    watcher.start();
  }

  /** @param isUnhurried whether what has changed a moment ago is looked at first */
  private async end(userId: string, isUnhurried: boolean): Promise<void> {
    const known = this.watchers.get(userId);
    this.watchers.delete(userId);
    await known?.watcher.stop({ isUnhurried });
    await known?.lock.release().catch(() => false);
  }
}
