/** What the snapshots of an answer cost, and how long its undoing takes. */
import type { Person, Product } from '../testing/product/product.js';
import type { Answer } from '../testing/product/fake-provider.js';
import { withModel } from './chat.js';
import { median, print, time } from './report.js';

const ROUNDS = 40;
const FILES = 10_000;
const CHANGED = 1_000;

export async function undo(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  const answer = async (tool: string, args: unknown) => {
    provider.script(
      (step: Answer) => (step.call(crypto.randomUUID(), tool, args), step.end('tool_calls')),
      (step: Answer) => (step.text('Done'), step.end()),
    );
    const sent = await ada.json<{ run_id: string }>('/api/conversations/new/messages', { text: 'go', model });
    await (await ada.fetch(`/api/runs/${sent.run_id}/events?from=0`)).text();
    return sent.run_id;
  };
  // Made by the computer itself, which could not write to files of whoever runs the bench.
  const write = (content: string, count: number) =>
    `mkdir -p many && for n in $(seq 1 ${count}); do echo ${content} > "many/file $n.txt"; done`;
  await answer('run_bash_command', { cmd: write('first', FILES) });
  const took = { command: [] as number[], reading: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    took.reading.push(await time(() => answer('read_file', { target_file: 'many/file 1.txt' })));
    took.command.push(await time(() => answer('run_bash_command', { cmd: 'true' })));
  }
  const area = 'undo';
  print({
    area,
    name: 'an answer with a command, or a file read',
    ours: median(took.command),
    floor: median(took.reading),
    unit: 'ms',
    goal: '20 ms more',
  });
  const runId = await answer('run_bash_command', { cmd: write('changed', CHANGED) });
  const undone = () => ada.json(`/api/runs/${runId}/undo`, {});
  print({ area, name: `undo of ${CHANGED} files`, ours: await time(undone), unit: 'ms', goal: '≤ 2,000 ms' });
  await provider.stop();
}
