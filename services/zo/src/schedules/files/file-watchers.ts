/** Follows the computers of users with schedules that files start; of several processes one follows each. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CACHE, type Cache, type Lock } from '@zo/cache';
import { Computers } from '@zo/computer-client';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { FileMarksRepository } from './file-marks.repository.js';
import { FileTriggers } from './file-triggers.js';
import { FileWatcher } from './file-watcher.js';

/** How often it is looked for users that began to have such schedules, or have none any more. */
const POLL_MS = 15_000;
const LOCK_MS = 3 * POLL_MS;
const log = logger('zo:files');

@Injectable()
export class FileWatchers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watchers = new Map<string, { readonly watcher: FileWatcher; readonly lock: Lock }>();
  private timer?: NodeJS.Timeout;
  private polling?: Promise<void>;
  private isClosed = false;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly marks: FileMarksRepository,
    private readonly triggers: FileTriggers,
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  onApplicationBootstrap(): void {
    this.sleep(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.polling;
    await Promise.all([...this.watchers.keys()].map((userId) => this.end(userId)));
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
          this.sleep(POLL_MS);
        });
    }, ms);
  }

  private async poll(): Promise<void> {
    const found = await this.database.acrossTenants((tx) => this.marks.users(tx));
    const users = new Map(found.map(({ userId, patterns }) => [userId, patterns]));
    for (const [userId, { lock }] of this.watchers)
      if (!users.has(userId) || !(await lock.extend(LOCK_MS))) await this.end(userId);
    for (const [userId, patterns] of users) {
      if (!this.watchers.has(userId)) await this.begin(userId);
      this.watchers.get(userId)?.watcher.lookFor(patterns);
    }
  }

  private async begin(userId: string): Promise<void> {
    const lock = await this.cache.lock(`file-triggers:${userId}`, LOCK_MS);
    if (!lock || this.isClosed) return;
    const watcher = new FileWatcher(userId, {
      computers: this.computers,
      cache: this.cache,
      check: () => this.triggers.check(userId),
    });
    this.watchers.set(userId, { watcher, lock });
    watcher.start();
  }

  private async end(userId: string): Promise<void> {
    const known = this.watchers.get(userId);
    this.watchers.delete(userId);
    await known?.watcher.stop();
    await known?.lock.release().catch(() => false);
  }
}
