/** How many calls of one user's programs run at once: a program that asks for everything delays nobody else. */
import { Injectable } from '@nestjs/common';
import { chatErrors } from '../../errors.js';

export const MAX_CALLS_AT_ONCE = 8;

@Injectable()
export class McpSlots {
  private readonly running = new Map<string, number>();

  /** @throws chat.too_many_calls */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const count = this.running.get(userId) ?? 0;
    if (count >= MAX_CALLS_AT_ONCE) throw chatErrors.tooManyCalls({ max: MAX_CALLS_AT_ONCE });
    this.running.set(userId, count + 1);
    try {
      return await work();
    } finally {
      const left = this.running.get(userId)! - 1;
      if (left === 0) this.running.delete(userId);
      else this.running.set(userId, left);
    }
  }
}
