import { eventually } from '@zo/testing/eventually';
import { say, write } from './page-objects.js';
import { saveScreenshot } from './screenshots.js';
import { expect, test } from './fixture.js';

test('CH-04 selected text of a file becomes an attachment with its lines: by button and by keyboard', async ({
  page,
  user,
}) => {
  await write(user, {
    'plan.ts': 'const a = 1;\nconst b = 2;\nconst c = 3;\n',
    'note.md': '# Title\n\nFirst words.\n',
  });
  await page.goto('/f/w/note.md?chat=new');
  const note = page.getByRole('textbox', { name: /^Text of/ });
  await note.getByText('First words.').dblclick();
  const ask = page.getByRole('button', { name: 'Ask Zo', exact: true });
  await ask.waitFor();
  await saveScreenshot(page, 'ask-selection');
  await ask.click();
  const chips = page.getByRole('list', { name: 'Goes along with the message' });
  await chips.getByText('note.md, line 3').waitFor();
  await ask.waitFor({ state: 'detached' });
  await eventually(() =>
    page.getByRole('textbox', { name: 'Message' }).evaluate((field) => field === document.activeElement),
  );

  await page.goto('/f/w/plan.ts?chat=new');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (let line = 0; line < 2; line++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+Shift+Period');
  await chips.getByText('plan.ts, lines 2–3').click();
  expect(await page.getByRole('dialog').locator('pre').textContent()).toBe('const b = 2;\nconst c = 3;');
  await page.keyboard.press('Escape');

  // The server is told the file, in which it looks the text up.
  const sent = page.waitForRequest(/\/messages\/stream$/);
  await say(page, 'What is this?');
  const { attachments } = (await sent).postDataJSON() as { attachments: { title: string; path: string }[] };
  expect(attachments.map(({ title, path }) => [title, path])).toEqual([
    ['note.md, line 3', 'w/note.md'],
    ['plan.ts, lines 2–3', 'w/plan.ts'],
  ]);
});
