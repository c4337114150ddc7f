import { expect, type Page, test } from './fixture.js';
import { write } from './page-objects.js';

/** Opens the list of chats with the file, in its header. */
const openChatsOfFile = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^(\d+ )?chats?$/i })
    .click();

test.beforeEach(({ user }) => write(user, { 'plan.md': '# plan.md\n', 'other.md': '# other.md\n' }));

test.describe('the chat beside files', () => {
  test('CH-08 the terminal opens below a full-page chat too', async ({ page }) => {
    await page.goto('/f');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByRole('button', { name: 'Terminal', exact: true }).click();
    await page.getByRole('region', { name: 'Terminal' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Hide terminal' }).click();
    await page.getByRole('region', { name: 'Terminal' }).waitFor({ state: 'detached' });
  });

  test('RT-04 a new chat gets its real id without a reload', async ({ page }) => {
    await page.goto('/f?chat=new');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole('textbox', { name: 'Message' }).fill('list');
    await page.keyboard.press('Enter');
    await page.waitForURL(/chat=[0-9a-f-]{36}/);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true);
  });

  test("CH-07 the file header lists 'Chats with …', 'No chats with …' when there are none, 'No Title' for an untitled one", async ({
    page,
    user,
  }) => {
    const { conversation_id } = await user.json<{ conversation_id: string }>('/api/conversations/new/messages', {
      text: 'read plan.md',
      files: [{ id: 'f1', path: 'w/plan.md' }],
    });
    await page.goto('/f/w/plan.md');
    await openChatsOfFile(page);
    await page.getByText('Chats with plan.md').waitFor();
    await page.getByRole('link', { name: /read plan\.md/ }).click();
    await page.waitForURL(new RegExp(conversation_id));
    await user.post(`/api/conversations/${conversation_id}`, { title: '' }, 'PATCH');
    await page.goto('/f/w/plan.md');
    await openChatsOfFile(page);
    await page.getByText('Chats with plan.md').waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^No Title/ })
      .or(page.getByRole('dialog').getByRole('link', { name: /^No Title/ }))
      .first()
      .waitFor();
    await page.goto('/f/w/other.md');
    await openChatsOfFile(page);
    await page.getByText('No chats with other.md').waitFor();
  });

  test('CH-07 the chats popup of a file that is still loading stays open once it has loaded', async ({ page }) => {
    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/read-fs', async (route) => {
      if (route.request().postData()?.includes('other.md')) await arrived.promise;
      await route.continue();
    });
    await page.goto('/f/w/other.md');
    await openChatsOfFile(page);
    await page.getByText('No chats with other.md').waitFor();
    arrived.resolve();
    await page.getByRole('button', { name: 'Raw editor' }).waitFor();
    expect(await page.getByText('No chats with other.md').isVisible()).toBe(true);
  });

  test("CH-11 a chat that cannot be loaded says 'API request to get conversation history failed with status …' and the body", async ({
    page,
  }) => {
    await page.goto(`/f?chat=${crypto.randomUUID()}`);
    await page.getByText(/^API request to get conversation history failed with status 404/).waitFor();
  });
});
