import type { Page } from '@playwright/test';
import { addModel, say } from './page-objects.js';
import { expect, test } from './script-traps.js';

const PARAGRAPHS = 5_000;
const paragraph = (at: number) => `Paragraph ${at}: the quick brown fox jumps over the lazy dog, **again**.\n\n`;

/** Until the height of the list has stayed the same for a second. */
const stillList = (page: Page) =>
  page.getByRole('log').evaluate(async (log) => {
    let height = 0;
    for (let same = 0; same < 60; same++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (log.scrollHeight !== height) same = 0;
      height = log.scrollHeight;
    }
  });

test.describe('very long answers', () => {
  test.use({ asOwner: true });

  test('CH-10 the end of an answer stays in view while it comes fast and after a reload, and words in its middle are found', async ({
    page,
    user,
    provider,
  }) => {
    await addModel(user, provider);
    provider.script((reply) => {
      for (let at = 1; at <= PARAGRAPHS; at++) reply.text(paragraph(at));
      reply.text('That is all.');
      reply.end();
    });
    await page.goto('/f?chat=new&chat_view=full');
    await say(page, 'Tell me everything');
    const end = page.getByText('That is all.');
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await page.getByRole('button', { name: 'Copy answer' }).waitFor({ state: 'attached', timeout: 60_000 });
      await stillList(page);
      await expect(end).toBeInViewport();
      expect(await page.getByRole('button', { name: 'Jump to the latest' }).count()).toBe(0);
    }
    await page.keyboard.press('ControlOrMeta+f');
    await page.getByRole('textbox', { name: 'Find in this chat' }).fill('Paragraph 777:');
    await page.getByRole('status').getByText('1 of 1').waitFor();
    await stillList(page);
    await expect(page.getByText('Paragraph 777:')).toBeInViewport();
  });
});
