import { startFakeSearch } from '../../infra/testing/product/fake-search.js';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

const CITING = `It has ships [^1], and more [^2].

[^1]: https://news.example.org/0.5 “ships, news”
[^2]: https://news.example.org/3 “invented words”
`;

test.describe('the web search', () => {
  test.use({ asOwner: true });

  test('TL-01 RT-07 CH-12 is connected in the settings; the assistant then searches, and its hits are links', async ({
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
          answer.text(CITING);
          answer.end();
        },
      );
      await addModel(user, provider);
      await page.goto('/f?chat=new');
      await say(page, 'tool web_search: what is new in the harbour?');
      const answer = page.getByRole('article', { name: 'Answer' });
      await answer.getByRole('button', { name: 'Footnote 1' }).click();
      const source = page.getByRole('dialog', { name: 'Footnote 1' });
      await source.getByRole('link', { name: 'A news page of 0.5 days' }).waitFor();
      await source.getByText('news.example.org', { exact: true }).waitFor();
      await source.getByText('Quoted from the page').waitFor();
      await source.getByText('ships, news').waitFor();
      expect(await axeFindings(page, 'a citation', 'body')).toEqual([]);
      await saveScreenshot(page, '6-citation');
      await page.keyboard.press('Escape');
      // The page has no such words, so they are not shown as its own.
      await answer.getByRole('button', { name: 'Footnote 2' }).click();
      const other = page.getByRole('dialog', { name: 'Footnote 2' });
      await other.getByText('From the page').waitFor();
      expect(await other.getByText('invented').count()).toBe(0);
      await page.keyboard.press('Escape');
      await answer.getByRole('button', { name: 'What the model was sent' }).click();
      const sent = page.getByRole('dialog', { name: 'What the model was sent' });
      await sent.getByRole('row', { name: /^Results of tools 1 / }).waitFor();
      await sent.getByText('It took 2 steps.').waitFor();
      expect(await axeFindings(page, 'context', 'body')).toEqual([]);
      await saveScreenshot(page, '6-context');
      await page.keyboard.press('Escape');
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
