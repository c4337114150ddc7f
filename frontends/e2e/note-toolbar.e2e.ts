import { contentOf, write } from './page-objects.js';
import { eventually } from '@zo/testing/eventually';
import { expect, type Page, test } from './fixture.js';

const LANGUAGES = {
  md: 'markdown',
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  sh: 'shell',
  rust: 'rust',
  '': 'markdown',
};
const FORMULAS = ['math', 'latex', 'tex', 'katex'];

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });

test('ED-01 the toolbar is 40 px high and stays hidden once it was', async ({ page, user }) => {
  await write(user, { 'A.md': 'One.\n', 'B.md': 'Two.\n' });
  await page.goto('/f/w/A.md');
  expect((await toolbarOf(page).boundingBox())!.height).toBe(40);
  await page.getByRole('button', { name: 'Hide formatting' }).click();
  await toolbarOf(page).waitFor({ state: 'detached' });
  await page.goto('/f/w/B.md');
  await page.getByRole('button', { name: 'Show formatting' }).waitFor();
  await expect(toolbarOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show formatting' }).click();
  await toolbarOf(page).waitFor();
  await page.reload();
  await toolbarOf(page).waitFor();
});

test('ED-01 a press on a tool that was dragged by more than 10 px is no click', async ({ page, user }) => {
  await write(user, { 'Drag.md': 'word\n' });
  await page.goto('/f/w/Drag.md');
  await textOf(page, 'Drag.md').getByText('word').dblclick();
  const bold = page.getByRole('button', { name: 'Bold' });
  const box = (await bold.boundingBox())!;
  const y = box.y + box.height / 2;
  const drag = async (by: number) => {
    await page.mouse.move(box.x + 4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 4 + by, y, { steps: 3 });
    await page.mouse.up();
  };
  await drag(11);
  await expect(bold).toHaveAttribute('aria-pressed', 'false');
  await drag(10);
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await eventually(async () => (await contentOf(user, 'Drag.md')) === '**word**\n');
});

test('ED-05 a link that names a definition leads to its address, shows it, and keeps its form', async ({
  page,
  user,
}) => {
  const text = 'See [the plan][plan] and [Other][].\n\n[plan]: <My plan.md>\n[other]: https://example.org/x\n';
  await write(user, { 'Refs.md': text, 'My plan.md': 'The plan.\n' });
  await page.goto('/f/w/Refs.md');
  const note = page.getByRole('textbox', { name: 'Text of Refs.md' });
  await expect(note.getByRole('link', { name: 'Other' })).toHaveAttribute('href', 'https://example.org/x');
  await note.getByRole('link', { name: 'Other' }).click();
  await page.getByRole('group', { name: 'Link' }).getByText('https://example.org/x', { exact: true }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.type('Please: ');
  await eventually(async () => (await contentOf(user, 'Refs.md')) === `Please: ${text}`);
  await note.getByRole('link', { name: 'the plan' }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByText('The plan.', { exact: true }).waitFor();
});

test('ED-05 a link to another site opens in a new tab with Ctrl', async ({ page, context, user }) => {
  await context.route('https://example.com/**', (route) => route.fulfill({ body: 'Elsewhere' }));
  await write(user, { 'Out.md': 'See [more](https://example.com/a).\n' });
  await page.goto('/f/w/Out.md');
  const opened = context.waitForEvent('page');
  await textOf(page, 'Out.md')
    .getByRole('link', { name: 'more' })
    .click({ modifiers: ['Control'] });
  const tab = await opened;
  await tab.getByText('Elsewhere').waitFor();
  expect(tab.url()).toBe('https://example.com/a');
  expect(new URL(page.url()).pathname).toBe('/f/w/Out.md');
});

test('ED-02 ED-10 code shows the name of its language, and formulas are drawn', async ({ page, user }) => {
  const code = Object.keys(LANGUAGES).map((info) => `\`\`\`${info}\nx\n\`\`\`\n`);
  await write(user, {
    'Code.md': code.join('\n'),
    'Formulas.md': FORMULAS.map((info) => `\`\`\`${info}\nx^2\n\`\`\`\n`).join('\n'),
  });
  await page.goto('/f/w/Code.md');
  const languages = textOf(page, 'Code.md').getByRole('textbox', { name: 'Language of the code' });
  await expect(languages).toHaveCount(code.length);
  for (const [index, name] of Object.values(LANGUAGES).entries()) await expect(languages.nth(index)).toHaveValue(name);
  await page.goto('/f/w/Formulas.md');
  await expect(textOf(page, 'Formulas.md').locator('.katex-display')).toHaveCount(FORMULAS.length);
});
