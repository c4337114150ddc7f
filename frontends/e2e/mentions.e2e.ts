import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, say, write } from './page-objects.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

test.describe('mentions of tools and chats', () => {
  test.use({ asOwner: true });

  test('TL-03 ED-03 “@” offers tools and chats: the tool is used first, and the chat is shown to the model', async ({
    page,
    user,
    provider,
  }) => {
    await write(user, { 'grep notes.md': 'boiler\n' });
    await addModel(user, provider);
    provider.script((answer) => (answer.text('The pump makes 40 litres.'), answer.end()));
    await page.goto('/f?chat=new');
    await say(page, 'Grep the pump');
    await page.getByText('The pump makes 40 litres.').waitFor();
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await page.waitForURL(/chat=new|\/f\/?$/);

    const field = page.getByRole('textbox', { name: 'Message' });
    await field.click();
    await page.keyboard.type('Look with @grep');
    const list = page.getByRole('listbox', { name: 'Mention a file or folder' });
    await list.getByRole('option', { name: 'grep notes.md' }).waitFor();
    await list.getByRole('option', { name: 'Grep the pump' }).waitFor();
    await saveScreenshot(page, 'mentions-list');
    await list.getByRole('option', { name: 'Grep search' }).click();
    expect(await field.inputValue()).toBe('Look with `tool grep_search` ');
    await page.keyboard.type('as in @grep the');
    await list.getByRole('option', { name: 'Grep the pump' }).waitFor();
    await eventually(async () => (await list.getByRole('option').count()) === 1);
    await page.keyboard.press('Enter');
    const chips = page.getByRole('list', { name: 'Goes along with the message' });
    await chips.getByRole('link', { name: 'Grep the pump' }).waitFor();
    expect(await field.inputValue()).toBe('Look with `tool grep_search` as in ');
    // What is written survives a reload.
    await page.reload();
    await chips.getByRole('link', { name: 'Grep the pump' }).waitFor();

    const seen = provider.requests.length;
    provider.script(
      (answer) => {
        answer.call('g', 'grep_search', { query: 'boiler' });
        answer.end('tool_calls');
      },
      (answer) => (answer.text('Found it.'), answer.end()),
    );
    // The first Enter picks the file, whose name stays in the text, and the second one sends.
    await field.press('End');
    await page.keyboard.type('and @grep notes');
    await list.getByRole('option', { name: 'grep notes.md' }).waitFor();
    await page.keyboard.press('Enter');
    await chips.getByText('grep notes.md').waitFor();
    expect(await field.inputValue()).toBe('Look with `tool grep_search` as in and @grep notes.md ');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByText('Found it.').waitFor();
    const [first, second] = provider.requests.slice(seen).map(({ request }) => request);
    expect(first!.tool_choice).toEqual({ type: 'function', function: { name: 'grep_search' } });
    expect(second!.tool_choice).toBe('auto');
    expect(JSON.stringify(first!.messages)).toContain('Assistant: The pump makes 40 litres.');
    const mine = page.getByRole('article', { name: 'You' }).last();
    await mine.getByText('grep_search', { exact: true }).waitFor();
    expect(await axeFindings(page, 'mentions', 'body')).toEqual([]);
    await saveScreenshots(page, 'mentions-sent');
    await mine.getByRole('link', { name: 'Grep the pump' }).click();
    await page.getByRole('article', { name: 'You' }).getByText('Grep the pump').waitFor();
    await page.getByText('The pump makes 40 litres.').waitFor();
  });

  test('FT-14 ED-03 at most ten files are offered, of a search and of a folder, in a note and in a chat', async ({
    page,
    user,
  }) => {
    const names = Array.from({ length: 14 }, (_none, n) => `harbour ${n}.txt`);
    await write(user, { ...Object.fromEntries(names.map((name) => [`Many/${name}`, name])), 'note.md': '' });
    const options = page.getByRole('listbox', { name: 'Mention a file or folder' }).getByRole('option');
    const areTen = () => eventually(async () => (await options.filter({ hasText: 'harbour' }).count()) === 10);
    await page.goto('/f/w/note.md');
    await page.getByRole('textbox', { name: 'Text of note.md' }).click();
    await page.keyboard.type('@harbour');
    await areTen();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('@Many/');
    await areTen();
    await page.goto('/f?chat=new');
    await page.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type('@harbour');
    await areTen();
    expect(await options.count()).toBe(10);
  });
});
