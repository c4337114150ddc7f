import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { WorkQueue } from './queue.js';

describe('work queue', () => {
  it('PC-01 one worker at a time works on a key, once more after its last add; many keys are worked on in parallel', async () => {
    let now = 0;
    let most = 0;
    const runs = new Map<string, number>();
    const inside = new Set<string>();
    const doubled: string[] = [];
    const queue = new WorkQueue({
      workers: 4,
      work: async (key) => {
        if (inside.has(key)) doubled.push(key);
        inside.add(key);
        most = Math.max(most, ++now);
        await delay(5);
        now--;
        inside.delete(key);
        runs.set(key, (runs.get(key) ?? 0) + 1);
        return undefined;
      },
    });
    for (let round = 0; round < 50; round++) for (let key = 0; key < 20; key++) queue.add(`k${key}`);
    await eventually(() => queue.length === 0);
    expect([doubled, most, runs.size]).toEqual([[], 4, 20]);
    for (const count of runs.values()) expect(count).toBeLessThanOrEqual(2);
    queue.add('k1');
    await delay(1);
    const before = runs.get('k1')!;
    queue.add('k1');
    await eventually(() => runs.get('k1') === before + 2);
    await queue.close();
  });

  it('PC-01 a failing key is retried after growing delays and blocks no other; a success resets its failures', async () => {
    const at: number[] = [];
    const others: string[] = [];
    const errors: unknown[] = [];
    const queue = new WorkQueue({
      workers: 1,
      onError: (_key, error) => errors.push(error),
      work: async (key) => {
        if (key !== 'bad') others.push(key);
        else if (at.push(performance.now()) <= 3) throw new Error('no');
        return undefined;
      },
    });
    queue.add('bad');
    queue.add('good');
    await eventually(() => others.length === 1);
    await eventually(() => at.length === 4);
    const waits = at.slice(1).map((time, index) => time - at[index]!);
    expect(waits[0]).toBeGreaterThanOrEqual(95);
    expect(waits[2]).toBeGreaterThanOrEqual(390);
    expect(errors).toHaveLength(3);
    await queue.close();
  });

  it('PC-01 a key is requeued after the time that its work returns, sooner when it is added, and never after the end', async () => {
    let runs = 0;
    const queue = new WorkQueue({ workers: 1, work: async () => (++runs < 3 ? 20 : 60_000) });
    queue.add('k');
    await eventually(() => runs === 3);
    queue.add('k');
    await eventually(() => runs === 4);
    queue.addAfter('k', 10);
    queue.addAfter('k', 60_000);
    await eventually(() => runs === 5);
    queue.addAfter('k', 10);
    await queue.close();
    await delay(30);
    queue.add('k');
    expect(runs).toBe(5);
  });
});
