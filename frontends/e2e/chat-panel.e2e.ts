import { axeFindings } from './axe.js';
import { expect, type Page, test } from './fixture.js';
import { write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

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

  test('CH-13 chats are pinned and kept in folders, and the search of a chat finds what is not in the page', async ({
    page,
    user,
  }) => {
    const asked = async (id: string, text: string) => {
      const sent = await user.json<{ conversation_id: string; run_id: string }>(`/api/conversations/${id}/messages`, {
        text,
        model: 'zo/helper',
      });
      await (await user.fetch(`/api/runs/${sent.run_id}/events?from=0`)).text();
      return sent.conversation_id;
    };
    await asked('new', 'the second chat');
    const id = await asked('new', 'where is the blue heron?');
    // More than a page of messages.
    for (let n = 0; n < 26; n++) await asked(id, `question ${n}`);

    await page.goto(`/f?chat=${id}`);
    const answers = page.getByRole('article', { name: 'Answer' });
    await answers.last().click();
    await page.keyboard.press('ControlOrMeta+f');
    const field = page.getByRole('textbox', { name: 'Find in this chat' });
    await field.fill('question 2');
    await page.getByRole('status').getByText('1 of 7').waitFor();
    await page.getByRole('button', { name: 'Later match' }).click();
    await page.getByRole('status').getByText('7 of 7').waitFor();
    await expect(page.getByText('question 2', { exact: true })).toBeInViewport();
    await field.fill('blue heron');
    await page.getByRole('status').getByText('1 of 1').waitFor();
    await expect(page.getByText('where is the blue heron?').last()).toBeInViewport();
    expect(await axeFindings(page, 'the search of a chat', '[aria-label="Chat"]')).toEqual([]);
    await saveScreenshots(page, 'chat-find');
    await field.fill('no such words');
    await page.getByRole('status').getByText('Not found').waitFor();
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Chats', exact: true }).click();
    const chats = page.getByRole('navigation', { name: 'Chats' });
    const choose = async (title: string, ...names: string[]) => {
      await chats.getByRole('button', { name: `More for ${title}` }).click({ force: true });
      for (const name of names) await page.getByRole('menuitem', { name }).click();
    };
    await choose('the second chat', 'Pin');
    await chats.getByRole('list', { name: 'Pinned' }).getByText('the second chat').waitFor();
    await choose('where is the', 'Move to folder', 'New folder…');
    await page.getByRole('textbox', { name: 'Name of the folder' }).fill('Birds');
    await page.getByRole('button', { name: 'Create' }).click();
    await chats.getByRole('button', { name: 'Birds 1' }).click();
    await chats.getByRole('list', { name: 'Birds' }).getByText('where is the').waitFor();
    expect(await axeFindings(page, 'folders of chats', 'nav[aria-label="Chats"]')).toEqual([]);
    await saveScreenshots(page, 'chat-folders');
    await chats.getByRole('button', { name: 'More for the folder Birds' }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Remove the folder' }).click();
    await chats.getByRole('button', { name: 'Birds 1' }).waitFor({ state: 'detached' });
    await chats.getByText('where is the').waitFor();
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

  test('FV-04 resting on a file of a chat shows a part of it and a button that opens it', async ({ page, user }) => {
    await write(user, { 'Trip/route.md': '# Route\n\nOver the pass.\n' });
    const { conversation_id } = await user.json<{ conversation_id: string }>('/api/conversations/new/messages', {
      text: 'which way?',
      files: [{ id: 'f1', path: 'w/Trip/route.md' }],
    });
    await page.goto(`/f/w?chat=${conversation_id}&chat_view=sidebar`);
    const chip = page.getByRole('log').getByRole('link', { name: 'route.md' });
    await chip.hover();
    const preview = page.getByRole('dialog', { name: 'route.md' });
    await preview.getByText('Over the pass.').waitFor();
    await saveScreenshots(page, 'chat-file-preview');
    await preview.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Route', exact: true }).waitFor();
    expect(page.url()).toContain(`chat=${conversation_id}`);
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
