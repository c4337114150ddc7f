/** Many answers at once, each of a hundred pieces in two seconds, beside the same without the product. */
import type { FakeProvider } from '../testing/product/fake-provider.js';
import type { Person, Product } from '../testing/product/product.js';
import { withModel } from './chat.js';
import { print, quantile, time } from './report.js';

const TOKENS = 100;
const EVERY_MS = 20;
const AREA = 'streams';

interface Sent {
  readonly run_id: string;
}

interface Asked {
  readonly model: string;
  readonly count: number;
  /** Milliseconds from the provider to the reader are added here. */
  readonly delays: number[];
}

export async function streams(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  // What runs for the first time is compiled first.
  await answers(ada, { model, count: 50, delays: [] });
  provider.script(async (answer) => {
    const begun = performance.now();
    for (let n = 1; n <= TOKENS && !answer.cancelled; n++) {
      answer.text(`t${Date.now()} `);
      // Against the clock: a busy machine makes timers late, and lateness would add up.
      const left = begun + n * EVERY_MS - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
    answer.end();
  });
  for (const [count, goal] of [
    [200, '≤ 3 s'],
    [500, 'all complete'],
  ] as const) {
    const floor = await time(() => direct(provider, count));
    const delays: number[] = [];
    const took = await time(() => answers(ada, { model, count, delays }));
    const name = `${count} streams`;
    print({ area: AREA, name: `${name}, time for all`, ours: took / 1_000, floor: floor / 1_000, unit: 's', goal });
    const delay = quantile(delays, 0.99);
    print({ area: AREA, name: `${name}, token delay p99`, ours: delay, unit: 'ms', goal: 'printed' });
  }
  await provider.stop();
}

/** The same streams, read from the provider itself. */
async function direct(provider: FakeProvider, count: number): Promise<void> {
  const body = JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'go' }] });
  const read = async () => (await fetch(`${provider.url}/chat/completions`, { method: 'POST', body })).text();
  await Promise.all(Array.from({ length: count }, read));
}

/** @throws unless every answer is complete */
async function answers(ada: Person, { model, count, delays }: Asked): Promise<void> {
  const one = async () => {
    const sent = await ada.json<Sent>('/api/conversations/new/messages', { text: 'go', model });
    const answer = await ada.fetch(`/api/runs/${sent.run_id}/events?from=0`);
    let end = '';
    for await (const part of answer.body!) {
      end = Buffer.from(part).toString();
      const stamps = end.match(/t\d{13}/g) ?? [];
      if (stamps.length > 0) delays.push(Date.now() - Number(stamps.at(-1)!.slice(1)));
    }
    if (!end.includes('"status":"complete"')) throw new Error(`an answer ended with ${end.slice(-200)}`);
  };
  await Promise.all(Array.from({ length: count }, one));
}
