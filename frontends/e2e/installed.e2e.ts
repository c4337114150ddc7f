import { contentOf, row, write } from './page-objects.js';
import { expect, test } from './fixture.js';
import { eventually } from '@zo/testing/eventually';

test.use({ tabOptions: { offline: true } });

test.describe('the installed app', () => {
  test('has a manifest whose icons exist, and takes addresses that other apps share', async ({ page, user }) => {
    const manifest = (await (await user.fetch('/manifest.webmanifest')).json()) as {
      icons: { src: string; type: string }[];
      share_target: { action: string; params: Record<string, string> };
    };
    for (const { src, type } of manifest.icons) {
      const icon = await user.fetch(src);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    }
    const { action, params } = manifest.share_target;
    const shared = new URLSearchParams({ [params['text']!]: 'Worth reading: https://example.org/a?b=c' });
    await page.goto(`${action}?${shared}`);
    await expect(page.getByRole('textbox', { name: /address/i })).toHaveValue('https://example.org/a?b=c');
    await expect(page).not.toHaveURL(/share_text/);
    await page.goto(`${action}?${new URLSearchParams({ [params['text']!]: 'Only some words' })}`);
    await page.getByText('There is no web address in what was shared').waitFor();
  });

  test('opens without a network, keeps what was written, and saves it afterwards', async ({ page, context, user }) => {
    await write(user, { 'plan.txt': 'one\n' });
    await page.goto('/f/w/plan.txt');
    const editor = page.getByRole('textbox', { name: 'Text of plan.txt' });
    await editor.waitFor();
    // The worker controls pages that are opened after it; the second visit stores what the page loads.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await editor.click();
    await context.setOffline(true);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('two');
    await page
      .getByText(/offline|Reconnecting|not saved/i)
      .first()
      .waitFor();
    await page.reload();
    await page.getByText('The server cannot be reached').waitFor();
    await context.setOffline(false);
    // The page comes back by itself.
    await editor.getByText('two').waitFor();
    await eventually(async () => (await contentOf(user, 'plan.txt')) === 'one\ntwo');
  });

  test('stores nothing of a folder for the next person', async ({ page, user }) => {
    await write(user, { 'secret name.txt': '1' });
    await page.goto('/f/w');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await row(page, 'secret name.txt').waitFor();
    const stored = await page.evaluate(async () => {
      const cache = await caches.open('zo-app-1');
      return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))!.text()));
    });
    expect(stored.filter((text) => text.includes('<div id="root">'))).toHaveLength(1);
    expect(stored.filter((text) => text.includes('secret name'))).toEqual([]);
  });
});
