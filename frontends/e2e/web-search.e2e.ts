import { startFakeSearch } from '../../infra/testing/product/fake-search.js';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test.describe('the web search', () => {
  test.use({ asOwner: true });

  test('TL-01 RT-07 is connected in the settings; the assistant then searches, and its hits are links', async ({
    page,
    user,
    provider,
  }) => {
    const search = await startFakeSearch('searxng');
    try {
      await page.goto('/settings#your-ai');
      await page.getByRole('button', { name: 'Add a search' }).click();
      const form = page.getByRole('form', { name: 'Web search' });
      await form.getByRole('button', { name: 'Brave' }).click();
      await page.getByRole('menuitem', { name: 'SearXNG' }).click();
      await form.getByLabel('Address').fill(search.url);
      search.instead((response) => void response.writeHead(403).end());
      await form.getByRole('button', { name: 'Test and save' }).click();
      await form.getByRole('alert').getByText('Add “json” to “formats”').waitFor();
      await saveScreenshot(page, '6-web-search-refused');
      expect(await axeFindings(page, 'web search', 'main')).toEqual([]);
      search.instead(undefined);
      await form.getByRole('button', { name: 'Test and save' }).click();
      const connected = page.getByRole('group', { name: 'SearXNG' });
      await connected.getByText(search.url).waitFor();
      await connected.getByRole('button', { name: 'Test' }).click();
      await connected.getByText('Works').waitFor();
      await saveScreenshots(page, '6-web-search');

      provider.script(
        (answer) => {
          answer.call('s', 'web_search', { query: 'tides in the harbour', topic: 'news' });
          answer.end('tool_calls');
        },
        (answer) => {
          answer.text('There are five pages.');
          answer.end();
        },
      );
      await addModel(user, provider);
      await page.goto('/f?chat=new');
      await say(page, 'tool web_search: what is new in the harbour?');
      await page.getByText('There are five pages.').waitFor();
      await page.getByRole('button', { name: 'Searched the web for, details' }).click();
      const hit = page.getByRole('list', { name: 'Results' }).getByRole('link').first();
      expect(await hit.getAttribute('href')).toBe('https://news.example.org/0.5');
      expect(await hit.getAttribute('rel')).toContain('noopener');
      await saveScreenshots(page, '6-web-search-hits');
      expect(await axeFindings(page, 'hits', 'main')).toEqual([]);
    } finally {
      await search.stop();
    }
  });
});
