/** What a browser loads and paints. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openTab } from '../../frontends/e2e/browser.js';
import type { Person, Product } from '../product/product.js';
import { print } from './report.js';

export async function page(product: Product, ada: Person): Promise<void> {
  const home = join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!, 'workspace');
  for (const count of [1_000, 100_000]) {
    mkdirSync(join(home, `paint${count}`), { recursive: true });
    for (let n = 0; n < count; n++) writeFileSync(join(home, `paint${count}`, `file ${n}.txt`), '');
  }
  const browser = await openBrowser();
  const tab = await openTab(browser, product.url);
  const [name, value] = ada.cookie.split('=') as [string, string];
  await tab.context.addCookies([{ name, value, url: product.url }]);
  let scripts = 0;
  const devtools = await tab.context.newCDPSession(tab.page);
  await devtools.send('Network.enable');
  const kinds = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => (scripts += kinds.get(requestId) === 'Script' ? encodedDataLength : 0));
  const first: number[] = [];
  for (const count of [1_000, 100_000]) {
    const begun = performance.now();
    await tab.page.goto(`/f/w/paint${count}`);
    await tab.page.getByRole('row', { name: /^file 0\.txt/ }).waitFor();
    first.push(performance.now() - begun);
    if (count === 1_000) print({ area: 'page', name: 'JavaScript of the file list', ours: scripts / 1024, unit: 'KiB', goal: '≤ 300 KB compressed' });
    print({ area: 'page', name: `rows in the page at ${count}`, ours: await tab.page.getByRole('row').count(), unit: 'nodes', goal: '≤ 200' });
  }
  print({ area: 'page', name: 'first row of 100,000 against 1,000', ours: first[1]!, floor: first[0]!, unit: 'ms', goal: '≤ 3 ×' });
  await browser.close();
}
