/** What the page of a folder brings along, and whom it is not given to. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing/eventually';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { send } from './raw-http.js';

const VISIT = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
const FOLDER = '/f/w/Pl%C3%A4ne%20%26%20mehr';
const listing = (...path: string[]) =>
  `/api/files/list?root=w&path=${encodeURIComponent(JSON.stringify(path))}&first=200`;
const LISTING = listing('Pläne & mehr');
const HOSTILE = '<!--<script>alert(1)';

let product: Product;
let ada: Person;
let workspace: string;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  const { id } = await ada.computer();
  workspace = join(product.data, 'homes', id, 'workspace');
  put('Pläne & mehr/a.txt');
});
afterAll(() => product.stop());

function put(path: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), '1');
}

/** As a browser sends it: `fetch` writes these headers itself. */
const visit = (path: string, headers: Record<string, string>) => send(product.port, { method: 'GET', path, headers });

const asAda = (more: Record<string, string> = {}) => ({
  ...VISIT,
  ...more,
  cookie: `${ada.cookie}; ${more['cookie'] ?? ''}`,
});

/** The answers in a page by their addresses. */
const answersIn = (html: string): Record<string, { status: number; type: string; body: string } | undefined> =>
  Object.fromEntries(
    Array.from(html.matchAll(/<script nonce="[^"]+">zoAnswer\((.*?)\)<\/script>/g), ([, values]) =>
      JSON.parse(`[${values!.replace(/,undefined$/, ',null')}]`),
    ),
  );
/** Visits a folder until its listing is in the page, which a busy machine may leave out. */
const visitListing = (...path: string[]) =>
  eventually(async () => {
    const { text } = await visit(`/f/w/${path.map(encodeURIComponent).join('/')}`, asAda());
    const body = answersIn(text)[listing(...path)]?.body;
    return body !== undefined && { html: text, columns: JSON.parse(body) as { names: string[]; more?: true } };
  });

describe('the page of a folder', () => {
  it('FT-03 brings the session and the listing of a person who is signed in', async () => {
    await visitListing('Pläne & mehr');
    const { headers, text: html } = await visit(FOLDER, asAda());
    const answers = answersIn(html);
    expect(JSON.parse(answers['/api/auth/me']!.body)).toMatchObject({ claims: { id: ada.me.claims.id } });
    expect(answers[LISTING]).toMatchObject({ status: 200, type: 'application/x-ndjson; charset=utf-8' });
    expect(JSON.parse(answers[LISTING]!.body)).toMatchObject({ names: ['a.txt'] });
    expect(Object.keys(answers)).toHaveLength(2);
    expect(html.match(/<html /g)).toHaveLength(1);
    expect(html).toContain('<html data-sidebar-open="true" ');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
  });

  it('RT-03 says that the sidebar is closed', async () => {
    const { text: html } = await visit(FOLDER, asAda({ cookie: 'sidebar_state=false' }));
    expect(html).toContain('data-sidebar-open="false"');
  });

  it('runs no script of a name', async () => {
    put(`hostile/${HOSTILE}`);
    const { html, columns } = await visitListing('hostile');
    expect(columns.names).toEqual([HOSTILE]);
    for (const rest of html.split('zoAnswer(').slice(1)) expect(rest.split('</script>')[0]).not.toContain('<');
  });

  it('FT-03 brings the first entries of a large folder, and the rest is asked for', async () => {
    for (let n = 0; n < 5_000; n++) put(`large/file ${n}`);
    put('large/z folder/x');
    const { names, more } = (await visitListing('large')).columns;
    expect(names.slice(0, 4)).toEqual(['z folder', 'file 0', 'file 1', 'file 2']);
    expect([names.length, more]).toEqual([200, true]);
  });

  it('leaves out what makes the page large', async () => {
    for (let n = 0; n < 200; n++) put(`long/${n} ${'ä'.repeat(120)}`);
    for (let n = 0; n < 200; n++) put(`longer/${n} ${'\u0001'.repeat(240)}`);
    expect((await visitListing('long')).columns.names).toHaveLength(200);
    const { text: html } = await visit('/f/w/longer', asAda());
    expect(answersIn(html)).toMatchObject({ '/api/auth/me': { status: 200 }, [listing('longer')]: null });
  });

  it.each([
    ['nobody is signed in', FOLDER, { ...VISIT, cookie: '' }],
    ['a session has ended', FOLDER, { ...VISIT, cookie: `sid=${'a'.repeat(43)}` }],
    ['a script fetches it', FOLDER, { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['another page frames it', FOLDER, { ...VISIT, 'sec-fetch-dest': 'iframe' }],
    ['a service worker preloads it', FOLDER, { ...VISIT, 'service-worker-navigation-preload': 'true' }],
    ['it is a file', `${FOLDER}/a.txt`, VISIT],
    ['it is no address', '/f/w/%', VISIT],
    ['it is another page', '/settings', VISIT],
  ])('brings nothing along when %s', async (_what, path, more) => {
    const page = await visit(path, { cookie: ada.cookie, ...more });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root">');
    expect(answersIn(page.text)).toEqual({});
    expect(page.text).not.toContain('data-sidebar-open');
    expect(page.headers).not.toHaveProperty('zo-early');
  });
});
