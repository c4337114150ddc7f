/** S11: no credential that a user types or receives is kept where scripts of the page can read it. */
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { Canaries } from '../../infra/testing/product/canaries.js';
import { expect, test } from './fixture.js';

/** Everything that scripts of this origin can read, by place. */
const storage = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        rows.push(store, await asked(all.getAllKeys()), await asked(all.getAll()));
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) cached.push(request.url, await (await cache.match(request))!.text());
    }
    return {
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      cookies: document.cookie,
      IndexedDB: JSON.stringify(rows),
      caches: cached.join(' '),
      'the address': `${location.href} ${document.referrer} ${window.name}`,
    };
  });

/** Plants a canary in each of these places. */
const leave = (page: Page, canary: string) =>
  page.evaluate(async (left) => {
    localStorage.setItem('left', left);
    sessionStorage.setItem('left', left);
    document.cookie = `left=${left}`;
    history.replaceState(null, '', `?left=${left}`);
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('left');
      request.onupgradeneeded = () => request.result.createObjectStore('left').put(left, 1);
      request.onsuccess = () => (request.result.close(), resolve());
      request.onerror = () => reject(request.error!);
    });
    await (await caches.open('left')).put('/left', new Response(left));
  }, canary);

test('S11 passwords, keys, the session and tokens are in no storage of the browser, from the claim to signing out', async ({
  another,
  startOwn,
  provider,
}) => {
  const canaries = new Canaries();
  const product = await startOwn();
  const { page, context } = await another(product.url);
  page.on('response', (answer) => {
    if (answer.ok() && answer.url().endsWith('/api/tokens/wss-nonce'))
      void answer.json().then(
        ({ token }: { token: string }) => canaries.add(token, 'ticket'),
        () => undefined,
      );
  });
  const link = /http:\/\/\S+claim#token=(\S+)/.exec(product.output())!;
  canaries.add(link[1]!, 'claim token');
  const password = canaries.plant('password');
  await page.goto(link[0]);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').first().fill(password);
  await page
    .getByLabel(/handle/i)
    .first()
    .fill('ada');
  await page.getByRole('button', { name: /make it mine|claim|create|start/i }).click();
  await page.waitForURL(/\/f/);
  await page.getByText('Computer is on').waitFor();
  const session = (await context.cookies()).find(({ name }) => name.endsWith('sid'))!;
  canaries.add(session.value, 'session');
  await page.goto('/settings#your-ai');
  await page.getByRole('button', { name: /add/i }).first().click();
  await page.getByRole('button', { name: 'Provider: OpenAI' }).click();
  await page
    .getByRole('option', { name: /compatible/i })
    .or(page.getByRole('menuitem', { name: /compatible/i }))
    .or(page.getByRole('menuitemradio', { name: /compatible/i }))
    .click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(provider.url);
  await page.getByLabel(/^Key/).fill(canaries.plant('key of a provider', 'sk-'));
  provider.script((answer, request) => {
    if (request.tools?.length) answer.call('probe', request.tools[0]!.function.name, {});
    else answer.text('ok');
    answer.end(request.tools?.length ? 'tool_calls' : 'stop');
  });
  await page.getByRole('button', { name: 'Test and add' }).click();
  await eventually(() => provider.requests.length > 0);
  await page.goto('/f/w');
  await page.getByRole('treeitem', { name: /Articles/ }).waitFor();
  await page.keyboard.press('Control+Backquote');
  await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
  // The tokens of the live events and of the terminal.
  await eventually(() => canaries.size >= 6);
  const places = await storage(page);
  expect(places.localStorage.length).toBeGreaterThan(2);
  expect(canaries.found(places)).toEqual([]);
  await page.goto('/login');
  await page.request.post('/api/auth/sign-out', { data: {} });
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').fill(canaries.plant('wrong password'));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  expect(canaries.found(await storage(page))).toEqual([]);
  await leave(page, canaries.plant('left behind'));
  expect(canaries.found(await storage(page))).toEqual(Object.keys(places).map((place) => `left behind: in ${place}`));
});
