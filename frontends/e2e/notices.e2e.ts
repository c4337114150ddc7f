import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

/** Playwright's tabs are never hidden. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );
/** Notifications of the system cannot be read, so the page's own are recorded. */
const recordNotices = (page: Page) =>
  page.addInitScript(() => {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class Recorded extends EventTarget {
      static permission = localStorage.getItem('test-permission') ?? 'default';
      static async requestPermission() {
        localStorage.setItem('test-permission', 'granted');
        return (Recorded.permission = 'granted');
      }
      onclick: (() => void) | null = null;
      constructor(title: string, { body }: { body: string }) {
        super();
        shown.push({ title, body, click: () => this.onclick?.() });
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shown });
  });
const shownIn = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shown: { title: string; body: string }[] }).shown.map(({ title, body }) => ({
      title,
      body,
    })),
  );

test.describe('notices of answers', () => {
  test.use({ asOwner: true });

  test('AP-02 a hidden tab says in its title that an answer is done, and by a notification once its user agreed', async ({
    page,
    user,
    provider,
  }) => {
    await recordNotices(page);
    await addModel(user, provider);
    let finish = (): void => undefined;
    const held = () => {
      const finished = new Promise<void>((resolve) => (finish = resolve));
      provider.script(async (answer) => {
        answer.text('Working on it. ');
        await finished;
        answer.text('Done.');
        answer.end();
      });
    };
    held();
    await page.goto('/f?chat=new');
    await say(page, 'Count the sheep');
    await page.getByRole('button', { name: 'Tell me when it is done' }).waitFor();
    expect(await axeFindings(page, 'offer', 'body')).toEqual([]);
    await saveScreenshot(page, 'notice-offer');
    await setHidden(page, true);
    const title = await page.title();
    finish();
    await eventually(async () => (await page.title()) === `(1) ${title}`);
    expect(await shownIn(page)).toEqual([]);
    await setHidden(page, false);
    expect(await page.title()).toBe(title);

    held();
    await say(page, 'Count them again');
    await page.getByRole('button', { name: 'Tell me when it is done' }).click();
    await page.getByText('You will be told when an answer is done').waitFor();
    const chat = new URL(page.url()).searchParams.get('chat');
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await setHidden(page, true);
    finish();
    await eventually(async () => (await shownIn(page)).length === 1);
    expect(await shownIn(page)).toEqual([{ title: 'Count the sheep', body: 'The answer is done.' }]);
    await page.evaluate(() => (window as unknown as { shown: { click: () => void }[] }).shown[0]!.click());
    await eventually(async () => new URL(page.url()).searchParams.get('chat') === chat);
    await setHidden(page, false);

    await page.goto('/settings/notifications');
    const toggle = page.getByRole('switch', { name: 'Answers that are done' });
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    expect(await axeFindings(page, 'notifications', 'main')).toEqual([]);
    await saveScreenshots(page, 'notifications');
    await toggle.click();
    await page.getByText('You are not told. The title of the tab still shows it.').waitFor();
    await page.reload();
    await page.getByText('You are not told. The title of the tab still shows it.').waitFor();
  });
});
