import { expect, it } from '@jest/globals';
import { type Computer, toAgentPath } from '@zo/computer-client';
import { Kind } from '@zo/proto/agent/v1';
import { changedFiles } from './changed-files.js';

/** A history with these files of the workspace, in pages. */
function historyOf(files: readonly string[][]): Computer {
  const listChanges = async ({ after, limit }: { after: string; limit: number }) => {
    const from = Number(after);
    const changes = files.slice(from, from + limit).map((path, index) => ({
      path: toAgentPath({ root: 'w', path }),
      kind: Kind.FILE,
      afterSeq: BigInt(files.length - from - index),
    }));
    return { changes, next: from + limit < files.length ? String(from + limit) : '' };
  };
  return { history: { listChanges } } as unknown as Computer;
}
const period = { since: 0, until: 1_000_000 };

it('finds one file after 50,000 others', async () => {
  const others = Array.from({ length: 50_000 }, (_, n) => ['node_modules', `${n}.js`]);
  const computer = historyOf([...others, ['Inbox', 'late.csv']]);
  const found = await changedFiles(computer, period, ({ path }) => path[0] === 'Inbox');
  expect(found).toEqual([{ place: { root: 'w', path: ['Inbox', 'late.csv'] }, seq: 1n }]);
});

it('keeps the latest 10,000 in the order of their changes', async () => {
  const files = Array.from({ length: 25_000 }, (_, n) => [`${n}.csv`]);
  const found = await changedFiles(historyOf(files), period, () => true);
  expect(found).toHaveLength(10_000);
  expect([found[0]!.seq, found.at(-1)!.seq]).toEqual([15_001n, 25_000n]);
});
