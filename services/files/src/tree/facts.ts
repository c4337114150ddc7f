/**
 * Stores what has happened to files, as events for other services and audit entries, when the database is there again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** Of one user. More are not kept: a database that is away for so long loses the links of some files. */
const MAX_WAITING = 1_000;
const log = logger('files:facts');

/** What one change writes, in a transaction. */
type Write = (tx: Ctx) => Promise<void> | void;

interface Fact {
  readonly ctx: Ctx;
  readonly write: Write;
}

@Injectable()
export class Facts implements OnModuleDestroy {
  /** By user, in the order in which they became true. */
  private readonly waiting = new Map<string, Fact[]>();
  private readonly stopping = new AbortController();

  constructor(private readonly database: Database) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Writes what is true already, because an agent has done it, or keeps it until the database is there again. What is
   * kept is lost when the process ends.
   */
  async store(ctx: Ctx, write: Write): Promise<void> {
    const fact = { ctx, write };
    const before = this.waiting.get(ctx.userId);
    if (before) return void (before.length < MAX_WAITING && before.push(fact));
    try {
      await this.write(fact);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a change of files could not be stored, which is tried again');
      const known = this.waiting.get(ctx.userId);
      if (known) return void known.push(fact);
      this.waiting.set(ctx.userId, [fact]);
      void this.writeWaiting(ctx.userId);
    }
  }

  private write({ ctx, write }: Fact): Promise<void> {
    return this.database.tx(ctx, async (tx) => write(tx));
  }

  private async writeWaiting(userId: string): Promise<void> {
    const facts = this.waiting.get(userId)!;
    for (let pause = FIRST_PAUSE_MS; facts.length > 0; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      try {
        await delay(pause, undefined, { signal: this.stopping.signal, ref: false });
        for (; facts.length > 0; facts.shift()) await this.write(facts[0]!);
      } catch {
        if (this.stopping.signal.aborted) break;
      }
    }
    this.waiting.delete(userId);
  }
}
