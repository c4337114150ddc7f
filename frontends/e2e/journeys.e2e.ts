import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '@zo/shared/testing';
import { type Product, startProduct } from '../../infra/product/product.js';
import { type FakeProvider, startFakeProvider } from '../../services/chat/test/fake-provider.js';
import { openBrowser, openTab, picture, pictures, type Tab } from './browser.js';

let product: Product;
let browser: Browser;
let ada: Tab;
let provider: FakeProvider;
let real: string;
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  ada = await openTab(browser, product.url);
  provider = await startFakeProvider();
  real = makeFolder();
}, 120_000);

afterAll(async () => {
  await browser.close();
  await provider.stop();
  await product.stop();
  rmSync(real, { recursive: true, force: true });
});

/** What people have: a table, a picture, code in folders, something large. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zo-things-'));
  mkdirSync(join(folder, 'code', 'src'), { recursive: true });
  writeFileSync(join(folder, 'sales.csv'), 'month,amount\n2026-03,1200\n2026-04,900\n2026-05,4821\n');
  writeFileSync(join(folder, 'photo.png'), Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC', 'base64'));
  writeFileSync(join(folder, 'code', 'src', 'main.py'), 'def main():\n    print("hello")\n');
  writeFileSync(join(folder, 'code', 'README.md'), '# Project\n\nSome **words**.\n');
  writeFileSync(join(folder, 'film.bin'), randomBytes(64 * 1024 * 1024));
  return folder;
}

const session = async (tab: Tab) => {
  const cookies = await tab.context.cookies();
  return `sid=${cookies.find(({ name }) => name === 'sid')!.value}`;
};
/** The API as the person of a tab. */
async function api<T = Record<string, unknown>>(tab: Tab, path: string, body?: unknown): Promise<T> {
  const headers = { cookie: await session(tab), 'content-type': 'application/json' };
  const answer = await fetch(product.url + path, body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as T;
}
const contentOf = async (tab: Tab, ...slug: string[]) => (await api<{ fileContent: string | null }>(tab, '/api/read-fs', { root: 'w', slug })).fileContent;
const newDownload = (tab: Tab) => Promise.race([tab.page.waitForEvent('download'), tab.context.waitForEvent('page').then((opened) => opened.waitForEvent('download'))]);
const say = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
};

/** A drag as a hand does it: press, move in steps, let go. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(start.x + 60, start.y + start.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(start.x + 60 + step * 3, start.y + (end.y + end.height / 2 - start.y) * (step / 8), { steps: 2 });
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name.replace('.', '\\.')}`) });

describe('a computer of one’s own', () => {
  it('AU-02 1 the printed link makes its visitor the owner', async () => {
    const { page } = ada;
    const link = /http:\/\/\S+claim#token=\S+/.exec(product.output())![0];
    await page.goto(link);
    await pictures(page, '1-claim');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByLabel(/handle/i).first().fill('ada');
    await page.getByRole('button', { name: /make it mine|claim|create|start/i }).click();
    await page.waitForURL(/\/f/);
    expect((await api<{ is_owner: boolean }>(ada, '/api/auth/me')).is_owner).toBe(true);
  });

  it('PC-01 LP-08 2 the computer is awake, the tree and the stats bar show what is really there', async () => {
    const { page } = ada;
    await page.getByText('Computer is on').waitFor();
    await page.getByRole('treeitem', { name: /Articles/ }).waitFor();
    const memory = await page.getByRole('meter', { name: 'Memory' }).getAttribute('aria-valuenow');
    expect(Number(memory)).toBeGreaterThan(0);
    await page.goto('/f/w');
    await page.getByRole('grid', { name: 'Workspace' }).waitFor();
    await pictures(page, '2-empty');
    await page.goto('/system');
    await page.getByText('Debian').first().waitFor();
    await pictures(page, '2-system');
  });

  it('UP-01 UP-07 3 files and folders are uploaded whole, with progress', async () => {
    const { page } = ada;
    await page.goto('/f/w');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click()]);
    await chooser.setFiles([join(real, 'film.bin'), join(real, 'sales.csv'), join(real, 'photo.png')]);
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await row(page, 'film.bin').waitFor();
    const home = await api<{ directoryContents: { name: string; size: number }[] }>(ada, '/api/read-fs', { root: 'w', slug: [] });
    expect(home.directoryContents.find(({ name }) => name === 'film.bin')?.size).toBe(64 * 1024 * 1024);
    const back = Buffer.from(await (await fetch(`${product.url}/api/file/film.bin`, { headers: { cookie: await session(ada) } })).arrayBuffer());
    expect(createHash('sha256').update(back).digest('hex')).toBe(createHash('sha256').update(readFileSync(join(real, 'film.bin'))).digest('hex'));
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    const [folders] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: 'Upload a folder' }).click()]);
    await folders.setFiles(join(real, 'code'));
    await row(page, 'code').waitFor();
    await eventually(async () => (await contentOf(ada, 'code', 'src', 'main.py')) !== null);
    await pictures(page, '3-listing');
  });

  it('UP-06 3 an upload goes on after the services were killed in the middle of it', async () => {
    const { page } = ada;
    writeFileSync(join(real, 'film2.bin'), randomBytes(200 * 1024 * 1024));
    await page.goto('/f/w');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click()]);
    await chooser.setFiles(join(real, 'film2.bin'));
    await eventually(async () => (await api<{ uploads: { received: number[] }[] }>(ada, '/api/file-uploads')).uploads.some(({ received }) => received.length >= 2));
    process.kill(product.pids('services.mjs')[0]!, 'SIGKILL');
    await page.getByText('Upload complete').waitFor({ timeout: 90_000 });
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const back = Buffer.from(await (await fetch(`${product.url}/api/file/film2.bin`, { headers: { cookie: await session(ada) } })).arrayBuffer());
    expect(sum(back)).toBe(sum(readFileSync(join(real, 'film2.bin'))));
  }, 120_000);

  it('ED-11 FV-01 4 a code file is opened, edited and saved', async () => {
    const { page } = ada;
    await page.goto('/f/w/code/src/main.py');
    const editor = page.getByRole('textbox', { name: 'Text of main.py' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# edited here\n');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(ada, 'code', 'src', 'main.py'))?.includes('# edited here'));
    await pictures(page, '4-code');
    await page.goto('/f/w/code/README.md');
    await page.getByRole('heading', { name: 'Project' }).waitFor();
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of README.md' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nA new line.');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(ada, 'code', 'README.md'))?.endsWith('A new line.'));
    await page.getByRole('button', { name: 'Note view' }).click();
    await page.getByText('A new line.').waitFor();
    await pictures(page, '4-note');
  });

  it('LS-02 LS-03 4 a second browser follows at once; an unsaved edit is merged, never lost', async () => {
    const { page } = ada;
    const second = await ada.context.newPage();
    await second.goto('/f/w');
    await row(second, 'sales.csv').waitFor();
    await api(ada, '/api/files/create', { root: 'w', path: ['from-elsewhere.md'], type: 'note', content: 'one\ntwo\nthree\n' });
    await row(second, 'from-elsewhere.md').waitFor();
    await page.goto('/f/w/from-elsewhere.md');
    await page.getByRole('button', { name: 'Raw editor' }).click();
    const editor = page.getByRole('textbox', { name: 'Text of from-elsewhere.md' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('mine ');
    const { hash } = await api<{ hash: string }>(ada, '/api/read-fs', { root: 'w', slug: ['from-elsewhere.md'] });
    const current = await contentOf(ada, 'from-elsewhere.md');
    await api(ada, '/api/files/write', { root: 'w', path: ['from-elsewhere.md'], content: current!.replace('three', 'theirs'), base: { hash } });
    await editor.getByText('theirs').waitFor();
    expect(await editor.innerText()).toContain('mine one');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(ada, 'from-elsewhere.md')) === 'mine one\ntwo\ntheirs\n');
    await second.close();
  });

  it('FT-06 FT-07 TR-01 TR-02 FT-11 4 rename, move, trash, restore and download by hand', async () => {
    const { page } = ada;
    await page.goto('/f/w');
    await row(page, 'from-elsewhere.md').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: /name/i }).fill('renamed');
    await page.keyboard.press('Enter');
    await row(page, 'renamed.md').waitFor();
    await drag(page, row(page, 'renamed.md'), row(page, 'code'));
    await page.getByText('Moved "renamed.md" to code').waitFor();
    await eventually(async () => (await contentOf(ada, 'code', 'renamed.md')) !== null);
    await row(page, 'photo.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /trash/i }).click();
    await page.getByText('Moved to trash').waitFor();
    await row(page, 'photo.png').waitFor({ state: 'detached' });
    await page.goto('/f/w/Trash');
    await pictures(page, '4-trash');
    await row(page, 'photo.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await row(page, 'photo.png').waitFor({ state: 'detached' });
    await page.goto('/f/w/photo.png');
    await page.getByRole('img', { name: /photo/ }).waitFor();
    await page.goto('/f/w');
    await row(page, 'sales.csv').click();
    const [download] = await Promise.all([newDownload(ada), row(page, 'sales.csv').getByRole('button', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).toBe('sales.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('2026-05,4821');
    await row(page, 'code').click({ modifiers: ['Control'] });
    await row(page, 'photo.png').click({ modifiers: ['Control'] });
    await row(page, 'photo.png').click({ button: 'right' });
    const [zip] = await Promise.all([newDownload(ada), page.getByRole('menuitem', { name: /download/i }).click()]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
    expect(readFileSync(await zip.path()).subarray(0, 2).toString()).toBe('PK');
  });

  it('CH-08 LS-03 5 the terminal is a real shell; what it does shows at once, and it survives reload and a restart of the services', async () => {
    const { page } = ada;
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    await page.keyboard.press('Control+Backquote');
    const terminal = page.locator('.xterm-helper-textarea');
    await terminal.waitFor({ state: 'attached' });
    await terminal.focus();
    await page.keyboard.type('echo made by the shell > shell.txt; export KEPT=yes\n');
    await row(page, 'shell.txt').waitFor();
    await page.reload();
    await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
    process.kill(product.pids('services.mjs')[0]!, 'SIGKILL');
    await eventually(async () => ((await (await fetch(`${product.url}/api/health`)).json()) as { status: string }).status === 'ready', 30_000);
    await eventually(async () => {
      await page.locator('.xterm-helper-textarea').focus();
      await page.keyboard.type('echo $KEPT > kept.txt\n');
      await page.waitForTimeout(500);
      return (await contentOf(ada, 'kept.txt')) === 'yes\n';
    }, 30_000);
    await pictures(page, '5-terminal');
    await page.keyboard.press('Control+Backquote');
  }, 90_000);

  it('CH-01 CH-10 7 without a model the built-in helper does what it is told, and says what it is', async () => {
    const { page } = ada;
    await page.goto('/f?chat=new');
    await page.getByRole('link', { name: 'Add a model' }).waitFor();
    await say(page, 'read sales.csv');
    await page.getByText('2026-05,4821').first().waitFor();
    await say(page, 'write helper-note.md: made by the helper');
    await eventually(async () => (await contentOf(ada, 'helper-note.md'))?.includes('made by the helper'));
    await say(page, 'run ls -la');
    await page.getByText('sales.csv').last().waitFor();
    await pictures(page, '7-helper');
  });

  it('MD-01 MD-02 6 a model is added without a restart: tested, then picked', async () => {
    const { page } = ada;
    provider.script((answer, request) => {
      if (request.tools?.length) answer.call('probe', request.tools[0]!.function.name, {});
      else answer.text('ok');
      answer.end(request.tools?.length ? 'tool_calls' : 'stop');
    });
    await page.goto('/settings#your-ai');
    await page.getByRole('button', { name: /add/i }).first().click();
    await page.getByRole('button', { name: 'OpenAI', exact: true }).click();
    await page.getByRole('option', { name: /compatible/i }).or(page.getByRole('menuitem', { name: /compatible/i })).or(page.getByRole('menuitemradio', { name: /compatible/i })).click();
    await page.getByLabel(/address/i).fill(provider.url);
    await picture(page, '6-add-model');
    await page.getByRole('button', { name: 'Test and add' }).click();
    await eventually(async () => (await api<{ value: string }[]>(ada, '/api/models/available')).length > 1, 15_000);
    await pictures(page, '6-providers');
  });

  it('CH-10 TL-01 6 it reads, runs and writes on the same computer; the answer streams, with a receipt', async () => {
    const { page } = ada;
    provider.script(
      (answer) => (answer.text('I will look at the file. '), answer.call('c1', 'read_file', { target_file: 'sales.csv' }), answer.end('tool_calls')),
      (answer) => (answer.call('c2', 'run_bash_command', { cmd: 'sort -t, -k2 -n -r sales.csv | head -1' }), answer.end('tool_calls')),
      (answer) => (answer.call('c3', 'create_or_rewrite_file', { target_file: 'report.md', content: '# Best month\n\nMay 2026 with 4,821.\n' }), answer.end('tool_calls')),
      (answer) => (answer.text('The best month is **May 2026**.'), answer.end()),
    );
    const models = await api<{ value: string; helper?: boolean }[]>(ada, '/api/models/available');
    const chosen = models.find(({ helper, value }) => !helper && value.includes('big')) ?? models.find(({ helper }) => !helper)!;
    await fetch(`${product.url}/api/models/preference`, { method: 'PUT', headers: { cookie: await session(ada), 'content-type': 'application/json' }, body: JSON.stringify({ value: chosen.value }) });
    await page.goto('/f?chat=new');
    await say(page, 'Look at sales.csv, tell me the best month, and write report.md');
    await page.getByText('The best month is').waitFor();
    await page.getByRole('region', { name: 'Receipt' }).waitFor();
    expect(await contentOf(ada, 'report.md')).toContain('May 2026');
    expect(new URL(page.url()).searchParams.get('chat')).toMatch(/^[0-9a-f-]{36}$/);
    await pictures(page, '6-answer');
    await page.getByRole('region', { name: 'Receipt' }).getByRole('button', { name: /undo/i }).click();
    await eventually(async () => (await contentOf(ada, 'report.md')) === null);
  });

  it('CH-01 CH-10 6 reload, a second device and a killed chat process lose no text; stop stops', async () => {
    const { page } = ada;
    const gate = { open: false };
    const drip: Parameters<FakeProvider['script']>[0] = async (answer) => {
      for (let n = 0; !gate.open && !answer.cancelled; n++) {
        answer.text(`word${n} `);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      answer.text('the end');
      answer.end();
    };
    provider.script(drip);
    await page.goto('/f?chat=new');
    await say(page, 'Talk for a while');
    await page.getByText(/word5 /).waitFor();
    await page.reload();
    await page.getByText(/word0 .*word9 /).waitFor();
    const second = await ada.context.newPage();
    await second.goto(page.url());
    await second.getByText(/word0 .*word12 /).waitFor();
    process.kill(product.pids('services.mjs')[0]!, 'SIGKILL');
    const before = /word0 .*/.exec(await page.getByRole('log').innerText())![0];
    gate.open = true;
    await page.getByText('the end').first().waitFor({ timeout: 45_000 });
    expect(await page.getByRole('log').innerText()).toContain(before.trim().split(' ').slice(0, 10).join(' '));
    gate.open = false;
    provider.script(drip);
    await say(page, 'Again');
    await page.getByText(/word3 /).last().waitFor();
    await page.getByRole('button', { name: 'Stop generation' }).click();
    await eventually(() => provider.requests.at(-1)!.cancelled, 1_500);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await second.close();
  }, 90_000);
});

describe('somebody else', () => {
  it('AU-02 S4 8 a second person has a computer of their own and reaches nothing of the first', async () => {
    const { code } = await api<{ code: string }>(ada, '/api/admin/invitations', {});
    const bob = await openTab(browser, product.url);
    await bob.page.goto(`/signup?invitation=${code}`);
    await bob.page.getByLabel('E-mail').fill('bob@example.com');
    await bob.page.getByLabel('Password').first().fill(PASSWORD);
    await bob.page.getByLabel(/handle/i).first().fill('bob');
    await pictures(bob.page, '8-sign-up');
    await bob.page.getByRole('button', { name: /sign up|create/i }).click();
    await bob.page.waitForURL(/\/f/);
    expect(await contentOf(bob, 'sales.csv')).toBeNull();
    await bob.page.goto('/f/w/sales.csv');
    await bob.page.getByText('File not found: sales.csv').waitFor();
    expect(bob.faults).toEqual([]);
    await bob.context.close();
  });
});

describe('afterwards', () => {
  it('PC-01 9 everything is there after a restart', async () => {
    const { data, port } = product;
    await product.stop({ keep: true });
    product = await startProduct({ data, port });
    const { page } = ada;
    await page.goto('/f/w');
    await row(page, 'sales.csv').waitFor();
    expect(await contentOf(ada, 'kept.txt')).toBe('yes\n');
    expect(ada.faults).toEqual([]);
  }, 60_000);
});
