import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say, write } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

const ANSWER = `The pump makes **40 litres**, says [the plan](plan.md) and \`file plan.md\`.

![a drawing](drawing.png)

| | litres |
|---|--:|
| a minute | 40 |

See [the maker](https://example.com/pump).`;

test.describe('shared chats', () => {
  test.use({ asOwner: true });

  test('a link shows a chat to a visitor, without its files, until it is revoked', async ({
    page,
    user,
    provider,
    another,
    product,
  }) => {
    await write(user, { 'plan.md': 'CANARY-PLAN\n' });
    await addModel(user, provider);
    provider.script(
      (answer) => {
        answer.call('r', 'read_file', { target_file: 'plan.md' });
        answer.end('tool_calls');
      },
      (answer) => (answer.text(ANSWER), answer.end()),
    );
    await page.goto('/f?chat=new');
    await say(page, 'How much does the pump make?');
    await page.getByRole('article', { name: 'Answer' }).getByRole('button', { name: 'Copy answer' }).waitFor();
    await page.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this chat' });
    await dialog.getByLabel('The link works for').selectOption('30 days');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Link to this chat' }).inputValue();
    expect(link).toMatch(new RegExp(`^${new URL(page.url()).origin}/share/[A-Za-z0-9_-]{43}$`));
    await dialog.getByRole('listitem').waitFor();
    expect(await axeFindings(page, 'share', 'body')).toEqual([]);
    await saveScreenshots(page, 'share-dialog');

    const { page: visit } = await another(product.url);
    const answers: { url: string; status: number }[] = [];
    visit.on('response', (response) => answers.push({ url: response.url(), status: response.status() }));
    const opened = await visit.goto(link);
    expect(opened!.headers()['x-robots-tag']).toBe('noindex, nofollow');
    await visit.getByRole('heading', { name: 'How much does the pump make?' }).waitFor();
    const answer = visit.getByRole('article', { name: 'Answer' });
    await answer.getByText('40 litres').waitFor();
    await answer.getByText('Used read file').waitFor();
    expect(
      await answer.getByRole('link').evaluateAll((links) => links.map((each) => each.getAttribute('href'))),
    ).toEqual(['https://example.com/pump']);
    expect(await answer.locator('img').count()).toBe(0);
    expect(await visit.content()).not.toContain('CANARY');
    // Nothing else of the API is asked for with success than the chat and what is public.
    const fetched = answers.filter(({ url, status }) => url.includes('/api/') && status === 200);
    expect(fetched.filter(({ url }) => !/\/api\/(shared-chats|auth\/setup|auth\/me)/.test(url))).toEqual([]);
    expect(await axeFindings(visit, 'shared chat', 'body')).toEqual([]);
    await saveScreenshots(visit, 'share-page');

    await page.reload();
    await page.getByRole('region', { name: 'Chat' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share a link' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The link does not work any more').waitFor();
    await visit.reload();
    await visit.getByText('This link leads nowhere').waitFor();
    await saveScreenshot(visit, 'share-gone');
    await visit.goto('/share/nonsense');
    await visit.getByText('This link leads nowhere').waitFor();
  });
});
