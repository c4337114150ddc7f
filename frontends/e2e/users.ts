/** Users of the shared product: each test has one of its own, with an empty computer. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from '../../infra/testing/product/product.js';

export class Users {
  /** Signed up while the test before runs, so that a test does not wait for its computer to start. */
  private spare: Promise<Person>;
  private count = 0;

  constructor(private readonly owner: Person) {
    this.spare = this.signUp();
  }

  /** A new user. */
  async next(): Promise<Person> {
    // The test before may have killed the services meanwhile.
    const user = await this.spare.catch(() => this.signUp());
    this.spare = this.signUp();
    return user;
  }

  /** Waits for the user that no test took. */
  async close(): Promise<void> {
    await this.spare.catch(() => undefined);
  }

  private signUp(): Promise<Person> {
    const number = ++this.count;
    const user = this.invite(
      `u${number}-${randomBytes(3).toString('hex')}`,
      `127.0.${1 + (number >> 8)}.${number & 255}`,
    ).then(async (user) => {
      await user.json('/api/read-fs', { root: 'w', slug: [] });
      return user;
    });
    // The test that takes the user tries again.
    user.catch(() => undefined);
    return user;
  }

  /** Waits as long as the server asks: behind a load balancer every sign-up comes from one address. */
  private async invite(handle: string, from: string): Promise<Person> {
    try {
      return await this.owner.invite(handle, from);
    } catch (error) {
      const [, seconds] = /: 429 .*Try again in (\d+) second/.exec((error as Error).message) ?? [];
      if (!seconds) throw error;
      await delay(Number(seconds) * 1_000);
      return this.invite(handle, from);
    }
  }
}
