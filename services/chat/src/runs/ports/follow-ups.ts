/** The port to what starts the next run of a thread, from what its user said during the one before. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';

/** Starts the next run of the thread, if one waits. */
export type StartNext = (ctx: Ctx, threadId: string) => Promise<void>;

@Injectable()
export class FollowUps {
  private readonly starters = new Map<string, StartNext>();

  register(origin: string, start: StartNext): void {
    this.starters.set(origin, start);
  }

  async startNext(origin: string, ctx: Ctx, threadId: string): Promise<void> {
    await this.starters.get(origin)?.(ctx, threadId);
  }
}
