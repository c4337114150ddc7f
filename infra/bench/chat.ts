/** What the chat adds to a provider, many streams at once, long conversations. */
import { Person, type Product } from '../product/product.js';
import { startFakeProvider } from '../product/fake-provider.js';
import { median, print, quantile, time, times } from './report.js';

interface Sent {
  readonly conversation_id: string;
  readonly run_id: string;
}

async function withModel(ada: Person) {
  const provider = await startFakeProvider();
  provider.script((answer) => (answer.text('Hello'), answer.end()));
  await ada.json('/api/models/providers', { kind: 'openai-compatible', base_url: provider.url, api_key: 'k', models: ['bench'] });
  const models = await ada.json<{ value: string; helper?: boolean }[]>('/api/models/available');
  return { provider, model: models.find(({ helper }) => !helper)!.value };
}

/** Reads a run's events until the first text, or the end. */
async function follow(ada: Person, run: string, until: 'first' | 'end'): Promise<number> {
  const answer = await ada.fetch(`/api/runs/${run}/events?from=0`);
  let text = '';
  for await (const part of answer.body!) {
    text += Buffer.from(part).toString();
    if (until === 'first' && text.includes('text.delta')) break;
  }
  return text.split('text.delta').length - 1;
}

export async function chat(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  const body = JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'hi' }] });
  const direct = await times(60, async () => void (await (await fetch(`${provider.url}/chat/completions`, { method: 'POST', body })).text()));
  const through = await times(60, async () => {
    const sent = await ada.json<Sent>('/api/conversations/new/messages', { text: 'hi', model });
    await follow(ada, sent.run_id, 'first');
  });
  print({ area: 'chat', name: 'first token, added, p50', ours: median(through.slice(10)) - median(direct.slice(10)), unit: 'ms', goal: '≤ 5 ms over the provider, two requests included' });
  await streams(ada, model, provider);
  await provider.stop();
}

/** Two hundred answers of fifty tokens a second at once. */
async function streams(ada: Person, model: string, provider: Awaited<ReturnType<typeof startFakeProvider>>): Promise<void> {
  const tokens = 100;
  provider.script(async (answer) => {
    for (let n = 0; n < tokens; n++) {
      answer.text(`t${Date.now()} `);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    answer.end();
  });
  const delays: number[] = [];
  const took = await time(() =>
    Promise.all(
      Array.from({ length: 200 }, async () => {
        const sent = await ada.json<Sent>('/api/conversations/new/messages', { text: 'go', model });
        const answer = await ada.fetch(`/api/runs/${sent.run_id}/events?from=0`);
        for await (const part of answer.body!) {
          const stamps = Buffer.from(part).toString().match(/t\d{13}/g) ?? [];
          if (stamps.length > 0) delays.push(Date.now() - Number(stamps.at(-1)!.slice(1)));
        }
      }),
    ),
  );
  print({ area: 'chat', name: '200 streams, token delay p99', ours: quantile(delays, 0.99), unit: 'ms', goal: 'printed' });
  print({ area: 'chat', name: '200 streams, time for all', ours: took / 1000, floor: (tokens * 20) / 1000, unit: 's', goal: 'printed' });
}
