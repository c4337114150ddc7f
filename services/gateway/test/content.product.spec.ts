import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';

let product: Product;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  bob = await Person.invited(product, ada, 'bob');
  await write(ada, ['secret.txt'], 'of the workspace');
  await ada.post('/api/files/create', { root: 'w', path: ['Site'], type: 'folder' });
  await write(ada, ['Site', 'index.html'], '<!doctype html><script src="app.js"></script>');
  await write(ada, ['Site', 'app.js'], 'document.title = "ran"');
  await write(ada, ['Site', 'ä b.svg'], '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(async () => {
  await product.stop();
});

const write = async (person: Person, path: string[], content: string) =>
  expect((await person.post('/api/files/write', { root: 'w', path, content, base: { any: true } })).status).toBe(200);
const open = (person: Person, ...path: string[]) => person.post('/api/files/content', { root: 'w', path });
const addressOf = async (person: Person, ...path: string[]) =>
  new URL(((await (await open(person, ...path)).json()) as { url: string }).url);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request to the product under any host name; `fetch` would resolve it, and normalise the path. */
function get(
  host: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: product.port, path, method, headers: { ...headers, host } });
    asking.on('error', reject).on('response', (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }), reject);
    });
    asking.end();
  });
}

describe('the content origin', () => {
  it('FV-01 shows one file and its folder to whoever has the ticket, in a sandbox and without cookies', async () => {
    const { host, pathname, hostname } = await addressOf(ada, 'Site', 'index.html');
    expect(hostname).toMatch(/^[0-9a-f]{32}\.localhost$/);
    expect(pathname).toMatch(/^\/v\/[\w-]{43}\/index\.html$/);
    const page = await get(host, pathname);
    expect([page.status, page.headers['content-type'], page.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<!doctype html><script src="app.js"></script>',
    ]);
    expect(page.headers['content-security-policy']).toBe(
      [
        'sandbox allow-scripts',
        "default-src 'none'",
        "script-src 'self' 'unsafe-inline'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "media-src 'self' data:",
        'font-src data:',
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        `frame-ancestors http://localhost:${product.port} http://127.0.0.1:${product.port}`,
      ].join('; '),
    );
    expect([page.headers['cache-control'], page.headers['referrer-policy'], page.headers['set-cookie']]).toEqual([
      'no-store',
      'no-referrer',
      undefined,
    ]);
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    const script = await get(host, `${folder}app.js?v=1`);
    expect([script.status, script.headers['content-type'], script.headers['x-content-type-options']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'nosniff',
    ]);
    expect((await get(host, `${folder}${encodeURIComponent('ä b.svg')}`)).headers['content-type']).toBe(
      'image/svg+xml; charset=utf-8',
    );
    const part = await get(host, pathname, { headers: { range: 'bytes=2-8' } });
    expect([part.status, part.body]).toEqual([206, 'doctype']);
    expect((await get(host, pathname, { method: 'HEAD' })).status).toBe(200);
  });

  it('S8 a ticket opens nothing above its folder, and nothing under another host name', async () => {
    const { host, pathname } = await addressOf(ada, 'Site', 'index.html');
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    for (const path of [
      '..',
      '../secret.txt',
      '%2e%2e/secret.txt',
      '..%2fsecret.txt',
      '.%2e%2fsecret.txt',
      '../../w/secret.txt',
      '',
      'gone.html',
      '%00',
      '%',
    ]) {
      const { status, body } = await get(host, folder + path);
      expect([path, status >= 400 && status < 500, body.includes('of the workspace')]).toEqual([path, true, false]);
    }
    const other = await addressOf(ada, 'secret.txt');
    for (const wrong of [other.host, `x.localhost:${product.port}`, `${'0'.repeat(32)}.localhost:${product.port}`])
      expect((await get(wrong, pathname)).status).toBe(404);
    expect((await get(host, `/v/${'A'.repeat(43)}/index.html`)).status).toBe(404);
    for (const nested of [`a.${host}`, `${host}.example`, host.replace('localhost', 'localhost.example')])
      expect((await get(nested, pathname)).status).toBe(421);
  });

  it('S8 serves neither the app nor the API, and takes no other method', async () => {
    const { host, pathname } = await addressOf(ada, 'Site', 'index.html');
    const headers = { cookie: ada.cookie };
    for (const path of [
      '/',
      '/f/w',
      '/logout',
      '/api/auth/me',
      '/api/health',
      '/api/file/secret.txt',
      '/api/content/w/secret.txt',
      '/remotes/workspace/mf-manifest.json',
      '//v',
      '/v/',
    ])
      expect([path, (await get(host, path, { headers })).status]).toEqual([path, path === '//v' ? 400 : 404]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      expect([method, (await get(host, pathname, { method, headers })).status]).toEqual([method, 405]);
  });

  it('S8 files are never served as pages on the origin of the app', async () => {
    const app = `localhost:${product.port}`;
    const { pathname } = await addressOf(ada, 'Site', 'index.html');
    const headers = { cookie: ada.cookie };
    expect((await get(app, '/api/content/w/Site/index.html', { headers })).status).toBe(404);
    expect((await get(app, pathname, { headers })).body).not.toContain('app.js');
    expect((await get(app, '/')).headers['content-security-policy']).toContain(
      `frame-src http://*.localhost:${product.port};`,
    );
  });

  it('S5 only the page around other sites may frame them, and it runs nothing of theirs', async () => {
    const policyOf = async (page: string) =>
      String((await get(`embed.localhost:${product.port}`, `/frame/${page}`)).headers['content-security-policy']);
    expect(await policyOf('mermaid.html')).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'self';/);
    expect(await policyOf('mermaid.html')).not.toContain('frame-src');
    expect(await policyOf('embed.html')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'unsafe-inline'",
        'frame-src https:',
        "form-action 'none'",
        "base-uri 'none'",
        `frame-ancestors http://localhost:${product.port} http://127.0.0.1:${product.port}`,
      ].join('; '),
    );
  });

  it('S4 a ticket shows the files of its user only, and ends with the session', async () => {
    await write(bob, ['mine.html'], 'of bob');
    const { host, pathname } = await addressOf(bob, 'mine.html');
    expect((await get(host, pathname.replace('mine.html', 'secret.txt'))).status).toBe(404);
    const session = await Person.signIn(product, 'bob');
    const view = await addressOf(session, 'mine.html');
    expect((await get(view.host, view.pathname)).body).toBe('of bob');
    await session.post('/api/auth/sign-out', {});
    await eventually(async () => (await get(view.host, view.pathname)).status === 404);
    expect((await get(host, pathname)).status).toBe(200);
  });

  it('FV-02 what is absent, a folder or no path gets no ticket', async () => {
    expect([(await open(ada, 'gone.html')).status, (await open(ada, 'Site')).status, (await open(ada)).status]).toEqual(
      [404, 409, 409],
    );
    expect((await open(ada, '..', 'x')).status).toBe(400);
  });
});
