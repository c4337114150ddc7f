/** Deletes the bytes of old mails; what was said stays. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@zo/db';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { repeat } from '@zo/observability';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { MessagesRepository } from './messages.repository.js';

const EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
const BATCH = 500;
const PREFIX = 'mail/';
const KEY = /^mail\/[\da-f-]{36}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml$/;

@Injectable()
export class RawRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private stop?: () => Promise<void>;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  onApplicationBootstrap(): void {
    const failure = 'the bytes of old mails could not be deleted';
    this.stop = repeat(() => this.sweep(), { everyMs: EVERY_MS, name: 'channels', failure });
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop?.();
  }

  /** Returns how many were deleted. */
  async sweep(now = Date.now()): Promise<number> {
    const before = new Date(now - this.config.ZO_RAW_MAIL_DAYS * DAY_MS);
    for (let forgotten = BATCH; forgotten === BATCH;)
      forgotten = await this.database.acrossTenants((tx) => this.messages.forgetRaw(tx, before, BATCH));
    let deleted = 0;
    let keys: string[] = [];
    for await (const { key, modifiedAt } of this.objects.list(PREFIX)) {
      // A younger one may belong to a message that is stored just now.
      if (now - modifiedAt.getTime() < DAY_MS) continue;
      keys.push(key);
      if (keys.length < BATCH) continue;
      deleted += await this.deleteUnused(keys);
      keys = [];
    }
    return deleted + (await this.deleteUnused(keys));
  }

  /** Also what is left of messages whose process died, or whose store did not answer, when they were deleted. */
  private async deleteUnused(keys: readonly string[]): Promise<number> {
    const ids = new Map(keys.map((key) => [KEY.exec(key)?.[1], key] as const));
    ids.delete(undefined);
    const used = await this.database.acrossTenants((tx) => this.messages.withRaw(tx, [...ids.keys()] as string[]));
    for (const id of used) ids.delete(id);
    for (const key of ids.values()) await this.objects.delete(key);
    return ids.size;
  }
}
