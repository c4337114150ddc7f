/** Tells other services of moves that were made. */
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { publish } from '@zo/events';
import { logger } from '@zo/observability';
import { filesEvents } from '@zo/proto/topics';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** Of one user. More are not kept: a database that is away for so long loses the links of some files. */
const MAX_WAITING = 1_000;
const log = logger('files:moves');

interface MadeMove {
  readonly ctx: Ctx;
  /** Addresses. */
  readonly from: string;
  readonly to: string;
}

@Injectable()
export class Moves implements OnModuleDestroy {
  /** By user, in the order in which they were made. */
  private readonly waiting = new Map<string, MadeMove[]>();
  private readonly stopping = new AbortController();

  constructor(private readonly database: Database) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Tells of a move, or keeps it until the database is there again: the file has moved in any case, and links would not
   * follow it.
   */
  async made(ctx: Ctx, from: string, to: string): Promise<void> {
    const move = { ctx, from, to };
    const before = this.waiting.get(ctx.userId);
    if (before) return void (before.length < MAX_WAITING && before.push(move));
    try {
      await this.tell(move);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a move could not be told, which is tried again');
      const known = this.waiting.get(ctx.userId);
      if (known) return void known.push(move);
      this.waiting.set(ctx.userId, [move]);
      void this.tellWaiting(ctx.userId);
    }
  }

  private tell({ ctx, from, to }: MadeMove): Promise<void> {
    return this.database.tx(ctx, async (tx) =>
      publish(tx, filesEvents, 'file.moved', { userId: ctx.userId, from, to }),
    );
  }

  private async tellWaiting(userId: string): Promise<void> {
    const moves = this.waiting.get(userId)!;
    for (let pause = FIRST_PAUSE_MS; moves.length > 0; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      try {
        await delay(pause, undefined, { signal: this.stopping.signal, ref: false });
        for (; moves.length > 0; moves.shift()) await this.tell(moves[0]!);
      } catch {
        if (this.stopping.signal.aborted) break;
      }
    }
    this.waiting.delete(userId);
  }
}
