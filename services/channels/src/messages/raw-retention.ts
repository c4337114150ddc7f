/** Deletes the bytes of old mails; what was said stays. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@zo/db';
import { OBJECTS, type ObjectStore } from '@zo/objects';
import { repeat } from '@zo/observability';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { MessagesRepository } from './messages.repository.js';

const EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

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

  /** Returns how many were deleted. An object whose row is gone already is found by nobody. */
  async sweep(now = Date.now()): Promise<number> {
    const before = new Date(now - this.config.ZO_RAW_MAIL_DAYS * DAY_MS);
    let deleted = 0;
    for (;;) {
      const keys = await this.database.acrossTenants(async (tx) => this.messages.forgetRaw(tx, before));
      for (const key of keys) await this.objects.delete(key);
      deleted += keys.length;
      if (keys.length === 0) return deleted;
    }
  }
}
