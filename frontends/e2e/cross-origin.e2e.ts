import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { Person, type Product, startProduct } from '../../infra/testing/product/product.js';
import { openBrowser, openTab } from './browser.js';

const MIN = 120;
let product: Product;
let ada: Person;
let browser: Browser;
let strangers: { server: Server; port: number };

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  await ada.json('/api/files/write', { root: 'w', path: ['Trash-me.md'], content: 'kept', base: { absent: true } });
  await ada.json('/api/files/write', { root: 'w', path: ['gone.md'], content: 'x', base: { absent: true } });
  await ada.json('/api/files/trash', { items: [{ root: 'w', path: ['gone.md'] }] });
  strangers = await startStrangers();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  strangers?.server.close().closeAllConnections();
  await product?.stop();
});

/** Serves pages of other sites; requests they receive are ignored. */
async function startStrangers() {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>a stranger</title><iframe name="sink"></iframe>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Everything that a cross-origin write could have changed. */
const state = async () => ({
  listing: (await ada.json<{ names: string[] }>('/api/files/list?root=w')).names.toSorted(),
  trash: (await ada.json<{ names: string[] }>(`/api/files/list?root=w&path=${encodeURIComponent('["Trash"]')}`)).names,
  conversations: (await ada.json<{ conversations: unknown[] }>('/api/conversations')).conversations.length,
  me: (await ada.json<{ profile: unknown }>('/api/auth/me')).profile,
  mode: await ada.json('/api/admin/sign-up'),
  terminals: (await ada.json<{ terminals: unknown[] }>('/api/terminals')).terminals.length,
  providers: (await ada.json<{ providers: unknown[] }>('/api/models/providers')).providers,
  sessions: (await ada.json<{ sessions: unknown[] }>('/api/auth/sessions')).sessions.length,
  uploads: (await ada.json<{ uploads: unknown[] }>('/api/file-uploads')).uploads.length,
});

const WRITES: readonly [method: string, path: string, body: string][] = [
  ['POST', '/api/files/create', '{"root":"w","path":["evil.md"],"type":"file"}'],
  ['POST', '/api/files/write', '{"root":"w","path":["evil.md"],"content":"x","base":{"any":true}}'],
  ['POST', '/api/files/trash', '{"items":[{"root":"w","path":["Trash-me.md"]}]}'],
  ['POST', '/api/files/rename', '{"root":"w","path":["Trash-me.md"],"name":"evil"}'],
  ['POST', '/api/files/empty-trash', '{}'],
  ['POST', '/api/conversations', '{}'],
  ['POST', '/api/conversations/new/messages', '{"text":"run touch evil.md"}'],
  ['PUT', '/api/admin/sign-up', '{"mode":"open"}'],
  ['POST', '/api/terminals', '{"cols":80,"rows":24}'],
  ['POST', '/api/models/providers', '{"kind":"openai","api_key":"x","models":["x"]}'],
  ['PATCH', '/api/auth/me', '{"full_name":"Evil"}'],
  ['POST', '/api/auth/sign-out', '{}'],
  ['POST', '/api/auth/password', '{"current":"correct horse","next":"evil evil evil"}'],
  ['POST', '/api/file-uploads/init', '{"pathParts":[],"fileName":"evil.bin","totalBytes":1}'],
  ['POST', '/api/tokens/wss-nonce', '{}'],
  ['DELETE', '/api/auth/sessions/x', ''],
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
];

interface Tried {
  readonly what: string;
  readonly read: boolean;
}

/** Every way in which a page can send requests: fetch modes, forms, beacons, navigations. */
async function attack(page: Page, target: string): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [method, path, body] of WRITES) {
    for (const type of TYPES) {
      const read = await page.evaluate(
        async ([to, how, text, contentType]) => {
          const ways: RequestInit[] = [{ mode: 'no-cors' }, { mode: 'cors' }];
          let seen = false;
          for (const way of ways) {
            const answer = await fetch(to!, {
              ...way,
              method: way.mode === 'no-cors' && how !== 'POST' ? 'POST' : how,
              credentials: 'include',
              body: how === 'DELETE' ? undefined : text,
              headers: { 'content-type': contentType! },
            }).catch(() => undefined);
            if (answer && answer.type !== 'opaque') seen = true;
          }
          return seen;
        },
        [target + path, method, body, type],
      );
      tried.push({ what: `fetch ${method} ${path} as ${type}`, read });
    }
    await page.evaluate(
      ([to, text]) => navigator.sendBeacon(to!, new Blob([text!], { type: 'text/plain' })),
      [target + path, body],
    );
    tried.push({ what: `beacon ${path}`, read: false });
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      await page.evaluate(
        ([to, text, encoding]) => {
          const form = Object.assign(document.createElement('form'), {
            action: to!,
            method: 'post',
            enctype: encoding!,
            target: 'sink',
          });
          form.append(
            Object.assign(document.createElement('input'), { name: text!.replace(/}$/, ',"a":"'), value: '"}' }),
          );
          document.body.append(form);
          form.submit();
        },
        [target + path, body, enctype],
      );
      await page
        .frame({ name: 'sink' })
        ?.waitForLoadState('domcontentloaded')
        .catch(() => undefined);
      tried.push({ what: `form ${path} as ${enctype}`, read: false });
    }
  }
  return tried;
}

describe('pages of other origins', () => {
  it(`S8 at least ${MIN} writes from a second origin, a sibling subdomain and a page without an origin change and reveal nothing`, async () => {
    const { page, context } = await openTab(browser, product.url);
    await context.addCookies([
      { name: 'sid', value: ada.cookie.split('=')[1]!, url: product.url, httpOnly: true, sameSite: 'Lax' },
    ]);
    await page.goto('/f/w');
    await page.getByRole('row').first().waitFor();
    const before = await state();
    const tried: Tried[] = [];
    // Another port is the same site, so its requests carry the cookie: the most dangerous of the three.
    for (const origin of [
      `http://localhost:${strangers.port}`,
      `http://evil.localhost:${strangers.port}`,
      `http://127.0.0.1:${strangers.port}`,
    ]) {
      await page.goto(origin);
      tried.push(...(await attack(page, product.url)));
    }
    await page.goto(`data:text/html,<title>nobody</title><iframe name="sink"></iframe>`);
    tried.push(...(await attack(page, product.url)));
    console.log(`S8: ${tried.length} writes from four pages`);
    expect(tried.length).toBeGreaterThanOrEqual(MIN);
    expect(tried.filter(({ read }) => read)).toEqual([]);
    expect(await state()).toEqual(before);
  }, 120_000);

  it('S8 no page of another origin opens a websocket, reads a response, frames the app or signs a user out', async () => {
    const { page, context } = await openTab(browser, product.url);
    await context.addCookies([
      { name: 'sid', value: ada.cookie.split('=')[1]!, url: product.url, httpOnly: true, sameSite: 'Lax' },
    ]);
    await page.goto(`http://localhost:${strangers.port}`);
    const nonce = await ada.json<{ token: string }>('/api/tokens/wss-nonce', {});
    const opened = await page.evaluate(
      (to) =>
        new Promise((resolve) => {
          const socket = new WebSocket(to);
          socket.onopen = () => resolve(true);
          socket.onclose = () => resolve(false);
        }),
      `${product.url.replace('http', 'ws')}/api/ws?nonce=${nonce.token}`,
    );
    const read = await page.evaluate(
      (to) =>
        fetch(to, { credentials: 'include' }).then(
          () => true,
          () => false,
        ),
      `${product.url}/api/auth/me`,
    );
    const framed = await page.evaluate(
      (to) =>
        new Promise<boolean>((resolve) => {
          const frame = Object.assign(document.createElement('iframe'), { src: to });
          frame.onload = () => {
            try {
              resolve(frame.contentDocument === null && frame.contentWindow!.length > 0);
            } catch {
              resolve(false);
            }
          };
          document.body.append(frame);
        }),
      `${product.url}/f/w`,
    );
    await page.goto(`${product.url}/logout`, { referer: `http://localhost:${strangers.port}/` });
    expect([opened, read, framed]).toEqual([false, false, false]);
    expect((await ada.fetch('/api/auth/me')).status).toBe(200);
  }, 60_000);
});
