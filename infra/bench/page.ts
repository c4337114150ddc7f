/** Load and paint times in a browser. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTab } from '../../frontends/e2e/browser.js';
import { longestTask } from '../../frontends/e2e/longest-task.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { median, print, time } from './report.js';

export async function page(product: Product, ada: Person): Promise<void> {
  const home = homeOf(product);
  for (const count of [1_000, 150_000]) {
    mkdirSync(join(home, `paint${count}`), { recursive: true });
    for (let n = 0; n < count; n++) writeFileSync(join(home, `paint${count}`, `file ${n}.txt`), '');
  }
  const browser = await openBrowser();
  const tab = await openTab(browser, ada);
  let scripts = 0;
  const devtools = await tab.context.newCDPSession(tab.page);
  await devtools.send('Network.enable');
  const kinds = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => (scripts += kinds.get(requestId) === 'Script' ? encodedDataLength : 0),
  );
  const first: number[] = [];
  for (const count of [1_000, 150_000]) {
    const begun = performance.now();
    await tab.page.goto(`/f/w/paint${count}`);
    await tab.page.getByRole('row', { name: /^file 0\.txt/ }).waitFor();
    first.push(performance.now() - begun);
    if (count === 1_000)
      print({
        area: 'page',
        name: 'JavaScript of the file list',
        ours: scripts / 1024,
        unit: 'KiB',
        goal: '≤ 300 KB compressed',
      });
    print({
      area: 'page',
      name: `rows in the page at ${count}`,
      ours: await tab.page.getByRole('row').count(),
      unit: 'nodes',
      goal: '≤ 200',
    });
  }
  print({
    area: 'page',
    name: 'first row of 150,000 against 1,000',
    ours: first[1]!,
    floor: first[0]!,
    unit: 'ms',
    goal: '≤ 3 ×',
  });
  print({
    area: 'page',
    name: 'CPU time of the longest task, 150,000 names',
    ours: await longestTask(tab, async () => {
      await tab.page.goto('/f/w/paint150000');
      await tab.page.getByRole('row', { name: /^file 0\.txt/ }).waitFor();
      await tab.page.locator('[role=grid][aria-rowcount="150001"]').waitFor();
    }),
    unit: 'ms',
    goal: '≤ 200 ms',
  });
  await browser.close();
}

/** Opens a long conversation and a short one at their addresses. */
export async function conversation(_product: Product, ada: Person): Promise<void> {
  const browser = await openBrowser();
  const { page: tab } = await openTab(browser, ada);
  const short = await talk(ada, 5);
  const long = await talk(ada, 500);
  const opened = new Map<string, number[]>([
    [short, []],
    [long, []],
  ]);
  for (let round = 0; round < 7; round++) {
    for (const [id, durations] of opened) {
      durations.push(
        await time(async () => {
          await tab.goto(`/f?chat=${id}`);
          await tab.getByRole('article', { name: 'Answer' }).last().waitFor();
        }),
      );
    }
  }
  const p50 = (id: string) => median(opened.get(id)!.slice(1));
  print({
    area: 'conversation',
    name: '1,000 messages against 10',
    ours: p50(long),
    floor: p50(short),
    unit: 'ms',
    goal: '≤ 1.3 ×',
  });
  print({
    area: 'conversation',
    name: 'messages in the page at 1,000',
    ours: await tab.getByRole('article').count(),
    unit: 'nodes',
    goal: 'printed',
  });
  await browser.close();
}

/** Creates a conversation with that many questions to the built-in helper and their answers. */
async function talk(ada: Person, turns: number): Promise<string> {
  let id = 'new';
  for (let turn = 0; turn < turns; turn++) {
    const sent = await ada.json<{ conversation_id: string; run_id: string }>(`/api/conversations/${id}/messages`, {
      text: `question ${turn}`,
      model: 'zo/helper',
    });
    id = sent.conversation_id;
    await (await ada.fetch(`/api/runs/${sent.run_id}/events?from=0`)).text();
  }
  return id;
}
