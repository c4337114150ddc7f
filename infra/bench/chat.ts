/** Latency the chat adds to a provider, many concurrent streams, long conversations. */
import { Agent, request } from 'node:http';
import { Person, type Product } from '../testing/product/product.js';
import { startFakeProvider } from '../testing/product/fake-provider.js';
import { median, print, quantile, time } from './report.js';

const agent = new Agent({ keepAlive: true });
/** Warm-up requests, so that hot code is compiled. */
const WARM_UP = 100;
const TURNS = 200;

interface Sent {
  readonly conversation_id: string;
  readonly run_id: string;
}

/** A person with a model of a scripted provider. */
export async function withModel(ada: Person) {
  const provider = await startFakeProvider();
  provider.script((answer) => (answer.text('Hello'), answer.end()));
  await ada.json('/api/models/providers', {
    kind: 'openai-compatible',
    base_url: provider.url,
    api_key: 'k',
    models: ['bench'],
  });
  const models = await ada.json<{ value: string; helper?: boolean }[]>('/api/models/available');
  return { provider, model: models.find(({ helper }) => !helper)!.value };
}

/**
 * Milliseconds from sending a message to the first bytes that contain `wanted`; the rest of the response is read too.
 */
function firstWords(
  url: string,
  wanted: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = '';
        let took: number | undefined;
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          if (text.includes(wanted)) took ??= performance.now() - begun;
        });
        answer.on('end', () => (took === undefined ? reject(new Error(text.slice(0, 200))) : resolve(took)));
      },
    );
    outgoing.on('error', reject).end(body);
  });
}

export async function chat(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  const added: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    const direct = await firstWords(`${provider.url}/chat/completions`, 'Hello', {
      headers: {},
      body: JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    });
    const through = await firstWords(`${ada.url}/api/conversations/new/messages/stream`, 'text.delta', {
      headers: { cookie: ada.cookie },
      body: JSON.stringify({ text: 'hi', model }),
    });
    if (turn >= WARM_UP) added.push(through - direct);
  }
  print({
    area: 'chat',
    name: 'first token, added, p50',
    ours: median(added),
    unit: 'ms',
    goal: '≤ 5 ms over the provider',
  });
  print({ area: 'chat', name: 'first token, added, p99', ours: quantile(added, 0.99), unit: 'ms', goal: 'printed' });
  await streams(ada, model, provider);
  await provider.stop();
}

/** Two hundred concurrent answers of fifty tokens per second each. */
async function streams(
  ada: Person,
  model: string,
  provider: Awaited<ReturnType<typeof startFakeProvider>>,
): Promise<void> {
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
          const stamps =
            Buffer.from(part)
              .toString()
              .match(/t\d{13}/g) ?? [];
          if (stamps.length > 0) delays.push(Date.now() - Number(stamps.at(-1)!.slice(1)));
        }
      }),
    ),
  );
  print({
    area: 'chat',
    name: '200 streams, token delay p99',
    ours: quantile(delays, 0.99),
    unit: 'ms',
    goal: 'printed',
  });
  print({
    area: 'chat',
    name: '200 streams, time for all',
    ours: took / 1000,
    floor: (tokens * 20) / 1000,
    unit: 's',
    goal: 'printed',
  });
}
