import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { PageReach, ViewPageRequestSchema } from '@zo/proto/agent/v1';
import { Agent, until } from './agent.js';
import {
  type Handler,
  type Site,
  startSite,
  startWayOut,
  type WayOut,
} from '../../../infra/testing/product/browsed-sites.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-way-out-'));
let [agent, own, web, wayOut] = [{} as Agent, {} as Site, {} as Site, {} as WayOut];
beforeAll(async () => {
  [own, web] = [await startSite(), await startSite()];
  const socket = join(folder, 'egress.sock');
  wayOut = await startWayOut(socket, web);
  // The proxy's own port is taken by the first agent of the machine only; the browser goes to the socket.
  agent = await Agent.start({ env: { ZO_EGRESS_SOCKET: socket, ZO_PAGE_MS: '24000' } });
});
afterAll(async () => {
  await agent.stop();
  await Promise.all([own.stop(), web.stop(), wayOut.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const list of [own.asked, web.asked, wayOut.asked]) list.length = 0;
});

const view = (url: string, more: MessageInitShape<typeof ViewPageRequestSchema> = {}, signal?: AbortSignal) =>
  agent.browser.viewPage(create(ViewPageRequestSchema, { url, reach: PageReach.WEB, ...more }), { signal });
const viewOwn = (path: string, reach = PageReach.OWN) => view(`http://localhost:${own.port}${path}`, { reach });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'shown',
    (error: ConnectError) => error.rawMessage,
  );
const redirect =
  (to: string): Handler =>
  (_request, response) =>
    void response.writeHead(302, { location: to }).end();

/** Chromium processes of this agent: its children in groups of their own. */
const browsers = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
      return parent === agent.child.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('zo-browser-');
    } catch {
      return false;
    }
  });

describe('pages of the computer itself', () => {
  it('are answered as text with headings, links and controls, and as a picture', async () => {
    own.pages.set(
      '/',
      `<title>My shop</title><style>.no{display:none}</style><h1>Open</h1><p>Fresh <b>bread</b>,
       <a href="/more">more</a></p><button>Buy</button><input type="password" value="secret" aria-label="Key">
       <input aria-label="Name" value="Ada"><img alt="A loaf"><p class="no">hidden words</p><script>1</script>
       <div id="late"></div><script>setTimeout(() => (late.textContent = 'written by a script'), 50)</script>`,
    );
    const shown = await viewOwn('/');
    expect(shown).toMatchObject({ url: `http://localhost:${own.port}/`, title: 'My shop', status: 200, width: 1280 });
    expect(shown.outline).toBe(
      `# Open\nFresh bread , more (http://localhost:${own.port}/more)\n[button: Buy] [field: Key] [field: Name = ` +
        'Ada] [image: A loaf]\nwritten by a script',
    );
    expect(Buffer.from(shown.screenshot.subarray(0, 3)).toString('hex')).toBe('ffd8ff');
    expect(wayOut.asked).toEqual([]);
  });

  it('say that nothing answers, and what an error is', async () => {
    const gone = await startSite();
    await gone.stop();
    expect(await refusal(view(`http://localhost:${gone.port}`, { reach: PageReach.OWN }))).toBe(
      `Nothing answers at localhost:${gone.port} in the computer. Start the server first.`,
    );
    expect(await viewOwn('/nothing')).toMatchObject({ status: 404, outline: 'Nothing is here.' });
  });

  it('reach nothing outside unless that is allowed', async () => {
    own.pages.set('/remote', '<img src="http://cdn.test/a.png"><script src="https://cdn.test/b.js"></script>Here');
    const alone = await viewOwn('/remote');
    expect([alone.outline, alone.refusedHosts]).toEqual(['[image] Here', ['cdn.test']]);
    expect(wayOut.asked).toEqual([]);
    await viewOwn('/remote', PageReach.BOTH);
    expect(wayOut.asked.map(({ target }) => target)).toEqual(
      expect.arrayContaining(['http://cdn.test/a.png', 'cdn.test:443']),
    );
  });

  it('never reach the proxy of the computer, which has a way out', async () => {
    own.pages.set('/proxy', '<script src="http://127.0.0.1:3128/x"></script>Here');
    expect((await viewOwn('/proxy', PageReach.BOTH)).refusedHosts).toEqual(['127.0.0.1:3128']);
  });
});

describe('pages of the web', () => {
  it('are asked for through the way out of the computer, which knows for whom', async () => {
    web.pages.set('/news', '<title>News</title><h2>Harbour open</h2>');
    const shown = await view('http://news.test/news', { proxyUser: 'call-1', proxyPassword: 'word' });
    expect(shown).toMatchObject({ title: 'News', outline: '## Harbour open', refusedHosts: [] });
    expect(wayOut.asked).toContainEqual({ target: 'http://news.test/news', credentials: 'call-1:word' });
    expect(wayOut.asked.filter(({ target }) => !target.startsWith('http://news.test/'))).toEqual([]);
  });

  it('see no server of the computer, also not by a redirect, a frame or a name', async () => {
    own.pages.set('/private', 'private');
    const address = `127.0.0.1:${own.port}`;
    web.pages.set(
      '/curious',
      `<iframe src="http://${address}/private"></iframe><img src="http://[::ffff:127.0.0.1]:${own.port}/private">
       <script>fetch('http://localhost:${own.port}/private',{mode:'no-cors'}).catch(() => 0)</script>`,
    );
    web.pages.set('/leads', redirect(`http://${address}/private`));
    const shown = await view('http://evil.test/curious');
    expect(shown.refusedHosts.toSorted()).toEqual(expect.arrayContaining([address, `localhost:${own.port}`]));
    expect(await refusal(view('http://evil.test/leads'))).toBe(
      `The page leads to ${address} on the computer itself, which it may not see.`,
    );
    expect(own.asked).toEqual([]);
  });

  it('say that the way out refuses a host', async () => {
    expect(await refusal(view('http://closed.test/'))).toBe('closed.test may not be opened from here.');
    expect(await refusal(view('https://closed.test/'))).toBe('closed.test may not be opened from here.');
  });

  it('begin with an empty profile each time', async () => {
    const echo: Handler = (request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1; Path=/' })
        .end(`<script>document.write(localStorage.seen || 'new'); localStorage.seen = 'old'</script>
          ${request.headers.cookie ?? 'no cookie'}`);
    web.pages.set('/cookie', echo);
    for (let times = 0; times < 2; times++)
      expect((await view('http://shop.test/cookie')).outline).toBe('new no cookie');
  });

  it('answers the document when that is wanted', async () => {
    web.pages.set('/made', `<body><script>document.body.innerHTML = '<p id=x>by script</p>'</script>`);
    const { html, screenshot } = await view('http://made.test/made', { wantsHtml: true });
    expect(Buffer.from(html).toString()).toContain('<p id="x">by script</p>');
    expect(screenshot).toHaveLength(0);
  });
});

describe('hostile pages', () => {
  const fine = async () => {
    own.pages.set('/fine', 'fine');
    expect((await viewOwn('/fine')).outline).toBe('fine');
  };
  const never: Handler = () => undefined;
  const trickle: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<p>more</p>'), 20);
    response.once('close', () => clearInterval(timer));
  };
  const flood: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!--');
    const block = Buffer.alloc(1024 * 1024, 'a');
    const write = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', write);
    write();
  };

  it.each<[string, string | Handler, RegExp]>([
    ['that never answers', never, /did not answer in time/],
    ['that sends without end', flood, /more than 64 MB|more memory/],
    ['that leads to a file', redirect('file:///etc/passwd'), /none of the web/],
    ['that leads around in a circle', redirect('/hostile'), /without end/],
    [
      'that is a download',
      (_, response) => void response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
      /to download/,
    ],
    ['that keeps the browser busy', '<script>for(;;);</script>', /busy/],
    ['that opens windows without end', '<script>setInterval(() => open("/fine"), 1)</script>', /one window after/],
    [
      'that crashes the browser',
      `<p>deep</p><script>let at = document.body; for (let n = 0; n < 50000; n++)
        at = at.appendChild(document.createElement('div'))</script>`,
      /crashed|busy|more memory/,
    ],
    [
      'that takes all memory',
      `<script>const all=[];setInterval(() => { for (let n = 0; n < 8; n++)
        all.push(new Uint8Array(16e6).fill(1)) }, 1)</script>`,
      /more memory|crashed|browser ended/,
    ],
  ])('one %s is given up', async (_, page, reason) => {
    own.pages.set('/hostile', page);
    expect(await refusal(viewOwn('/hostile'))).toMatch(reason);
    await fine();
  });

  it.each<[string, string | Handler, string]>([
    ['that is never complete', trickle, 'more'],
    ['that asks and asks', '<script>for (let n = 0; n < 20; n++) alert(n)</script>asked', 'asked'],
    [
      'that tries to read a file',
      `<iframe src="file:///etc/passwd"></iframe><script>
        try { location = 'file:///etc/passwd' } catch {}</script>kept`,
      'kept',
    ],
    ['that is very tall', '<div style="height:100000px">tall</div>', 'tall'],
    [
      'with very many parts',
      `<p>many</p><script>for (let n = 0; n < 100000; n++)
        document.body.append(document.createElement('i'))</script>`,
      'many',
    ],
    [
      'nested very deep',
      `<p>deep</p><script>let at = document.body; for (let n = 0; n < 400; n++)
        at = at.appendChild(document.createElement('div')); at.append('bottom')</script>`,
      'deep',
    ],
    [
      'that changes what scripts use',
      `<script>String.prototype.slice = () => 'changed'; JSON.stringify = () => 0;
        Object.defineProperty(document, 'title', { get: () => 'x'.repeat(1e9) })</script>own words`,
      'own words',
    ],
  ])('one %s is shown as far as it goes', async (_, page, words) => {
    own.pages.set('/odd', page);
    const shown = await viewOwn('/odd');
    expect(shown.outline).toContain(words);
    expect(shown.outline).not.toContain('root:');
    expect(shown.outline.length).toBeLessThanOrEqual(60_000);
    expect([shown.width, shown.height <= 1_568]).toEqual([1_280, true]);
    await fine();
  });

  it('ends the page when nobody waits for it any more, and not the next one', async () => {
    own.pages.set('/slow', never);
    const stop = new AbortController();
    const stopped = refusal(view(`http://localhost:${own.port}/slow`, { reach: PageReach.OWN }, stop.signal));
    await until(
      () => own.asked,
      (asked) => asked.includes('/slow'),
    );
    stop.abort();
    expect(await stopped).not.toBe('shown');
    await fine();
  });
});

describe('the browser', () => {
  it('ends when no page is asked for, and leaves nothing', async () => {
    const short = await Agent.start({ env: { ZO_BROWSER_IDLE_MS: '100', TMPDIR: folder } });
    own.pages.set('/fine', 'fine');
    const request = { url: `http://localhost:${own.port}/fine`, reach: PageReach.OWN };
    await short.browser.viewPage(create(ViewPageRequestSchema, request));
    const profiles = () => readdirSync(folder).filter((name) => name.startsWith('zo-browser-'));
    await until(profiles, (names) => names.length === 0);
    await short.stop();
  });

  it('ends with the computer', async () => {
    own.pages.set('/fine', 'fine');
    await viewOwn('/fine');
    expect(browsers()).toHaveLength(1);
    const ending = await Agent.start();
    const request = { url: `http://localhost:${own.port}/fine`, reach: PageReach.OWN };
    await ending.browser.viewPage(create(ViewPageRequestSchema, request));
    ending.child.kill('SIGTERM');
    await until(
      () => ending.child.exitCode,
      (code) => code === 0,
    );
    await ending.stop();
  });

  it('says that the computer has none', async () => {
    const without = await Agent.start({ env: { ZO_BROWSER: '/nowhere/chromium' } });
    const asked = without.browser.viewPage(
      create(ViewPageRequestSchema, { url: 'http://localhost/', reach: PageReach.OWN }),
    );
    expect(await refusal(asked)).toBe('This computer has no browser to open pages with.');
    await without.stop();
  });

  it.each(['file:///etc/passwd', 'chrome://version', 'javascript:1', 'http://', `http://a.test/${'a'.repeat(2048)}`])(
    'refuses the address %#',
    async (url) => expect(await refusal(view(url))).toMatch(/needs an address/),
  );
});
