import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

const CODE = Array.from({ length: 300 }, (_, line) => `print(${line})`).join('\n');

test.beforeEach(({ user }) =>
  write(user, {
    'clean.py': CODE,
    'Report.md': '# Best month: May\n',
    'notes.txt': 'one',
    'Sales/sales.csv': 'a,b\n1,2\n',
  }),
);

const treeItem = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const tabs = (page: Page) => page.getByRole('tab').allTextContents();
const editor = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });

/** Opens a file beside what is shown, with the menu of its row in the tree. */
async function openBeside(page: Page, name: string): Promise<void> {
  await treeItem(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open beside' }).click();
}

test.describe('tabs', () => {
  test('a glance is replaced, an edited file keeps its tab with cursor and undo, closed tabs come back', async ({
    page,
    user,
  }) => {
    await page.goto('/f/w/notes.txt');
    await editor(page, 'notes.txt').waitFor();
    await treeItem(page, 'clean.py').click();
    await editor(page, 'clean.py').waitFor();
    expect(await tabs(page)).toEqual([]);

    await editor(page, 'clean.py').click();
    await page.keyboard.press('Control+End');
    // At once, so that it is one step of undo however busy the machine is.
    await page.keyboard.insertText('\nprint("end")');
    await treeItem(page, 'notes.txt').click();
    await expect(tab(page, 'notes.txt')).toHaveAttribute('aria-selected', 'true');
    await treeItem(page, 'Report').click();
    await page.getByRole('heading', { name: 'Best month: May' }).waitFor();
    await expect.poll(() => tabs(page)).toEqual(['clean.py', 'Report']);

    await tab(page, 'clean.py').click();
    await expect(page).toHaveURL(/\/f\/w\/clean\.py/);
    await expect(editor(page, 'clean.py').getByText('print(290)')).toBeInViewport();
    await editor(page, 'clean.py').focus();
    await page.keyboard.press('Control+z');
    await eventually(async () => (await contentOf(user, 'clean.py')) === CODE);

    await tab(page, 'clean.py').focus();
    await page.keyboard.press('Delete');
    await expect(page).toHaveURL(/\/f\/w\/Report\.md/);
    await page.goBack();
    await treeItem(page, 'notes.txt').dblclick();
    await treeItem(page, 'Report').dblclick();
    await tab(page, 'Report').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Reopen closed tab/ }).click();
    await expect(tab(page, 'clean.py')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'clean.py').focus();
    await page.keyboard.press('Delete');
    await expect(tab(page, 'clean.py')).toHaveCount(0);
    await expect(page.getByRole('tab', { selected: true })).toBeFocused();
  });

  test('split panes: each has its file, the address follows the focus, another device has the same tabs', async ({
    page,
    user,
    another,
  }) => {
    await page.goto('/f/w/clean.py');
    await editor(page, 'clean.py').waitFor();
    await openBeside(page, 'Report');
    await expect(page).toHaveURL(/\/f\/w\/Report\.md/);
    await expect(editor(page, 'clean.py')).toBeVisible();
    await page.getByRole('heading', { name: 'Best month: May' }).waitFor();

    await editor(page, 'clean.py').click();
    await expect(page).toHaveURL(/\/f\/w\/clean\.py/);
    await page.keyboard.type('# first\n');
    await treeItem(page, 'notes.txt').click();
    await expect(editor(page, 'notes.txt')).toBeVisible();
    await expect.poll(() => tabs(page)).toEqual(['clean.py', 'notes.txt', 'Report']);

    await saveScreenshots(page, 'tabs-split');
    await page.reload();
    await expect.poll(() => tabs(page)).toEqual(['clean.py', 'notes.txt', 'Report']);

    await tab(page, 'clean.py').click();
    await editor(page, 'clean.py').getByText('# first').waitFor();
    await eventually(async () => {
      const { settings } = await user.json<{ settings: { layout: { panes: unknown[] } | null } }>('/api/auth/me');
      return settings.layout?.panes.length === 2;
    });
    const other = await another(user);
    await other.page.goto('/f/w/clean.py');
    await expect.poll(() => tabs(other.page)).toEqual(['clean.py', 'Report']);
    await other.page.getByRole('heading', { name: 'Best month: May' }).waitFor();
  });

  test('a tab is dragged to the side of its pane and back, and moved files keep their tabs', async ({ page, user }) => {
    await page.goto('/f/w/notes.txt');
    for (const name of ['notes.txt', 'clean.py']) await treeItem(page, name).dblclick();
    await expect.poll(() => tabs(page)).toEqual(['notes.txt', 'clean.py']);
    const pane = (await page.getByRole('tabpanel').boundingBox())!;
    const drag = async (name: string, to: { x: number; y: number }) => {
      const from = (await tab(page, name).boundingBox())!;
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y + 22, { steps: 4 });
      await page.locator('[data-drop-zone]').first().waitFor();
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await page.mouse.up();
    };
    await drag('clean.py', { x: pane.x + pane.width - 40, y: pane.y + 200 });
    await expect(page.getByRole('tablist')).toHaveCount(2);
    await expect(editor(page, 'notes.txt')).toBeVisible();
    await expect(editor(page, 'clean.py')).toBeVisible();

    await user.post('/api/files/rename', { root: 'w', path: ['notes.txt'], name: 'renamed.txt' });
    await tab(page, 'renamed.txt').waitFor();
    await editor(page, 'renamed.txt').waitFor();
    const strip = (await page.getByRole('tablist').first().boundingBox())!;
    await drag('clean.py', { x: strip.x + 4, y: strip.y + 20 });
    await expect(page.getByRole('tablist')).toHaveCount(1);
    await expect.poll(() => tabs(page)).toEqual(['clean.py', 'renamed.txt']);
  });

  test('ED-08 a note in two panes shows in both what is typed in either', async ({ page, user }) => {
    await page.goto('/f/w/Report.md');
    await editor(page, 'Report.md').waitFor();
    await openBeside(page, 'Report');
    await expect(editor(page, 'Report.md')).toHaveCount(2);
    for (const [pane, word] of ['first', 'second', 'third', 'fourth'].entries()) {
      const text = editor(page, 'Report.md').nth(pane % 2);
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(` ${word}`);
    }
    const whole = 'Best month: May first second third fourth';
    for (const pane of [0, 1]) await expect(editor(page, 'Report.md').nth(pane)).toHaveText(whole);
    await eventually(async () => (await contentOf(user, 'Report.md')) === `# ${whole}\n`);
  });

  test('a narrow window shows the focused pane, and the others in a menu', async ({ page }) => {
    await page.goto('/f/w/clean.py');
    await editor(page, 'clean.py').waitFor();
    await openBeside(page, 'Report');
    await page.getByRole('heading', { name: 'Best month: May' }).waitFor();
    await page.setViewportSize({ width: 800, height: 900 });
    await expect(editor(page, 'clean.py')).toHaveCount(0);
    await page.getByRole('button', { name: '1 more pane' }).click();
    await page.getByRole('menuitem', { name: 'clean.py' }).click();
    await editor(page, 'clean.py').waitFor();
    await expect(page).toHaveURL(/\/f\/w\/clean\.py/);
  });

  test('a result of the search opens beside the open file', async ({ page }) => {
    await page.goto('/f/w/clean.py');
    await editor(page, 'clean.py').waitFor();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('textbox', { name: 'Search names and contents' }).fill('Best month');
    await page.locator('a[data-result]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Best month: May' }).waitFor();
    await expect(editor(page, 'clean.py')).toBeVisible();
  });
});
