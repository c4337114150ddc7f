import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../infra/testing/product/product.js';
import { type FakeProvider, startFakeProvider } from '../../infra/testing/product/fake-provider.js';
import { openBrowser, type Tab } from './browser.js';
import { contentOf, enterTerminal, upload } from './page-objects.js';
import { HOSTILE_NAMES } from './hostile-files.js';
import { openTrappedTab } from './script-traps.js';

const IMG = '<img src=x onerror=zoTrap(1)>';
const SVG = '"><svg onload=zoTrap(1)>';
const LINK = '[click](javascript:zoTrap(1))<script>zoTrap(1)</script>';
const LIMIT_MB = 1;
let product: Product;
let ada: Person;
let browser: Browser;
let tab: Tab;
let page: Page;
let provider: FakeProvider;
const caught: string[] = [];

beforeAll(async () => {
  product = await startProduct({ environment: { ZO_UPLOAD_MAX_MB: String(LIMIT_MB) } });
  ada = await Person.claim(product);
  provider = await startFakeProvider();
  browser = await openBrowser();
  tab = await openTrappedTab(browser, { product, person: ada, caught });
  ({ page } = tab);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await product?.stop();
});
/** Waits until a frame is painted and any script had time to run, then expects that nothing was caught. */
afterEach(async () => {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  const links = await page.evaluate(() =>
    Array.from(document.querySelectorAll('a[href]'), (link) => (link as HTMLAnchorElement).protocol).filter(
      (scheme) => !['http:', 'https:', 'mailto:'].includes(scheme),
    ),
  );
  expect({ caught, links, faults: tab.faults }).toEqual({ caught: [], links: [], faults: [] });
});

const create = (type: 'file' | 'folder', ...path: string[]) => ada.json('/api/files/create', { root: 'w', path, type });
const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
const row = (name: string): Locator => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
async function menu(on: Locator, ...items: string[]): Promise<void> {
  await on.first().click({ button: 'right' });
  for (const name of items)
    await page.getByRole('menuitem', { name: new RegExp(`^${name}(?: (?:Ctrl|F2|Enter)|$)`) }).click();
}
const title = (text: string) =>
  eventually(async () => (await page.title()).includes(text)).catch(async () =>
    expect(await page.title()).toContain(text),
  );

describe('hostile names in file operations', () => {
  const folder = `${SVG} folder`;
  beforeAll(async () => {
    await create('folder', folder);
    await create('folder', IMG);
  });

  it.each([`${IMG}.md`, `${SVG}.txt`, "' onmouseover='zoTrap(1).md", '{{zoTrap(1)}}.txt', 'javascript:zoTrap(1).md'])(
    'S5 FT-06 FT-07 FT-12 TR-01 TR-02 %s: rename, move, copy, trash, restore and delete show it as text',
    async (name) => {
      await create('file', name);
      await page.goto('/f/w');
      await menu(row(name), 'Rename');
      await page.getByRole('textbox', { name: 'Rename file' }).fill(`${IMG}/`);
      await page.keyboard.press('Enter');
      await page.getByText('A name has no slash in it').waitFor();
      await page.keyboard.press('Escape');
      await menu(row(name), 'Copy');
      await toast(`Copied "${name}"`).waitFor();
      await menu(row(name), 'Cut');
      await toast(`Cut "${name}"`).waitFor();
      await menu(row(name), 'Move to…');
      const dialog = page.getByRole('dialog', { name: `Move "${name}"` });
      await dialog.getByRole('button', { name: folder }).click();
      await dialog.getByRole('button', { name: 'Move here' }).click();
      await toast(`Moved "${name}" to ${folder}`).waitFor();
      // An entry with this name exists there by now, so that Undo fails and shows an error.
      await create('file', name);
      await menu(row(name), 'Move to…');
      await dialog.getByRole('button', { name: folder }).click();
      await dialog.getByRole('button', { name: 'Move here' }).click();
      await toast(`Failed to move ${name}`).waitFor();
      await page.keyboard.press('Escape');
      await menu(row(name), 'Move to trash');
      await toast('Moved to trash').getByRole('button', { name: 'Undo' }).last().click();
      await toast(`Restored "${name}"`).waitFor();
      await Promise.all([page.waitForResponse('**/api/files/trash'), menu(row(name), 'Move to trash')]);
      await page.goto('/f/w/Trash');
      await create('folder', name);
      await menu(row(name), 'Restore');
      await toast('estore').first().waitFor();
      await ada.post('/api/files/trash', { items: [{ root: 'w', path: [name] }] });
      await page.reload();
      await menu(row(name), 'Delete permanently');
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByText(`Delete "${name}" permanently?`)
        .waitFor();
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await toast('Permanently deleted').waitFor();
    },
    90_000,
  );

  it('S5 FT-05 a refused name is shown as text', async () => {
    await page.goto('/f/w');
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(IMG);
    await page.getByText(`"${IMG}" is already here`).waitFor();
    await page.keyboard.press('Escape');
  });

  it('S5 RT-06 FT-13 the tab title, the path, recent files and the palette show hostile names as text', async () => {
    await create('folder', 'Titles');
    for (const name of HOSTILE_NAMES.filter((text) => !text.includes('\n'))) {
      await ada.json('/api/files/write', { root: 'w', path: ['Titles', name], content: name, base: { absent: true } });
      await page.goto(`/f/w/Titles/${encodeURIComponent(name)}`);
      // HTML collapses ASCII white space in a title.
      await title(
        name
          .replaceAll(/[\t\n\f\r ]+/g, ' ')
          .replace(/^ /, '')
          .slice(0, 20),
      );
    }
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder('Search files, chats and commands');
    await field.waitFor();
    await page
      .getByRole('option')
      .filter({ hasText: HOSTILE_NAMES.at(-1)! })
      .waitFor();
    for (const word of ['onerror', 'svg', 'script', 'javascript', 'zoTrap']) {
      await field.fill(word);
      await page.getByRole('option').filter({ hasText: word }).first().waitFor();
    }
    await field.fill(IMG);
    await page.getByRole('option').filter({ hasText: IMG }).first().waitFor();
    await page.keyboard.press('Enter');
    await title(IMG);
  }, 90_000);

  it('S5 RT-05 addresses of missing files, chats and pages are shown as text', async () => {
    for (const path of [
      `/f/w/${encodeURIComponent(IMG)}/gone.md`,
      `/f/x/${encodeURIComponent(SVG)}`,
      `/${encodeURIComponent(IMG)}`,
      `/f?chat=${encodeURIComponent(IMG)}`,
      `/settings#${encodeURIComponent(IMG)}`,
      `/f/w?q=${encodeURIComponent(LINK)}`,
    ]) {
      await page.goto(path);
      await page.locator('main, [role=main], h1').first().waitFor();
    }
  });
});

describe('hostile names in uploads', () => {
  const uploadNamed = async (name: string, bytes: number) => {
    await page.goto('/f/w');
    await upload(page, { name, mimeType: 'text/html', buffer: Buffer.alloc(bytes, 'x') });
  };

  it('S5 UP-05 the toast about a file that is too large shows its name as text', async () => {
    await uploadNamed(`${IMG}.html`, LIMIT_MB * 1024 * 1024 + 1);
    await toast(`exceed the ${LIMIT_MB}MB limit: ${IMG}.html`).waitFor();
  });

  it('S5 UP-01 a failed upload shows its name and the reason as text', async () => {
    // Longer than a file name may be.
    const name = `${SVG.repeat(12)}.txt`;
    await uploadNamed(name, 100);
    await toast('Upload failed').waitFor();
    const dock = page.getByRole('region', { name: 'Uploads' });
    await dock.getByText(name).waitFor();
    await dock.getByText(/Upload failed\. Please try again\. \S+/).waitFor();
    expect(await dock.locator('svg[onload]').count()).toBe(0);
    await dock.getByRole('button', { name: 'Dismiss' }).click();
  });
});

describe('hostile texts in the chat', () => {
  let model: string;
  beforeAll(async () => {
    const { id } = await ada.json<{ id: string }>('/api/models/providers', {
      kind: 'openai-compatible',
      label: IMG,
      base_url: provider.url,
      models: ['plain', IMG],
    });
    model = `${id}:plain`;
  });

  it('S5 S7 the approval request shows hostile arguments unchanged', async () => {
    const cmd = `echo '${IMG}' '${LINK}' '\u202egnp.exe'`;
    provider.script(
      (answer) => (
        answer.call('a', 'run_bash_command', { cmd: `echo https://example.org '${SVG}'` }),
        answer.end('tool_calls')
      ),
      (answer) => (
        answer.call('b', 'run_bash_command', { cmd }),
        answer.call('c', 'create_or_rewrite_file', {
          target_file: `Made/${IMG}.md`.replaceAll('<', '(('),
          content: IMG,
        }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.text(`done ${IMG}`), answer.end()),
    );
    const sent = await ada.json<{ conversation_id: string }>('/api/conversations/new/messages', { text: IMG, model });
    await page.goto(`/f?chat=${sent.conversation_id}`);
    const card = page.getByRole('group', { name: 'Question before running' }).first();
    await card.waitFor();
    const shown = (await card.getByLabel('What would run').textContent())!;
    expect(shown).toContain(IMG);
    expect(shown).not.toContain('\u202e');
    for (;;) {
      await page
        .getByRole('button', { name: 'Run once' })
        .first()
        .click({ timeout: 3_000 })
        .catch(() => undefined);
      if (await page.getByText(`done ${IMG}`).first().isVisible()) break;
    }
  }, 90_000);

  it('S5 CH-10 tool results, errors, the receipt and its Undo are shown as text', async () => {
    const name = `receipt ${IMG}.md`;
    provider.script(
      (answer) => (
        answer.call('a', 'create_or_rewrite_file', { target_file: name, content: LINK }),
        answer.end('tool_calls')
      ),
      (answer) => (answer.call('b', 'read_file', { target_file: `${SVG}/none.md` }), answer.end('tool_calls')),
      (answer) => (answer.call('c', IMG, { [SVG]: LINK }), answer.end('tool_calls')),
      (answer) => (answer.call('d', 'read_file', { [IMG]: 1 }), answer.end('tool_calls')),
      (answer) => (answer.text('the receipt is below'), answer.end()),
    );
    const sent = await ada.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: 'go',
      model,
    });
    await (await ada.fetch(`/api/runs/${sent.run_id}/events`)).text();
    await page.goto(`/f?chat=${sent.conversation_id}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await receipt.getByText(name).waitFor();
    await page.evaluate(() =>
      document.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]').forEach((folded) => folded.click()),
    );
    await page.getByText(`There is no tool ${IMG} here`).first().waitFor();
    expect(await contentOf(ada, name)).toBe(LINK);
    // Changed since then, so that Undo keeps the file and the toast has to name it.
    await ada.json('/api/files/write', { root: 'w', path: [name], content: 'mine', base: { any: true } });
    await receipt.getByRole('button', { name: 'Undo' }).click();
    await toast(`${name}:`).waitFor();
  }, 60_000);

  it('S5 CH-06 chat titles are text in the list, the heading, the search, the palette and the dialogs', async () => {
    const { id } = await ada.json<{ id: string }>('/api/conversations', { title: IMG });
    await page.goto(`/f?chat=${id}&chat_view=full`);
    await page.getByRole('heading', { name: IMG }).waitFor();
    const chats = page.getByRole('navigation', { name: 'Chats' });
    await page
      .getByRole('button', { name: 'Chats', exact: true })
      .or(page.getByRole('tab', { name: 'Chats', exact: true }))
      .first()
      .click();
    const line = chats.getByRole('link', { name: IMG });
    await menu(line, 'Rename');
    const field = page.getByRole('textbox', { name: 'Name of the chat' });
    expect(await field.inputValue()).toBe(IMG);
    await field.fill(SVG);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: SVG }).waitFor();
    await page.getByRole('button', { name: 'Search chats' }).click();
    await page.getByRole('textbox', { name: 'Search chats' }).fill('onerror');
    await chats
      .getByText(/onerror/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search files, chats and commands').fill('svg onload');
    await page.getByRole('option').filter({ hasText: SVG }).first().waitFor();
    await page.keyboard.press('Escape');
    await menu(chats.getByRole('link', { name: SVG }), 'Delete');
    await page.getByText(`Delete “${SVG}”?`).waitFor();
    await page.keyboard.press('Escape');
  }, 60_000);

  it('S5 CH-01 error messages of a provider are shown as text', async () => {
    provider.script((answer) => answer.status(400, {}, { error: { message: `${IMG} ${LINK}` } }));
    const sent = await ada.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: 'fail',
      model,
    });
    await (await ada.fetch(`/api/runs/${sent.run_id}/events`)).text();
    await page.goto(`/f?chat=${sent.conversation_id}`);
    await page.getByRole('log').getByRole('article').last().waitFor();
  });
});

describe('hostile texts in settings, handles and the terminal', () => {
  it('S5 MD-01 labels and models of providers are text in the list, its dialogs and toasts', async () => {
    await page.goto('/settings#your-ai');
    await page.getByText(IMG).first().waitFor();
    await page.getByRole('button', { name: 'Options' }).first().click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText(`Remove ${IMG}?`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Test', exact: true }).first().click();
    await page.getByRole('button', { name: 'Test', exact: true }).first().waitFor();
  });

  it('S5 names, devices and addresses of users are shown as text', async () => {
    await ada.post('/api/auth/me', { full_name: IMG }, 'PATCH');
    await fetch(`${product.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${IMG} ${SVG}` },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
    });
    await page.goto('/settings#account');
    await page.reload();
    await eventually(async () => (await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()) === IMG);
    await page.getByText('This device', { exact: true }).waitFor();
    await page.goto('/settings#people');
    await page.getByText('Sign-up').first().waitFor();
  });

  it('S5 AU-02 a hostile handle, e-mail and invitation in the address or the form are shown as text', async () => {
    const visitor: string[] = [];
    const other = await openTrappedTab(browser, { product, person: ada, caught: visitor });
    await other.context.clearCookies();
    for (const path of [
      `/?handle=${encodeURIComponent(IMG)}`,
      `/signup?handle=${encodeURIComponent(IMG)}&invitation=${encodeURIComponent(SVG)}`,
      `/login?next=${encodeURIComponent('javascript:zoTrap(1)')}`,
    ]) {
      await other.page.goto(path);
      await other.page.getByRole('textbox').first().fill(IMG);
      await other.page.keyboard.press('Enter');
      await other.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
    await other.context.close();
    expect(visitor).toEqual([]);
  }, 60_000);

  it('S5 a program in the terminal cannot put markup into its tab title', async () => {
    // One-time tokens are limited per session, and the earlier pages used up those of the old one.
    tab = await openTrappedTab(browser, { product, person: await Person.signIn(product, 'ada'), caught });
    ({ page } = tab);
    await page.goto('/f/w');
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type(
      `printf '\\033]0;${IMG}\\007\\033]8;;javascript:zoTrap(1)\\033\\\\link\\033]8;;\\033\\\\ said-it'; touch said.txt\n`,
    );
    await row('said.txt').waitFor();
  }, 60_000);
});
