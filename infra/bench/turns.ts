/** What a chat sends again at each of its turns, and what it leaves asleep. */
import type { Answer } from '../testing/product/fake-provider.js';
import { startFakeSearch } from '../testing/product/fake-search.js';
import type { Person, Product } from '../testing/product/product.js';
import { withModel } from './chat.js';
import { median, print, time } from './report.js';

const TURNS = 20;
const ASKED = 10;

/**
 * The share of the requests' text that their provider has computed before: what a request has in common with the one
 * before it, from the beginning on. Providers keep that for minutes.
 */
export async function prefix(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  provider.requests.length = 0;
  let id = 'new';
  for (let turn = 0; turn < TURNS; turn++) {
    provider.script(
      (answer) => {
        answer.text(`Turn ${turn}: I look first. `);
        answer.call(`run-${turn}`, 'run_bash_command', { cmd: `seq ${turn} ${turn + 20}` });
        answer.end('tool_calls');
      },
      (answer) => (answer.text(`So it is ${turn}. `.repeat(20)), answer.end()),
    );
    const sent = await ada.json<{ conversation_id: string; run_id: string }>(`/api/conversations/${id}/messages`, {
      text: `question ${turn}`,
      model,
    });
    id = sent.conversation_id;
    await (await ada.fetch(`/api/runs/${sent.run_id}/events?from=0`)).text();
  }
  const bodies = provider.requests.map(({ request: { tools, messages } }) => JSON.stringify([tools, messages]));
  let [reused, all] = [0, 0];
  for (const [index, body] of bodies.entries()) {
    all += body.length;
    if (index > 0) reused += commonLength(bodies[index - 1]!, body);
  }
  const ours = (100 * reused) / all;
  print({ area: 'prefix', name: `reused over ${TURNS} turns`, ours, unit: '%', goal: '≥ 90 %' });
  await provider.stop();
}

function commonLength(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return at;
}

/**
 * A tool that needs no computer, asked while it sleeps. The product runs with an idle timeout of a fraction of a
 * second.
 */
export async function asleep(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  const search = await startFakeSearch('searxng');
  await ada.post('/api/web-search', { kind: 'searxng', base_url: search.url }, 'PUT');
  const stateOf = async () => (await ada.computer()).state;
  let woken = 0;
  const took: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    while ((await stateOf()) !== 'asleep') await new Promise((resolve) => setTimeout(resolve, 50));
    provider.script(
      (answer: Answer) => (answer.call(`s${n}`, 'web_search', { query: 'zo' }), answer.end('tool_calls')),
      (answer: Answer) => (answer.text('Found.'), answer.end()),
    );
    const ask = async () => {
      const sent = await ada.json<{ run_id: string }>('/api/conversations/new/messages', { text: 'search', model });
      return (await ada.fetch(`/api/runs/${sent.run_id}/events?from=0`)).text();
    };
    let events = '';
    took.push(await time(async () => void (events = await ask())));
    if (!events.includes('"state":"done"')) throw new Error(`the search failed: ${events.slice(-400)}`);
    if ((await stateOf()) !== 'asleep') woken++;
  }
  print({ area: 'asleep', name: `woken by ${ASKED} searches`, ours: woken, unit: 'times', goal: '0' });
  print({ area: 'asleep', name: 'a search while asleep, p50', ours: median(took), unit: 'ms', goal: 'printed' });
  await search.stop();
  await provider.stop();
}
