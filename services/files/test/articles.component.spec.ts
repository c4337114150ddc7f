import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { agentBundle } from '@zo/testing/agent-bundle';
import { ADA, ada, at, BOB, closeScene, onDisk, openScene, put, service } from './scene.js';

const SENTENCE = 'The harbour of the town has been dug out again, and larger ships can enter it at low tide. ';
const TEXT = `<p>${SENTENCE.repeat(8)}</p>`;
const page = (title: string, content = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="author" content="Ada: Example"></head>
   <body><nav>Home</nav><article><h1>${title}</h1>${content}${TEXT}</article></body></html>`;

/** A grey image of one pixel: real programs read it. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A web site: what it answers at each path, and the paths that were asked for. */
const site = new Map<
  string,
  { type?: string; status?: number; body: string | Buffer; headers?: Record<string, string> }
>();
let asked: string[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  await openScene({ ZO_PROGRAMS: dirname(await agentBundle()) });
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const found = site.get(request.url ?? '');
    response.writeHead(found?.status ?? (found ? 200 : 404), {
      'content-type': found?.type ?? 'text/html; charset=utf-8',
      ...found?.headers,
    });
    response.end(found?.body ?? 'Not here');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await closeScene();
});
beforeEach(() => {
  site.clear();
  asked = [];
});

/** The owner of an installation may save pages of the own network; others may not. */
const owner = () => service.as(ADA, { owner: true });
const save = async (path: string, as = owner()) => {
  const answer = await as('/api/articles', { json: { url: path.startsWith('/') ? `${origin}${path}` : path } });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
const articles = () => readdirSync(onDisk('Articles')).filter((name) => !name.startsWith('.'));

describe('FT-17 saving a page', () => {
  it('keeps its article with where it is from, and its images beside it', async () => {
    const image = png();
    site.set('/ship.png', { type: 'image/png', body: image });
    site.set('/fake.png', { type: 'image/png', body: '<svg onload="alert(1)"/>' });
    site.set('/harbour', {
      body: page('The harbour is open', '<p><img src="ship.png" alt="A ship"><img src="/fake.png" alt="No ship"></p>'),
    });
    const { status, body } = await save('/harbour');
    expect([status, body]).toEqual([
      200,
      {
        ...at('Articles', 'The harbour is open :: 127.0.0.1.md'),
        title: 'The harbour is open',
        images: { saved: 1, missing: 1 },
      },
    ]);
    const text = readFileSync(onDisk(...(body['path'] as string[])), 'utf8');
    expect(text).toMatch(/^---\ntitle: The harbour is open\nsource: "http:\/\/127\.0\.0\.1:\d+\/harbour"\n/);
    expect(text).toContain('\nauthor: "Ada: Example"\n');
    expect(text).toMatch(/\nsaved: "?\d{4}-\d\d-\d\d"?\n---\n\n# The harbour is open\n/);
    const name = `${createHash('sha256').update(image).digest('hex').slice(0, 32)}.png`;
    expect(text).toContain(`![A ship](.images/${name})`);
    expect(text).toContain(`![No ship](${origin}/fake.png)`);
    expect(readFileSync(onDisk('Articles', '.images', name)).equals(image)).toBe(true);
  });

  it('again is a new version of the same file; another page of the same title is another file', async () => {
    site.set('/a', { body: page('Tides', '<p>First.</p>') });
    site.set('/b', { body: page('Tides', '<p>Other.</p>') });
    const first = await save('/a');
    site.set('/a', { body: page('Tides', '<p>Second.</p>') });
    expect((await save('/a')).body['path']).toEqual(first.body['path']);
    expect((await save('/b')).body['path']).toEqual(['Articles', 'Tides (2) :: 127.0.0.1.md']);
    expect(readFileSync(onDisk('Articles', 'Tides :: 127.0.0.1.md'), 'utf8')).toContain('Second.');
    expect(readFileSync(onDisk('Articles', 'Tides (2) :: 127.0.0.1.md'), 'utf8')).toContain('Other.');
  });

  it('never replaces a file of that name that is something else', async () => {
    site.set('/mine', { body: page('My list') });
    put('my own words', 'Articles', 'My list :: 127.0.0.1.md');
    expect((await save('/mine')).body['path']).toEqual(['Articles', 'My list (2) :: 127.0.0.1.md']);
    expect(readFileSync(onDisk('Articles', 'My list :: 127.0.0.1.md'), 'utf8')).toBe('my own words');
  });

  it('of a hostile title has a name that a file may have', async () => {
    site.set('/name', { body: page(`../../etc/${'☃'.repeat(400)} :: evil.example`) });
    const { path } = (await save('/name')).body as { path: string[] };
    expect(path).toHaveLength(2);
    expect(path[1]).toMatch(/^∕\.\.∕etc∕☃+ :: 127\.0\.0\.1\.md$/);
    expect(Buffer.byteLength(path[1]!)).toBeLessThanOrEqual(200);
  });

  it('with a thousand images keeps fifty and leaves the others on the web', async () => {
    site.set('/ship.png', { type: 'image/png', body: png() });
    const images = Array.from({ length: 1_000 }, (_, n) => `<img src="/n${n}.png" alt="${n}">`).join('');
    for (let n = 0; n < 1_000; n++) site.set(`/n${n}.png`, { type: 'image/png', body: png() });
    site.set('/many', { body: page('Many', `<p>${images}</p>`) });
    const { body } = await save('/many');
    expect(body['images']).toEqual({ saved: 50, missing: 0 });
    expect(asked.filter((path) => path.startsWith('/n'))).toHaveLength(50);
    expect(readFileSync(onDisk(...(body['path'] as string[])), 'utf8')).toContain(`](${origin}/n999.png)`);
  });
});

describe('FT-17 an address that cannot be saved', () => {
  it.each([
    ['javascript:alert(1)', 400, 'Only http and https addresses can be opened.'],
    ['file:///etc/passwd', 400, 'Only http and https addresses can be opened.'],
    ['', 400, 'url: an address is needed'],
    ['https://no address', 400, 'This is not a web address. One looks like https://example.org/page.'],
    ['https://ada:secret@example.org/', 400, 'This address has a name or password in it. Leave it out.'],
    ['/missing', 422, '{host} answered with an error (404). Open the page in a browser to see why.'],
    [
      '/file',
      422,
      'There is no web page at this address, but a file (application/pdf). Download it and upload it to your files.',
    ],
    ['/empty', 422, 'No article was found on this page. It may need a sign-in, or be made by scripts.'],
    ['/endless', 422, 'This page is larger than 8 MB, which is more than an article has.'],
    ['/loop', 502, 'The address redirects too often.'],
    ['http://127.0.0.1:1/', 422, '127.0.0.1:1 could not be reached. Check the address and try again.'],
  ])('%s is answered with a sentence, and nothing is written', async (path, status, detail) => {
    site.set('/file', { type: 'application/pdf', body: '%PDF-1.7' });
    site.set('/empty', { body: '<html><body><nav>Home</nav></body></html>' });
    site.set('/endless', { body: Buffer.alloc(9 * 1024 * 1024, 'x') });
    site.set('/loop', { status: 302, body: '', headers: { location: '/loop' } });
    const before = articles();
    const answer = await save(path);
    expect([answer.status, answer.body['detail']]).toEqual([status, detail.replace('{host}', new URL(origin).host)]);
    expect(articles()).toEqual(before);
  });

  it('in the network of the installation is refused to everybody but its owner, also as an image or a redirect', async () => {
    site.set('/harbour', { body: page('Private') });
    const bob = service.as(BOB);
    expect(await save('/harbour', bob)).toMatchObject({ status: 403, body: { code: 'outbound.forbidden' } });
    expect(asked).toEqual([]);
    // The owner's page is on one address of this machine, its image on another.
    site.set('/image', {
      body: page('Reaches', `<p><img src="${origin.replace('127.0.0.1', '127.0.0.2')}/x.png"></p>`),
    });
    expect((await save('/image')).body['images']).toEqual({ saved: 0, missing: 1 });
    expect(asked).toEqual(['/image']);
  });

  it('is refused for a minute after twenty others', async () => {
    const bob = service.as(BOB);
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push((await save('javascript:1', bob)).status);
    expect(answers.at(-1)).toBe(429);
    expect((await ada('/api/files/list?root=w')).status).toBe(200);
  });
});

describe('ED-02 an image of the web that a note shows', () => {
  const keep = async (url: string, as = owner(), path = ['Trips', 'Oslo']) => {
    const answer = await as('/api/files/web-image', { json: { root: 'w', path, url } });
    return { status: answer.status, body: (await answer.json()) as Record<string, any> };
  };

  it('is kept beside the note, once however often it is asked for', async () => {
    const image = png();
    site.set('/photos/The%20quay.jpeg?w=800', { type: 'text/plain', body: image });
    const first = await keep(`${origin}/photos/The%20quay.jpeg?w=800`);
    expect(first.status).toBe(200);
    const { path } = first.body as { path: string[] };
    expect(path.slice(0, 3)).toEqual(['Trips', 'Oslo', 'Images']);
    expect(path[3]).toMatch(/^The-quay-[0-9a-f]{8}\.png$/);
    expect(readFileSync(onDisk(...path)).equals(image)).toBe(true);
    expect((await keep(`${origin}/photos/The%20quay.jpeg?w=800`)).body['path']).toEqual(path);
    expect(readdirSync(onDisk('Trips', 'Oslo', 'Images'))).toEqual([path[3]]);
  });

  it('is kept as a drawing when its site says that it is one', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    site.set('/badge?style=flat', { type: 'image/svg+xml;charset=utf-8', body: drawing });
    const { path } = (await keep(`${origin}/badge?style=flat`)).body as { path: string[] };
    expect(path.at(-1)).toMatch(/^badge-[0-9a-f]{8}\.svg$/);
    expect(readFileSync(onDisk(...path), 'utf8')).toBe(drawing);
  });

  it.each([
    ['/page', 422, 'No picture could be fetched from {host}. Open it in a new tab, and save it from there.'],
    ['/fake.png', 422, 'No picture could be fetched from {host}. Open it in a new tab, and save it from there.'],
    ['/endless', 422, 'No picture could be fetched from {host}. Open it in a new tab, and save it from there.'],
    ['/missing', 422, 'No picture could be fetched from {host}. Open it in a new tab, and save it from there.'],
    ['javascript:alert(1)', 400, 'url: an address of the web is needed'],
    ['file:///etc/passwd', 400, 'url: an address of the web is needed'],
  ])('at %s is answered with a sentence, and nothing is written', async (path, status, detail) => {
    site.set('/page', { body: page('Nothing to see') });
    site.set('/fake.png', { type: 'image/png', body: '<svg onload="alert(1)"/>' });
    site.set('/endless', { type: 'image/png', body: Buffer.concat([png(), Buffer.alloc(9 * 1024 * 1024)]) });
    const answer = await keep(path.startsWith('/') ? `${origin}${path}` : path, owner(), ['None']);
    expect([answer.status, answer.body['detail']]).toEqual([status, detail.replace('{host}', new URL(origin).host)]);
    expect(existsSync(onDisk('None'))).toBe(false);
  });

  it('in the network of the installation is fetched for its owner only, and sixty a minute for each person', async () => {
    const bob = service.as(BOB);
    site.set('/ship.png', { type: 'image/png', body: png() });
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await keep(`${origin}/ship.png`, bob)).status);
    expect(asked).toEqual([]);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([422]));
    expect(statuses.at(-1)).toBe(429);
  });
});
