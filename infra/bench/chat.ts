/** Latency that the chat adds to a provider. */
import { Agent, request } from 'node:http';
import { Person, type Product } from '../testing/product/product.js';
import { startFakeProvider } from '../testing/product/fake-provider.js';
import { median, print, quantile } from './report.js';

const agent = new Agent({ keepAlive: true });
/** Warm-up requests, so that hot code is compiled. */
const WARM_UP = 100;
const TURNS = 200;

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

const FACTS = 30;

/** What every answer is told: a guide in the workspace, and facts in the memory. */
async function remember(ada: Person): Promise<void> {
  const content = '# How I like it\n\nShort answers, metric units.\n';
  const written = await ada.post('/api/files/write', {
    root: 'w',
    path: ['AGENTS.md'],
    content,
    base: { absent: true },
  });
  if (!written.ok) throw new Error(await written.text());
  for (let n = 0; n < FACTS; n++) {
    const fact = { file_path: null, before: null, after: `Fact number ${n} about me` };
    const kept = await ada.post('/api/memory/facts', fact, 'PUT');
    if (!kept.ok) throw new Error(await kept.text());
  }
}

/** With an awake computer, and memory in it, which each answer is told of. */
export async function chat(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  await remember(ada);
  const [added, floor]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    const direct = await firstWords(`${provider.url}/chat/completions`, 'Hello', {
      headers: {},
      body: JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    });
    const through = await firstWords(`${ada.url}/api/conversations/new/messages/stream`, 'Hello', {
      headers: { cookie: ada.cookie },
      body: JSON.stringify({ text: 'hi', model }),
    });
    if (turn < WARM_UP) continue;
    added.push(through - direct);
    floor.push(direct);
  }
  const asked = JSON.stringify(provider.requests.at(-1)!.request.messages);
  if (!asked.includes(`Fact number ${FACTS - 1}`) || !asked.includes('metric units'))
    throw new Error('the model was not told of the memory');
  const figure = { area: 'chat', floor: median(floor), unit: 'ms' };
  print({ ...figure, name: 'first token, added, p50', ours: median(added), goal: '≤ 3 ms over the provider' });
  print({ ...figure, name: 'first token, added, p10', ours: quantile(added, 0.1), goal: 'printed' });
  print({ ...figure, name: 'first token, added, p99', ours: quantile(added, 0.99), goal: 'printed' });
  await provider.stop();
}
