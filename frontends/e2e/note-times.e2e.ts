import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { expect, type Page, test } from './fixture.js';

/** A minute of the page, in which everything of its start has come. */
const LATER_MS = 60_000;

const NOTE = '---\nstatus: open\n---\n\nText.\n\n```py\nx = 1\n```\n';
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of Note.md' });

/** Opens the note in a page whose time stands still. */
async function openStopped(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/f/w/Note.md');
  await textOf(page).getByText('Text.').waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LATER_MS);
}

/** In the page: how many drafts the browser keeps. */
async function countDrafts(): Promise<number> {
  const answerOf = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => (request.onsuccess = () => resolve(request.result)));
  // The editor has made it when it looked for a draft of the note.
  const database = await answerOf(indexedDB.open('zo-drafts'));
  const count = await answerOf(database.transaction('drafts').objectStore('drafts').count());
  database.close();
  return count;
}

test.describe('times of the note editor', () => {
  test.beforeEach(({ user }) => write(user, { 'Note.md': NOTE }));

  test('ED-01 a field of the front matter becomes part of the text 300 ms after it was typed', async ({
    page,
    user,
  }) => {
    await openStopped(page);
    const saving = page.getByText('Saving…', { exact: true });
    await page.getByRole('textbox', { name: 'status' }).fill('paid');
    await page.clock.runFor(299);
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect(saving).toHaveCount(0);
    await page.clock.runFor(1);
    await saving.waitFor();
    await page.clock.resume();
    await eventually(async () => (await contentOf(user, 'Note.md')) === NOTE.replace('open', 'paid'));
  });

  test('ED-10 a copy of code is confirmed for 1.5 seconds', async ({ page }) => {
    await openStopped(page);
    await textOf(page).getByRole('button', { name: 'Copy code' }).click();
    const confirmed = textOf(page).getByRole('button', { name: 'Copied' });
    await confirmed.waitFor();
    await page.clock.runFor(1_499);
    await expect(confirmed).toHaveCount(1);
    await page.clock.runFor(1);
    await textOf(page).getByRole('button', { name: 'Copy code' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('x = 1');
  });

  test('ED-08 a draft is kept 500 ms after the first change', async ({ page, context }) => {
    await context.route('**/api/files/write', (route) => route.abort());
    await openStopped(page);
    const drafts = () => page.evaluate(countDrafts);
    await textOf(page).getByText('Text.').click();
    await page.keyboard.type('M');
    await page.clock.runFor(499);
    expect(await drafts()).toBe(0);
    await page.clock.runFor(1);
    await eventually(async () => (await drafts()) === 1);
  });
});
