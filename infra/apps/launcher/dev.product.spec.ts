import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { eventually } from '@zo/testing';
import { Person, processesOf, type Product, startProduct } from '../../testing/product/product.js';

let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct({ dev: true });
  ada = await Person.claim(product);
});

afterAll(async () => {
  await product.stop();
});

const get = async (path: string, init?: RequestInit) => {
  const answer = await fetch(product.url + path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('npm run dev', () => {
  it('AP-01 pages have the headers of production and their own nonce, at every address', async () => {
    for (const path of ['/', '/f/w/a.md', '/settings/appearance']) {
      const { status, headers, text } = await get(path);
      const [, nonce] = /script-src[^;]*'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '') ?? [];
      expect([path, status, text.includes(`nonce="${nonce}"`), text.includes('__CSP_NONCE__')]).toEqual([
        path,
        200,
        true,
        false,
      ]);
    }
    expect((await get('/')).headers.get('content-security-policy')).not.toBe(
      (await get('/')).headers.get('content-security-policy'),
    );
  });

  it('AP-01 the code of shell and remotes is served from their sources through one origin, and can be debugged', async () => {
    const page = (await get('/')).text;
    const [, script] = /<script[^>]* src="(\/static\/js\/index[^"]*\.js)"/.exec(page) ?? [];
    expect((await get(script!)).text).toContain('sourceMappingURL');
    for (const remote of ['workspace', 'chat', 'settings']) {
      const { status, headers, text } = await get(`/remotes/${remote}/mf-manifest.json`);
      expect([remote, status, headers.get('cache-control')]).toEqual([remote, 200, 'no-cache']);
      expect(JSON.parse(text)).toMatchObject({ name: remote, metaData: { publicPath: `/remotes/${remote}/` } });
    }
    expect((await get('/remotes/nobody/remoteEntry.js')).status).toBe(404);
    expect(
      (await get('/remotes/chat/mf-manifest.json', { method: 'POST', headers: { origin: product.url } })).status,
    ).toBe(404);
  });

  it('AP-01 the page is notified of saved sources by a websocket of its own origin only', async () => {
    const [, token] =
      /'([0-9a-f]{16})'[^']{0,80}rsbuild-hmr/.exec((await get('/remotes/settings/static/js/index.js')).text) ?? [];
    const open = (origin: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(
          `${product.url.replace('http', 'ws')}/remotes/settings/rsbuild-hmr?token=${token}`,
          { origin },
        );
        socket.once('error', (error) => resolve(error.message)).once('open', () => resolve('open'));
        socket.once('open', () => socket.close());
      });
    expect(await open('http://evil.example')).toContain('403');
    expect(await open(product.url)).toBe('open');
  });

  it('AU-04 the API works as usual, and no process is left at the end', async () => {
    expect(await ada.json('/api/auth/me')).toMatchObject({ handle: 'ada' });
    expect((await get('/api/nothing')).status).toBe(401);
    await product.stop({ keep: true });
    await eventually(() => processesOf(product.data).length === 0);
  });
});
