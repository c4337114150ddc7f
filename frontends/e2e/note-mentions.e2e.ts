import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { expect, type Page, test } from './fixture.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';

const DAILY = '---\nid: r0123456789ab\n---\n\nSay what is due today.\n';
const WIDE = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500"></svg>';
/** A minute of the page, in which everything of its start has come. */
const LATER_MS = 60_000;

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
const optionOf = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Mention a file or folder' }).getByRole('option', { name });

test('ED-03 ED-04 a note mentions tools and zoroutines, and shows what they are', async ({ page, user }) => {
  const before = '* odd\n\n*   `zoroutine z1  Old.zoroutine`\n';
  await write(user, { 'Day.md': `${before}\nUse:\n`, 'Daily.zoroutine': DAILY });
  await page.goto('/f/w/Day.md');
  const note = textOf(page, 'Day.md');
  await note.getByText('Use:').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' @grep');
  await optionOf(page, 'Grep search').click();
  await page.keyboard.type('and @Daily');
  await optionOf(page, 'Daily.zoroutine').waitFor();
  await saveScreenshots(page, '4-note-mentions-list');
  await page.keyboard.press('Enter');
  await page.keyboard.type('today');
  const wanted = `${before}\nUse: \`tool grep_search\` and \`zoroutine r0123456789ab Daily.zoroutine\` today\n`;
  await eventually(async () => (await contentOf(user, 'Day.md')) === wanted);

  await note.getByText('grep_search').hover();
  const tool = page.getByRole('dialog', { name: 'grep_search' });
  await tool.getByText('Grep search').waitFor();
  await tool.getByRole('list', { name: 'Arguments of grep_search' }).getByText('query', { exact: true }).waitFor();
  await saveScreenshots(page, '4-note-mentioned-tool');
  await page.keyboard.press('Escape');
  await note.getByText('Daily.zoroutine').hover();
  const preview = page.getByRole('dialog', { name: 'Daily.zoroutine' });
  await preview.getByText('Say what is due today.').waitFor();
  await preview.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(/\/f\/w\/Daily\.zoroutine/);
});

test('FT-16 FV-04 an absolute path has a preview below the two roots of the home only', async ({ page, user }) => {
  const home = `/home/${user.me.handle}`;
  const named = [
    `${home}/workspace/Sales/a.csv`,
    '/etc/passwd.md',
    `${home}/.ssh/b.md`,
    '/home/nobody-else/workspace/c.md',
  ];
  await write(user, {
    'Paths.md': `${named.map((path) => `\`file ${path}\``).join('\n\n')}\n`,
    'Sales/a.csv': 'x,y\n',
  });
  await page.goto('/f/w/Paths.md');
  const note = textOf(page, 'Paths.md');
  for (const name of ['passwd.md', 'b.md', 'c.md']) await note.getByText(name, { exact: true }).click();
  await note.getByText('a.csv', { exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'a.csv' });
  await preview.getByText('x,y').waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await preview.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(/\/f\/w\/Sales\/a\.csv/);
});

test('ED-06 a note of a site names an image of the workspace, where a link does not lead', async ({ page, user }) => {
  await write(user, { 'Trips/Wide.svg': WIDE });
  const site = { root: 's', path: ['Page.md'] };
  const written = await user.post('/api/files/write', { ...site, content: 'Look:\n', base: { absent: true } });
  expect(written.status).toBe(200);
  await page.goto('/f/s/Page.md');
  const note = textOf(page, 'Page.md');
  await note.getByText('Look:').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' @Wide');
  await optionOf(page, 'Wide.svg').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('there');
  await eventually(async () => {
    const { fileContent } = await user.json<{ fileContent: string }>('/api/read-fs', { root: 's', slug: site.path });
    return fileContent === 'Look: `file Trips/Wide.svg` there\n';
  });
  await note.getByText('Wide.svg').click();
  await page.getByRole('dialog', { name: 'Wide.svg' }).getByRole('img', { name: 'Wide.svg' }).waitFor();
});

test('ED-05 the card of a link opens while the pointer rests on it, and closes 150 ms after it has left both', async ({
  page,
  user,
}) => {
  await write(user, { 'Far.md': 'Away\n\nSee [more](https://example.com/a).\n' });
  await page.clock.install();
  await page.goto('/f/w/Far.md');
  const note = textOf(page, 'Far.md');
  await note.getByRole('link', { name: 'more' }).waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LATER_MS);
  const card = page.getByRole('group', { name: 'Link' });
  await note.getByRole('link', { name: 'more' }).hover();
  await page.clock.runFor(499);
  await expect(card).toHaveCount(0);
  await page.clock.runFor(1);
  await card.getByText('https://example.com/a').hover();
  await page.clock.runFor(1_000);
  await card.getByText('https://example.com/a').waitFor();
  await saveScreenshot(page, '4-note-link-hovered');
  await note.getByText('Away').hover();
  await page.clock.runFor(149);
  await expect(card).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(card).toHaveCount(0);
  await page.clock.resume();
  await note.getByRole('link', { name: 'more' }).hover();
  await card.getByRole('button', { name: 'Remove link' }).click();
  await eventually(async () => (await contentOf(user, 'Far.md')) === 'Away\n\nSee more.\n');
  await expect(card).toHaveCount(0);
});
