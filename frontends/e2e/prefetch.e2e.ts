/** What the browser asks for before and after a file is opened. */
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { addModel, row, say, write } from './page-objects.js';
import { expect, test } from './fixture.js';

/** What was asked for since the page was opened: folders, files and chats. */
function asked(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/files/list') requests.push(`folder ${url.searchParams.get('path')}`);
    if (url.pathname === '/api/read-fs') requests.push(`file ${JSON.stringify(request.postDataJSON().slug)}`);
    const [, chat] = /^\/api\/conversations\/([\da-f-]{36})$/.exec(url.pathname) ?? [];
    if (chat) requests.push(`chat ${chat}`);
  });
  return (what: string) => requests.filter((request) => request === what).length;
}

/** Stops the clock of the page, which goes on only as far as the test says. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

const leave = (page: Page) => page.mouse.move(1, 1);

test.describe('what is opened next', () => {
  test.beforeEach(({ user }) =>
    write(user, { 'Trip/route.md': '# Route\n', 'Away/far.txt': 'far', 'plan.md': '# Plan\n', 'long.txt': 'x' }),
  );

  test('RT-05 is loaded once the pointer rests on it for 150 ms, and not again when it is opened', async ({ page }) => {
    const times = asked(page);
    await page.clock.install();
    await page.goto('/f/w');
    await row(page, 'Trip').waitFor();
    await stopClock(page);

    await row(page, 'Away').hover();
    await page.clock.runFor(149);
    await row(page, 'Trip').hover();
    await page.clock.runFor(150);
    await eventually(() => times('folder ["Trip"]') === 1);
    await row(page, 'plan.md').hover();
    await page.clock.runFor(150);
    await eventually(() => times('file ["plan.md"]') === 1);
    expect(times('folder ["Away"]')).toBe(0);

    await leave(page);
    await row(page, 'Trip').hover();
    await page.clock.runFor(150);
    await page.clock.resume();
    await row(page, 'Trip').dblclick();
    await row(page, 'route.md').waitFor();
    await page.getByRole('treeitem', { name: 'plan' }).click();
    await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
    expect(times('folder ["Trip"]')).toBe(1);
    expect(times('file ["plan.md"]')).toBe(1);
  });

  test('RT-05 is a chat whose link is under the pointer', async ({ page, user, provider }) => {
    await addModel(user, provider);
    await page.goto('/f/w?chat=new');
    await say(page, 'hello');
    await page.waitForURL(/chat=[\da-f-]{36}/);
    const id = new URL(page.url()).searchParams.get('chat')!;
    await page.goto('/f/w');
    await row(page, 'Trip').waitFor();
    const times = asked(page);
    await page.getByRole('button', { name: 'Chats', exact: true }).click();
    await page.locator(`[data-chat-row="${id}"]`).getByRole('link').hover();
    await eventually(() => times(`chat ${id}`) === 1);
  });
});

test('RT-05 what is open is read again on focus unless it is younger than 2 s, and on reconnect', async ({
  page,
  user,
}) => {
  await write(user, { 'plan.md': '# Plan\n', 'other.txt': 'x' });
  const times = asked(page);
  const focus = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')));
  await page.clock.install();
  await page.goto('/f/w/plan.md');
  await page.getByRole('heading', { name: 'Plan', exact: true }).waitFor();
  await stopClock(page);
  const before = times('file ["plan.md"]');
  await focus();
  await page.clock.runFor(2_000);
  await focus();
  await eventually(() => times('file ["plan.md"]') > before);
  await focus();
  await page.clock.resume();
  // Asked for after all of them.
  await page.getByRole('treeitem', { name: 'other' }).click();
  await page.getByRole('textbox', { name: 'Text of other.txt' }).waitFor();
  expect(times('file ["plan.md"]')).toBe(before + 1);

  const online = times('file ["other.txt"]');
  await page.context().setOffline(true);
  await eventually(() => page.evaluate(() => !navigator.onLine));
  await page.context().setOffline(false);
  await eventually(() => times('file ["other.txt"]') > online);
});

test('RT-05 what is open stays while it cannot be read again', async ({ page, user }) => {
  await write(user, { 'plan.md': '# Plan\n' });
  await page.clock.install();
  await page.goto('/f/w/plan.md');
  const heading = page.getByRole('heading', { name: 'Plan', exact: true });
  await heading.waitFor();
  await page.route('**/api/read-fs', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/read-fs'));
  await page.clock.fastForward(3_000);
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
  await failed;
  // Until what the failure changes is painted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await heading.isVisible()).toBe(true);
  expect(await page.getByText('cannot be loaded').count()).toBe(0);
});
