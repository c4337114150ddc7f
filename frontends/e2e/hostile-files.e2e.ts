import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import type { Person } from '../../infra/testing/product/product.js';
import { type Hostile, HOSTILE_NAMES, hostileFiles, markdownAttacks, shownAs } from './hostile-files.js';
import { addModel } from './page-objects.js';
import { badLinks, expect, settled, test as base } from './script-traps.js';

const test = base.extend<{ files: readonly Hostile[] }>({
  /** Hostile files, which a test puts into the workspace of its user. */
  files: async ({ canary }, use) => use(hostileFiles(canary.url)),
});

async function put(user: Person, { name, content }: Hostile): Promise<void> {
  if (typeof content === 'string') {
    const answer = await user.post('/api/files/write', { root: 'w', path: [name], content, base: { absent: true } });
    if (!answer.ok) throw new Error(`${JSON.stringify(name)}: ${await answer.text()}`);
    return;
  }
  const form = new FormData();
  form.set('pathParts', '[]');
  form.set('file', new File([content as Uint8Array<ArrayBuffer>], name));
  expect((await user.fetch('/api/file-uploads/single', { method: 'POST', body: form })).status).toBe(201);
}
const putAll = async (user: Person, files: readonly Hostile[]) => {
  for (const file of files) await put(user, file);
};
const named = (files: readonly Hostile[], ...names: readonly string[]) =>
  files.filter(({ name }) => names.includes(name));

const addressOf = (...path: string[]) => `/f/w/${path.map(encodeURIComponent).join('/')}`;

/** Navigates to a file inside the app and waits until its viewer shows it and any script had time to run. */
async function show(page: Page, name: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, addressOf(name));
  const heading = page.getByRole('navigation', { name: 'Path' }).getByRole('heading');
  await eventually(async () => (await heading.getAttribute('title', { timeout: 1_000 })) === shownAs(name)).catch(
    (error: unknown) => {
      throw new Error(`${JSON.stringify(name)} is not shown`, { cause: error });
    },
  );
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  await settled(page);
}

/** Names of the cookies that page scripts can read. */
const readable = (page: Page) =>
  page.evaluate(() => document.cookie.split('; ').map((cookie) => cookie.split('=')[0]!));

test.describe('hostile files', () => {
  // What browsers log when the sandbox or the policy of a framed page stops its script.
  test.use({
    expectedErrors: [
      /document is sandboxed|^(Loading|Framing) .* violates .*(style|img|frame)-src |directive 'script-src 'self''|base-uri 'none'/s,
    ],
  });

  test('S5 the traps notice a script, a blocked script, a dialog and a request to another host', async ({
    page,
    pageErrors,
    canary,
    caught,
  }) => {
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
      ['script 1 ran', 'script-src-attr', 'img-src', 'dialog control'].every((word) =>
        caught.some((text) => text.includes(word)),
      ),
    );
    await page.context().request.get(`${canary.url}/control`);
    expect(canary.hits).toEqual(['/control']);
    canary.hits.length = 0;
    pageErrors.length = 0;
    await page.goto('/f/w');
    caught.length = 0;
    pageErrors.length = 0;
  });

  test('S5 FV-01 each is shown in its viewer, and nothing runs, opens a dialog or sends requests', async ({
    page,
    user,
    product,
    canary,
    caught,
    files,
  }) => {
    test.setTimeout(240_000);
    await putAll(user, files);
    expect(files.length).toBeGreaterThanOrEqual(60);
    await page.goto('/f/w');
    for (const { name } of files) {
      await show(page, name);
      expect([name, await badLinks(page)]).toEqual([name, []]);
      expect([name, caught, canary.hits]).toEqual([name, [], []]);
      expect(await readable(page)).not.toContain('sid');
    }
    expect(page.url()).toContain(product.url);
  });

  test('S5 FV-01 raw bytes opened as a page of the app’s origin are not interpreted', async ({ user, files }) => {
    const raw = files.filter((file) => !/^attack-\d+\.md$/.test(file.name));
    await putAll(user, raw);
    for (const { name } of raw) {
      const answer = await user.fetch(`/api/file/${encodeURIComponent(name)}`);
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

  test('S5 FT-13 hostile names are text in the listing, the path, the tab title and toasts', async ({
    page,
    user,
    files,
  }) => {
    await putAll(user, named(files, ...HOSTILE_NAMES));
    await page.goto('/f/w');
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    const name = HOSTILE_NAMES[0]!;
    await page.getByRole('row').filter({ hasText: name }).first().click();
    await page.keyboard.press('Control+c');
    await page.getByText(`Copied "${name}"`).waitFor();
    for (const hostile of HOSTILE_NAMES) {
      await show(page, hostile);
      const heading = page.getByRole('navigation', { name: 'Path' }).getByRole('heading');
      expect(await heading.getAttribute('title')).toBe(shownAs(hostile));
      const shown = (await heading.textContent())!;
      expect(shown.length).toBeLessThanOrEqual(36);
      if (shownAs(hostile).length <= 36) expect(shown).toBe(shownAs(hostile));
    }
  });

  test('S5 FV-02 a missing, binary, unknown or broken file shows a sentence', async ({ page, user, files }) => {
    await putAll(user, named(files, 'blob.bin', 'what.zzz', 'page.pdf', 'html-as.png'));
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

  test('RT-06 the cookie of recent files has at most 15 entries, 365 days and path /', async ({
    page,
    user,
    tab,
    files,
  }) => {
    const visited = HOSTILE_NAMES.slice(0, 18);
    await putAll(user, named(files, ...visited));
    await page.goto('/f/w');
    for (const name of visited) await show(page, name);
    const cookie = (await tab.context.cookies()).find(({ name }) => name === 'appRecentsV2')!;
    const entries = JSON.parse(decodeURIComponent(cookie.value)) as Record<string, unknown>[];
    expect(entries).toHaveLength(15);
    for (const entry of entries)
      expect(Object.keys(entry).toSorted()).toEqual(['fileName', 'isDirectory', 'path', 'timestamp']);
    expect(cookie.path).toBe('/');
    expect(cookie.value.length).toBeLessThan(4_096);
    expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(365);
  });
});

test.describe('hostile texts', () => {
  // The frame that draws diagrams has no handlers in its pages; its policy stops them and says so.
  test.use({ asOwner: true, expectedErrors: [/^Executing inline event handler .*directive 'script-src 'self''/] });

  test('S5 messages, answers, titles and tool results of the chat are shown as text', async ({
    page,
    user,
    provider,
    canary,
    files,
  }) => {
    const attacks = markdownAttacks(canary.url);
    await putAll(user, named(files, 'page.html', 'script.svg'));
    await addModel(user, provider, {
      label: attacks[0]!.slice(0, 90),
      models: ['<img src=x onerror=zoTrap(1)>', 'plain'],
    });
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
    const sent = await user.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: attacks.slice(0, 40).join('\n\n').slice(0, 8_000),
    });
    await user.post(`/api/conversations/${sent.conversation_id}`, { title: '<img src=x onerror=zoTrap(1)>' }, 'PATCH');
    await page.goto(`/f?chat=${sent.conversation_id}`);
    await page.getByText('the end of it').waitFor();
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]').forEach((folded) => folded.click()),
    );
    await page.getByText('<img src=x onerror=zoTrap(1)>', { exact: true }).first().waitFor();
    await page.getByRole('img', { name: 'Diagram' }).waitFor();
    expect(await badLinks(page)).toEqual([]);
    expect(await readable(page)).not.toContain('sid');
  });
});
