import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../infra/testing/product/product.js';
import { type FakeProvider, startFakeProvider } from '../../infra/testing/product/fake-provider.js';
import { openBrowser, type Tab } from './browser.js';
import { type Hostile, HOSTILE_NAMES, hostileFiles, markdownAttacks } from './hostile-files.js';
import { type Canary, openTrappedTab, startCanary } from './script-traps.js';

let product: Product;
let browser: Browser;
let ada: Person;
let tab: Tab;
let provider: FakeProvider;
let canary: Canary;
let files: readonly Hostile[];
/** Descriptions of everything the traps caught. */
const caught: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  canary = await startCanary();
  provider = await startFakeProvider();
  files = hostileFiles(canary.url);
  for (const file of files) await put(file);
  browser = await openBrowser();
  tab = await openTrappedTab(browser, { product, person: ada, caught });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  canary?.stop();
  await product?.stop();
});

afterEach(() => {
  expect({ caught, hits: canary.hits, faults: tab.faults }).toEqual({ caught: [], hits: [], faults: [] });
});

async function put({ name, content }: Hostile): Promise<void> {
  if (typeof content === 'string') {
    const answer = await ada.post('/api/files/write', { root: 'w', path: [name], content, base: { absent: true } });
    if (!answer.ok) throw new Error(`${JSON.stringify(name)}: ${await answer.text()}`);
    return;
  }
  const form = new FormData();
  form.set('pathParts', '[]');
  form.set('file', new File([content as Uint8Array<ArrayBuffer>], name));
  expect((await ada.fetch('/api/file-uploads/single', { method: 'POST', body: form })).status).toBe(201);
}

const addressOf = (...path: string[]) => `/f/w/${path.map(encodeURIComponent).join('/')}`;

/** Navigates to a file inside the app and waits until its viewer shows it and any script had time to run. */
async function show(name: string): Promise<void> {
  const { page } = tab;
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, addressOf(name));
  const heading = page.getByRole('navigation', { name: 'Path' }).getByRole('heading');
  await eventually(async () => (await heading.getAttribute('title', { timeout: 1_000 })) === name).catch(
    (error: unknown) => {
      throw new Error(`${JSON.stringify(name)} is not shown`, { cause: error });
    },
  );
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Names of the cookies that page scripts can read. */
const readable = () => tab.page.evaluate(() => document.cookie.split('; ').map((cookie) => cookie.split('=')[0]!));

/** Schemes of all links in the page: a click must not run a script either. */
const schemes = () =>
  tab.page.evaluate(() => [
    ...new Set(Array.from(document.querySelectorAll('a[href]'), (link) => (link as HTMLAnchorElement).protocol)),
  ]);
const expectPlainLinks = async (name: string) => {
  const odd = (await schemes()).filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme));
  expect([name, odd]).toEqual([name, []]);
};

describe('hostile files', () => {
  it('S5 the traps notice a script, a blocked script, a dialog and a request to another host', async () => {
    const { page } = tab;
    await page.goto('/f/w');
    await page.evaluate((elsewhere) => {
      (globalThis as unknown as { zoTrap(n: number): void }).zoTrap(1);
      document.body.insertAdjacentHTML(
        'beforeend',
        `<img src="data:," onerror="zoTrap(2)"><img src="${elsewhere}/control.png">`,
      );
      setTimeout(() => alert('control'));
    }, canary.url);
    await eventually(() =>
      ['a script ran', 'script-src-attr', 'img-src', 'dialog control'].every((word) =>
        caught.some((text) => text.includes(word)),
      ),
    );
    await page.context().request.get(`${canary.url}/control`);
    expect(canary.hits).toEqual(['/control']);
    canary.hits.length = 0;
    tab.faults.length = 0;
    await page.goto('/f/w');
    caught.length = 0;
    tab.faults.length = 0;
  });

  it('S5 FV-01 each is shown in its viewer, and nothing runs, opens a dialog or sends requests', async () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    await tab.page.goto('/f/w');
    for (const { name } of files) {
      await show(name);
      await expectPlainLinks(name);
      expect([name, caught, canary.hits]).toEqual([name, [], []]);
      expect(await readable()).not.toContain('sid');
    }
    expect(tab.page.url()).toContain(product.url);
  }, 240_000);

  it('S5 FV-01 raw bytes opened as a page of the app’s origin are not interpreted', async () => {
    for (const { name } of files.filter((file) => !/^attack-\d+\.md$/.test(file.name))) {
      const answer = await ada.fetch(`/api/file/${encodeURIComponent(name)}`);
      const disposition = answer.headers.get('content-disposition') ?? '';
      const inert =
        /^(text\/plain|image\/(png|jpeg|gif|webp|avif|bmp|x-icon)|audio\/|video\/)/.test(
          answer.headers.get('content-type') ?? '',
        ) || disposition.startsWith('attachment');
      expect([name, answer.status, inert, answer.headers.get('x-content-type-options')]).toEqual([
        name,
        200,
        true,
        'nosniff',
      ]);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('S5 FT-13 hostile names are text in the listing, the path, the tab title and toasts', async () => {
    const { page } = tab;
    await page.goto('/f/w');
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    const name = HOSTILE_NAMES[0]!;
    await page.getByRole('row').filter({ hasText: name }).first().click();
    await page.keyboard.press('Control+c');
    await page.getByText(`Copied "${name}"`).waitFor();
    for (const hostile of HOSTILE_NAMES) {
      await show(hostile);
      const heading = page.getByRole('navigation', { name: 'Path' }).getByRole('heading');
      expect(await heading.getAttribute('title')).toBe(hostile);
      const shown = (await heading.textContent())!;
      expect(shown.length).toBeLessThanOrEqual(36);
      if (hostile.length <= 36) expect(shown).toBe(hostile);
    }
  }, 60_000);

  it('S5 FV-02 a missing, binary, unknown or broken file shows a sentence', async () => {
    const { page } = tab;
    const missing = '<img src=x onerror=zoTrap(1)> gone.md';
    for (const [name, sentence] of [
      [missing, `File not found: ${missing}`],
      ['blob.bin', 'Binary file preview not available'],
      ['what.zzz', 'Binary file preview not available'],
      ['page.pdf', 'This PDF is damaged and can’t be shown here.'],
      ['html-as.png', 'Failed to load image'],
    ] as const) {
      await page.goto(addressOf(name));
      await page.getByText(sentence, { exact: true }).waitFor();
    }
  });

  it('RT-06 the cookie of recent files has at most 15 entries, 365 days and path /', async () => {
    const cookie = (await tab.context.cookies()).find(({ name }) => name === 'appRecentsV2')!;
    const entries = JSON.parse(decodeURIComponent(cookie.value)) as Record<string, unknown>[];
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.length).toBeLessThanOrEqual(15);
    for (const entry of entries)
      expect(Object.keys(entry).toSorted()).toEqual(['fileName', 'isDirectory', 'path', 'timestamp']);
    expect(cookie.path).toBe('/');
    expect(cookie.value.length).toBeLessThan(4_096);
    expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(365);
  });
});

describe('hostile texts', () => {
  it('S5 messages, answers, titles and tool results of the chat are shown as text', async () => {
    const { page } = tab;
    const attacks = markdownAttacks(canary.url);
    await ada.json('/api/models/providers', {
      kind: 'openai-compatible',
      label: attacks[0]!.slice(0, 90),
      base_url: provider.url,
      models: ['<img src=x onerror=zoTrap(1)>', 'plain'],
    });
    const [model] = (await ada.json<{ value: string; helper?: boolean }[]>('/api/models/available')).filter(
      ({ helper }) => !helper,
    );
    await ada.post('/api/models/preference', { value: model!.value }, 'PUT');
    provider.script(
      (answer) => (answer.call('c1', 'read_file', { target_file: 'page.html' }), answer.end('tool_calls')),
      (answer) => (
        answer.call('c2', 'run_bash_command', {
          cmd: 'cat script.svg; printf "\\033]8;;javascript:zoTrap(1)\\033\\\\link\\033]8;;\\033\\\\"',
        }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text(`${attacks.join('\n\n')}\n\nthe end of it`), answer.end()),
    );
    const sent = await ada.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: attacks.slice(0, 40).join('\n\n').slice(0, 8_000),
    });
    await ada.post(`/api/conversations/${sent.conversation_id}`, { title: '<img src=x onerror=zoTrap(1)>' }, 'PATCH');
    await page.goto(`/f?chat=${sent.conversation_id}`);
    await page.getByText('the end of it').waitFor();
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]').forEach((folded) => folded.click()),
    );
    await page.getByText('<img src=x onerror=zoTrap(1)>', { exact: true }).first().waitFor();
    await expectPlainLinks('the chat');
    expect(await readable()).not.toContain('sid');
  }, 60_000);
});
