/** The workspace without a pointer. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.js';
import { contentOf, write } from './page-objects.js';

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const noteText = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
/** The name of what has the focus. */
const active = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses a key until what is called so has the focus. */
async function pressTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press(key);
    const now = await active(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
  }
  throw new Error(`${key} does not lead to ${String(name)}, but to ${(await active(page)).slice(0, 100)}`);
}

/** Runs a command of the palette. */
async function command(page: Page, text: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: option }).and(page.locator('[aria-selected=true]'))).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a folder, and a note with a checklist and a table in it, are made by keyboard', async ({ page, user }) => {
  await page.goto('/f/w');
  await grid(page, 'Workspace').waitFor();
  await page.getByRole('treeitem').first().waitFor();
  await press(page, 'F6', 'F6', 'F6');
  await expect(grid(page, 'Workspace')).toBeFocused();

  await test.step('makes a folder and a note in it', async () => {
    await command(page, 'New folder', 'New folder here');
    await page.getByRole('textbox', { name: 'Name' }).fill('Trip');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/f\/w\/Trip$/);
    await command(page, 'New note', 'New note here');
    await page.getByRole('textbox', { name: 'Name' }).fill('Plan');
    await page.keyboard.press('Enter');
    await expect(noteText(page, 'Plan.md')).toBeFocused();
  });

  await test.step('writes a checklist with the toolbar, and ticks an item', async () => {
    await page.keyboard.type('# Plan');
    await page.keyboard.press('Enter');
    await pressTo(page, 'Shift+Tab', 'Undo');
    await pressTo(page, 'ArrowRight', 'Checklist');
    await page.keyboard.press('Enter');
    await page.keyboard.type('passport');
    await page.keyboard.press('Enter');
    await page.keyboard.type('tickets');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('checkbox', { name: 'tickets' })).toBeChecked();
    await press(page, 'Enter', 'Enter');
  });

  await test.step('makes a table, leaves it with Escape and Tab, and adds a row', async () => {
    await pressTo(page, 'Shift+Tab', 'Checklist');
    await pressTo(page, 'ArrowRight', 'Table');
    await page.keyboard.press('Enter');
    for (const cell of ['Day', 'Place', '1', 'Kyoto']) {
      await page.keyboard.type(cell);
      if (cell !== 'Kyoto') await page.keyboard.press('Tab');
    }
    await press(page, 'Escape', 'Tab');
    expect(await active(page)).toBe('Rows and columns');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Insert row above' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus in a task of its own.
    await expect(page.getByRole('menuitem', { name: 'Insert row below' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('2');
    await page.keyboard.press('Control+s');
    const wanted =
      '# Plan\n\n- [ ] passport\n- [x] tickets\n\n| Day | Place |\n| --- | --- |\n| 1 | Kyoto |\n|  | 2 |\n';
    await expect.poll(() => contentOf(user, 'Trip', 'Plan.md')).toBe(wanted);
  });
});

test('letters typed right after a tool was pressed are in what it made', async ({ page, user }) => {
  await write(user, { 'plan.md': 'Trip\n' });
  await page.goto('/f/w/plan.md');
  await noteText(page, 'plan.md').focus();
  await page.keyboard.press('Control+End');
  await pressTo(page, 'Shift+Tab', 'Undo');
  await pressTo(page, 'ArrowRight', 'Table');
  // Before any other task of the page, as on a busy machine.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).click();
    const letters = { inputType: 'insertText', data: 'Day', bubbles: true, cancelable: true };
    document.activeElement!.dispatchEvent(new InputEvent('beforeinput', letters));
  });
  await page.keyboard.press('Control+s');
  await expect.poll(() => contentOf(user, 'plan.md')).toBe('Trip\n\n| Day |  |\n| --- | --- |\n|  |  |\n');
});

test('a file opened by a key takes the focus although the code that moves it arrives after its text', async ({
  page,
  user,
}) => {
  await write(user, { 'plan.txt': 'planned' });
  const { promise: isShown, resolve: shown } = Promise.withResolvers<void>();
  await page.route('**/remotes/workspace/static/js/async/*.js', async (route) => {
    const response = await route.fetch();
    // The attribute that this code alone looks for in the workspace.
    if ((await response.text()).includes('[data-sonner-toast]')) await isShown;
    await route.fulfill({ response });
  });
  await page.goto('/f/w');
  await grid(page, 'Workspace').focus();
  await press(page, 'p', 'Enter');
  const text = page.getByRole('textbox', { name: 'Text of plan.txt' });
  await text.waitFor();
  await expect(text).not.toBeFocused();
  shown();
  await expect(text).toBeFocused();
});

test('panes and tabs by keyboard: a split, moving between panes, a tab that moves to the other pane and closes', async ({
  page,
  user,
}) => {
  await write(user, { 'a.txt': 'one', 'b.txt': 'two' });
  await page.goto('/f/w/a.txt');
  const text = (name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
  const pane = (number: number) => page.getByRole('region', { name: `Pane ${number}` });
  await text('a.txt').waitFor();
  await page.getByRole('treeitem', { name: 'b.txt' }).waitFor();
  await page.keyboard.press('Control+\\');
  await text('a.txt').nth(1).waitFor();
  await press(page, 'F6', 'F6');
  await expect(page.getByRole('tree', { name: 'Files' })).toBeFocused();
  await press(page, 'b', 'Enter');
  await expect(tab(page, 'b.txt')).toHaveAttribute('aria-selected', 'true');
  await text('b.txt').waitFor();
  await page.keyboard.press('F6');
  await expect(pane(1).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('F6');
  await expect(text('b.txt')).toBeFocused();
  // An edit, which a page that is mounted anew could not undo.
  await page.keyboard.type('x');
  await text('b.txt').getByText('xtwo').waitFor();
  await pressTo(page, 'Shift+F6', 'Text of a.txt');
  await page.keyboard.press('F6');
  await expect(text('b.txt')).toBeFocused();

  await press(page, 'Escape');
  await pressTo(page, 'Shift+Tab', 'Tab options');
  await pressTo(page, 'Shift+Tab', 'New tab');
  await page.keyboard.press('Shift+Tab');
  const moved = page.getByRole('tab', { name: /^b.txt/ });
  await expect(moved).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(moved).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['a.txt', 'b.txt', 'a.txt']);
  await expect(moved).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['b.txt', 'a.txt', 'a.txt']);
  await expect(moved).toBeFocused();
  await text('b.txt').focus();
  await page.keyboard.press('Control+z');
  await expect(text('b.txt').getByText('xtwo')).toHaveCount(0);
  await moved.focus();
  await page.keyboard.press('Delete');
  await expect(moved).toHaveCount(0);
  await expect(pane(1).getByRole('tab')).toBeFocused();
});

test('FT-12 rows by keyboard: a row is added to the selection, its menu opens, and focus stays after a delete', async ({
  page,
  user,
}) => {
  await write(user, { 'in/a.txt': 'a', 'in/b.txt': 'b', 'in/c.txt': 'c', 'in/deep/d.txt': 'd' });
  await page.goto('/f/w/in');
  const list = grid(page, 'in');
  await list.focus();
  await press(page, 'ArrowDown', 'ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowDown', 'Space');
  const selected = list.getByRole('row', { selected: true });
  await expect(selected).toHaveText([/^a\.txt/, /^c\.txt/]);
  await page.keyboard.press('Space');
  await expect(selected).toHaveText([/^a\.txt/]);
  await page.keyboard.press('ArrowUp');
  await press(page, 'Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
  await expect(selected).toHaveText([/^b\.txt/]);
  await page.keyboard.press('Delete');
  await expect(list.getByRole('row', { name: /^b\.txt/ })).toHaveCount(0);
  await expect(list).toBeFocused();
  await expect(selected).toHaveText([/^c\.txt/]);

  await press(page, 'Home', 'Enter');
  await expect(grid(page, 'deep')).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(list).toBeFocused();
  const tree = page.getByRole('tree', { name: 'Files' });
  await tree.focus();
  await pressTo(page, 'F6', 'in');
  await press(page, 'Shift+F6', 'ContextMenu');
  await expect(page.getByRole('menuitem', { name: 'Open in new tab' })).toBeVisible();
});

test('an old version is found and restored by keyboard', async ({ page, user }) => {
  const save = (content: string) =>
    user.json('/api/files/write', { root: 'w', path: ['plan.txt'], content, base: { any: true } });
  await save('planned\n');
  await page.goto('/f/w');
  const list = grid(page, 'Workspace');
  await list.focus();
  await press(page, 'p', 'Enter');
  const text = page.getByRole('textbox', { name: 'Text of plan.txt' });
  await expect(text).toBeFocused();
  await press(page, 'Control+End');
  await page.keyboard.type('booked');
  await page.keyboard.press('Control+s');
  await expect.poll(() => contentOf(user, 'plan.txt')).toContain('booked');
  await page.keyboard.press('Escape');
  await pressTo(page, 'Shift+Tab', 'Options');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('Ver');
  await expect(page.getByRole('menuitem', { name: 'Versions' })).toBeFocused();
  await page.keyboard.press('Enter');
  const timeline = page.getByRole('navigation', { name: 'Versions of plan.txt' });
  await timeline.getByRole('button', { name: /^You/ }).first().waitFor();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await pressTo(page, 'Tab', /^You/);
  // The two saves are one row; the last one by itself is compared with the first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /^Restore the version of/ })
    .first()
    .waitFor();
  await pressTo(page, 'Tab', /^Restore the version of/);
  await page.keyboard.press('Enter');
  await expect.poll(() => contentOf(user, 'plan.txt')).toBe('planned\n');
});
