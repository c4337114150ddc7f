import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { Person } from '../../infra/testing/product/product.js';
import { expect, test as base } from './fixture.js';
import { write } from './page-objects.js';

const MIN = 120;
const test = base.extend<{ strangers: number }>({
  /** The port of a server with pages of other sites, which ignores requests. */
  strangers: async ({}, use) => {
    const server = createServer((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>a stranger</title><iframe name="sink"></iframe>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use((server.address() as AddressInfo).port);
    server.close().closeAllConnections();
  },
});

/** Everything that a cross-origin write could have changed. */
const stateOf = async (user: Person) => ({
  listing: (await user.json<{ names: string[] }>('/api/files/list?root=w')).names.toSorted(),
  trash: (await user.json<{ names: string[] }>(`/api/files/list?root=w&path=${encodeURIComponent('["Trash"]')}`)).names,
  conversations: (await user.json<{ conversations: unknown[] }>('/api/conversations')).conversations.length,
  me: (await user.json<{ profile: unknown }>('/api/auth/me')).profile,
  mode: await user.json('/api/admin/sign-up'),
  terminals: (await user.json<{ terminals: unknown[] }>('/api/terminals')).terminals.length,
  providers: (await user.json<{ providers: unknown[] }>('/api/models/providers')).providers,
  sessions: (await user.json<{ sessions: unknown[] }>('/api/auth/sessions')).sessions.length,
  uploads: (await user.json<{ uploads: unknown[] }>('/api/file-uploads')).uploads.length,
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

test.describe('pages of other origins', () => {
  // What the browser says about the refused requests.
  test.use({ expectedErrors: [/blocked by CORS policy|violates the following Content Security Policy directive/] });

  test(`S8 at least ${MIN} writes from a second origin, a sibling subdomain and a page without an origin change and reveal nothing`, async ({
    another,
    product,
    owner,
    strangers,
  }) => {
    await write(owner, { 'Trash-me.md': 'kept', 'gone.md': 'x' });
    await owner.json('/api/files/trash', { items: [{ root: 'w', path: ['gone.md'] }] });
    const { page } = await another(owner);
    await page.goto('/f/w');
    await page.getByRole('row').first().waitFor();
    const before = await stateOf(owner);
    const tried: Tried[] = [];
    // Another port is the same site, so its requests carry the cookie: the most dangerous of the three.
    for (const origin of [
      `http://localhost:${strangers}`,
      `http://evil.localhost:${strangers}`,
      `http://127.0.0.1:${strangers}`,
    ]) {
      await page.goto(origin);
      tried.push(...(await attack(page, product.url)));
    }
    await page.goto(`data:text/html,<title>nobody</title><iframe name="sink"></iframe>`);
    tried.push(...(await attack(page, product.url)));
    console.log(`S8: ${tried.length} writes from four pages`);
    expect(tried.length).toBeGreaterThanOrEqual(MIN);
    expect(tried.filter(({ read }) => read)).toEqual([]);
    expect(await stateOf(owner)).toEqual(before);
  });

  test('S8 no page of another origin opens a websocket, reads a response, frames the app or signs a user out', async ({
    page,
    user,
    product,
    strangers,
  }) => {
    await page.goto(`http://localhost:${strangers}`);
    const nonce = await user.json<{ token: string }>('/api/tokens/wss-nonce', {});
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
    await page.goto(`${product.url}/logout`, { referer: `http://localhost:${strangers}/` });
    expect([opened, read, framed]).toEqual([false, false, false]);
    expect((await user.fetch('/api/auth/me')).status).toBe(200);
  });
});
