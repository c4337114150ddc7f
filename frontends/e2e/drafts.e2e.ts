/** ED-08: unsaved edits of any size survive the tab, a reload and a crash, and are saved when the server is back. */
import type { BrowserContext, Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import type { Person } from '../../infra/testing/product/product.js';
import { contentOf, write } from './page-objects.js';
import { expect, test } from './fixture.js';

const SAVES = '**/api/files/write';
/** Fails every save in all tabs, as without a connection. */
const cut = (context: BrowserContext) => context.route(SAVES, (route) => route.abort());
const mend = (context: BrowserContext) => context.unroute(SAVES);

/** Lines of together so many bytes. */
const textOf = (bytes: number): string =>
  Array.from({ length: bytes / 20 }, (_none, n) => `line ${String(n).padStart(14)}\n`).join('');

/** The bytes of a workspace file of any size. */
const bytesOf = async (user: Person, name: string): Promise<string> => (await user.fetch(`/api/file/${name}`)).text();

const kept = (page: Page) => page.getByText('Kept here, saved when the server is back');

/** Opens a file and pastes a text over all of it. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await page.goto(`/f/w/${name}`);
  await page.getByRole('textbox', { name: `Text of ${name}` }).click();
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}

/** Closes a tab as its user does; returns whether the tab asked first. */
async function close(page: Page): Promise<boolean> {
  let asked = false;
  page.once('dialog', (dialog) => {
    asked = true;
    void dialog.accept();
  });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  return asked;
}

test('ED-08 a pasted text of 10 MB whose tab was closed offline is saved from another page', async ({
  page,
  context,
  user,
}) => {
  const text = textOf(10_000_000);
  await write(user, { 'large.txt': 'one\n' });
  await cut(context);
  await paste(page, 'large.txt', text);
  await kept(page).waitFor();
  expect(await close(page)).toBe(false);
  const next = await context.newPage();
  await next.goto('/settings');
  const unsaved = next.getByRole('region', { name: 'Unsaved edits' });
  await unsaved.getByText('Saved when the server is back').waitFor();
  expect(await bytesOf(user, 'large.txt')).toBe('one\n');
  await mend(context);
  await eventually(async () => (await bytesOf(user, 'large.txt')) === text);
  await unsaved.waitFor({ state: 'detached' });
  // Nothing is left that a later visit could save again.
  await next.reload();
  await next.getByText('Computer is on').waitFor();
  expect(await next.evaluate(() => localStorage.length && Object.keys(localStorage).join(' '))).not.toContain('draft:');
});

test('ED-08 a pasted text of 10 MB survives a crash of its tab', async ({ page, context, user }) => {
  const text = textOf(10_000_000);
  await write(user, { 'crash.txt': 'one\n' });
  await cut(context);
  await paste(page, 'crash.txt', text);
  await kept(page).waitFor();
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
  await mend(context);
  const next = await context.newPage();
  await next.goto('/settings');
  await eventually(async () => (await bytesOf(user, 'crash.txt')) === text);
});

test('ED-08 two tabs with one file keep their unsaved edits apart, over a reload and after both were closed', async ({
  page,
  context,
  user,
}) => {
  await write(user, { 'shared.txt': 'one\n' });
  await cut(context);
  const other = await context.newPage();
  const textIn = (tab: Page) => tab.getByRole('textbox', { name: 'Text of shared.txt' });
  for (const [tab, text] of [
    [page, 'mine\n'],
    [other, 'other\n'],
  ] as const) {
    await tab.bringToFront();
    await paste(tab, 'shared.txt', text);
    await kept(tab).waitFor();
  }
  for (const [tab, text] of [
    [other, 'other'],
    [page, 'mine'],
  ] as const) {
    await tab.reload();
    await textIn(tab).getByText(text).waitFor();
    await kept(tab).waitFor();
  }
  expect([await close(page), await close(other)]).toEqual([false, false]);
  await mend(context);
  const next = await context.newPage();
  await next.goto('/settings');
  const unsaved = next.getByRole('region', { name: 'Unsaved edits' });
  await unsaved.getByText('Changed on both sides').waitFor();
  const saved = await contentOf(user, 'shared.txt');
  expect(['mine\n', 'other\n']).toContain(saved);
  await unsaved.getByRole('link', { name: 'shared.txt' }).click();
  await textIn(next)
    .getByText(saved === 'mine\n' ? 'other' : 'mine')
    .waitFor();
});

test('ED-08 an edit that the browser cannot store says so, and its tab asks before it closes', async ({
  page,
  context,
  user,
}) => {
  await write(user, { 'refused.txt': 'one\n' });
  // As in a private window without storage.
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await cut(context);
  await paste(page, 'refused.txt', textOf(10_000_000));
  await page.getByText('This browser could not store your edit').first().waitFor();
  expect(await close(page)).toBe(true);
});

test('ED-08 an unsaved note is in local storage with its content, time and base, until it is saved', async ({
  page,
  context,
  user,
}) => {
  await write(user, { 'Note.md': 'one\n' });
  const { mtimeMs } = await user.json<{ mtimeMs: number }>('/api/read-fs', { root: 'w', slug: ['Note.md'] });
  const draft = () => page.evaluate(() => JSON.parse(localStorage.getItem('draft:w/Note.md') ?? 'null'));
  await cut(context);
  await page.goto('/f/w/Note.md');
  await page.getByRole('textbox', { name: 'Text of Note.md' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and two');
  await eventually(async () => (await draft())?.content === 'one and two\n');
  const { ts, baseMtime } = await draft();
  expect([Math.abs(Date.now() - ts) < 60_000, baseMtime]).toEqual([true, mtimeMs]);
  await mend(context);
  await page.keyboard.press('Control+s');
  await eventually(async () => (await contentOf(user, 'Note.md')) === 'one and two\n');
  await eventually(async () => (await draft()) === null);
});

test('ED-08 a draft that an earlier version left in localStorage is saved', async ({ page, user }) => {
  await write(user, { 'earlier.txt': 'one\n' });
  const { mtimeMs } = await user.json<{ mtimeMs: number }>('/api/read-fs', { root: 'w', slug: ['earlier.txt'] });
  await page.goto('/settings');
  await page.evaluate((draft) => localStorage.setItem('draft:w/earlier.txt', JSON.stringify(draft)), {
    content: 'typed earlier\n',
    ts: Date.now(),
    baseMtime: mtimeMs,
  });
  await page.reload();
  await eventually(async () => (await contentOf(user, 'earlier.txt')) === 'typed earlier\n');
  await eventually(() => page.evaluate(() => localStorage.getItem('draft:w/earlier.txt') === null));
});

test('ED-11 a text over the limit of a save says so, and is uploaded as a copy', async ({ page, user }) => {
  const text = textOf(20_000_000);
  await write(user, { 'huge.txt': 'one\n' });
  await paste(page, 'huge.txt', text);
  await page.getByRole('alert').getByText('A text over 16 MB can only be saved as a copy.').waitFor();
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await page.getByText('Your text is in "huge (mine).txt"').waitFor();
  expect((await bytesOf(user, 'huge%20(mine).txt')) === text).toBe(true);
  expect(await bytesOf(user, 'huge.txt')).toBe('one\n');
});
