import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { ReadPageRequestSchema } from '@zo/proto/agent/v1';
import { Agent, until } from './agent.js';

const URL_OF_PAGE = 'https://news.example.org/2026/harbour.html';
const SENTENCE = 'The harbour of the town has been dug out again, and larger ships can enter it at low tide. ';
const NAVIGATION = '<nav><a href="/">Home</a> <a href="/sport">Sport</a></nav>';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const read = (html: string | Buffer, contentType = 'text/html; charset=utf-8') =>
  agent.articles.readPage(
    create(ReadPageRequestSchema, { html: Buffer.from(html as string), contentType, url: URL_OF_PAGE }),
  );
const page = (content: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>The harbour is open</title>${head}</head>
  <body>${NAVIGATION}<article><h1>The harbour is open</h1>${content}<p>${SENTENCE.repeat(8)}</p></article>
  <aside>Buy our paper!</aside><footer>© Example</footer></body></html>`;

/** Programs of this agent that read a page at this moment. */
const readers = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
      return parent === agent.child.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('page-reader');
    } catch {
      return false;
    }
  });

describe('articles', () => {
  it('finds the article with its title, author and date, and leaves out what is around it', async () => {
    const head = `<meta name="author" content="Ada Example"><meta property="og:site_name" content="The Example">
      <meta property="article:published_time" content="2026-03-01T08:00:00Z">`;
    const article = await read(page('<p>First paragraph.</p>', head));
    expect(article).toMatchObject({
      title: 'The harbour is open',
      byline: 'Ada Example',
      site: 'The Example',
      published: '2026-03-01T08:00:00Z',
      language: 'en-GB',
    });
    expect(article.markdown).toContain('First paragraph.');
    expect(article.markdown).toContain(SENTENCE.trim());
    for (const other of ['Sport', 'Buy our paper', '©']) expect(article.markdown).not.toContain(other);
  });

  it('keeps headings, lists, code, quotes, tables and links, with absolute addresses', async () => {
    const { markdown } = await read(
      page(`<h2>Numbers</h2><ul><li>one</li><li>two</li></ul>
        <ol start="3"><li>three<p>more</p></li><li>four</li></ol><blockquote><p>Well done.</p></blockquote>
        <pre><code class="language-ts">let depth = 12;</code></pre>
        <table><tr><td>Year</td><td>Ships</td></tr><tr><td>2025</td><td>412</td></tr></table>
        <p>See <a href="../2025/before.html">before</a> and <a href="javascript:alert(1)">this</a>.</p>
        <iframe src="https://www.youtube.com/embed/7" title="The first ship"></iframe>`),
    );
    expect(markdown).toContain('## Numbers');
    expect(markdown).toContain('- one\n- two');
    expect(markdown).toMatch(/^3\. three\n+   more\n4\. four$/m);
    expect(markdown).toContain('> Well done.');
    expect(markdown).toContain('```ts\nlet depth = 12;\n```');
    expect(markdown).toMatch(/\| Year \| Ships \|\n\| -+ \| -+ \|\n\| 2025 \| 412 +\|/);
    expect(markdown).toContain('[before](https://news.example.org/2025/before.html)');
    expect(markdown).toContain('[The first ship](https://www.youtube.com/embed/7)');
    expect(markdown).not.toContain('javascript:');
  });

  it('names the images by what a page shows once it is scrolled, each once', async () => {
    const { markdown, images } = await read(
      page(`<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/img/ship.jpg" alt="A ship"></p>
        <p><img srcset="/img/small.png 320w, /img/large.png 1280w" alt="The quay"></p>
        <p><img src="/img/ship.jpg" alt="The ship again"></p><p><img src="file:///etc/passwd" alt="No"></p>`),
    );
    expect(images.map(({ url }) => url)).toEqual([
      'https://news.example.org/img/ship.jpg',
      'https://news.example.org/img/large.png',
    ]);
    const [ship, quay] = images.map(({ placeholder }) => placeholder);
    expect(markdown).toContain(`![A ship](${ship})`);
    expect(markdown).toContain(`![The quay](${quay})`);
    expect(markdown).toContain(`![The ship again](${ship})`);
    expect(markdown).not.toContain('/etc/passwd');
  });

  it('decodes pages in the encoding that they declare', async () => {
    const latin = Buffer.from(page('<p>Grüße aus Köln: ßäöü</p>', '<meta charset="iso-8859-1">'), 'latin1');
    expect((await read(latin, 'text/html')).markdown).toContain('Grüße aus Köln: ßäöü');
    const unknown = page('<p>Grüße</p>');
    expect((await read(unknown, 'text/html; charset=x-none')).markdown).toContain('Grüße');
  });

  it('says that there is no article where there is none', async () => {
    expect((await read('')).markdown).toBe('');
    expect((await read(Buffer.from([0, 1, 2, 255, 254]), 'text/html')).markdown).toBe('');
  });

  it.each([
    ['elements in each other', '<div>'.repeat(200_000)],
    ['more elements than an article has', '<p>x</p>'.repeat(300_000)],
    ['one endless word', `<p>${'x'.repeat(7_000_000)}</p>`],
    ['endless attributes', `<p ${'a="b" '.repeat(500_000)}>x</p>`],
    ['quotes in each other', `${'<blockquote>'.repeat(5_000)}x`],
  ])('a page with %s harms nothing and leaves no process behind', async (_what, html) => {
    const { markdown } = await read(html);
    expect(markdown.length).toBeLessThanOrEqual(2 * 1024 * 1024);
    await until(readers, (pids) => pids.length === 0);
    expect((await read(page('<p>Still here.</p>'))).markdown).toContain('Still here.');
  });

  it('reads two pages at a time, and the others in their turn', async () => {
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, readers().length)), 10);
    const pages = await Promise.all(Array.from({ length: 5 }, (_, n) => read(page(`<p>Number ${n}.</p>`))));
    clearInterval(timer);
    expect(pages.map(({ markdown }) => /Number (\d)/.exec(markdown)?.[1])).toEqual(['0', '1', '2', '3', '4']);
    expect(most).toBeLessThanOrEqual(2);
  });
});
