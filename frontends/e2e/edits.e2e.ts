import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { contentOf, row, write } from './page-objects.js';
import { expect, test } from './fixture.js';

const editorOf = (page: Page) => {
  const editor = (name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
  const typeAtEnd = async (name: string, text: string) => {
    await editor(name).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };
  return {
    editor,
    typeAtEnd,
    unsaved: () => page.getByRole('region', { name: 'Unsaved edits' }),
    /** Fails every save, as without a connection. */
    cut: () => page.route('**/api/files/write', (route) => route.abort()),
    mend: () => page.unroute('**/api/files/write'),
  };
};

test.describe('unsaved edits', () => {
  test('ED-08 ED-11 an edit made offline is saved on reconnect, although another page is open', async ({
    page,
    user,
  }) => {
    const { editor, typeAtEnd, unsaved, cut, mend } = editorOf(page);
    await write(user, { 'first.txt': 'one\n', 'second.txt': 'two\n' });
    await page.goto('/f/w/first.txt');
    await cut();
    await typeAtEnd('first.txt', 'typed offline\n');
    await page.getByRole('treeitem', { name: 'second.txt' }).click();
    await editor('second.txt').waitFor();
    await unsaved().getByText('1 edit is not saved yet').waitFor();
    await unsaved().getByText('Saved when the server is back').waitFor();
    await page.goto('/settings');
    await unsaved().getByText('first.txt').waitFor();
    expect(await contentOf(user, 'first.txt')).toBe('one\n');
    await mend();
    await eventually(async () => (await contentOf(user, 'first.txt')) === 'one\ntyped offline\n');
    await unsaved().waitFor({ state: 'detached' });
  });

  test('ED-08 an edit of a closed tab is saved by the next visit, which opens another page', async ({ page, user }) => {
    const { typeAtEnd, cut, mend } = editorOf(page);
    await write(user, { 'closed.txt': 'one\n' });
    await page.goto('/f/w/closed.txt');
    await cut();
    await typeAtEnd('closed.txt', 'typed before closing\n');
    await page.goto('about:blank');
    await mend();
    await page.goto('/settings');
    await eventually(async () => (await contentOf(user, 'closed.txt')) === 'one\ntyped before closing\n');
  });

  test('ED-11 two edits of a file of 13,000 equal lines are merged without blocking the page', async ({
    page,
    user,
  }) => {
    const { editor, cut, mend } = editorOf(page);
    const lines = new Array<string>(13_000).fill('same\n');
    await write(user, { 'equal.txt': lines.join('') });
    await page.goto('/f/w/equal.txt');
    await editor('equal.txt').click();
    await cut();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('mine ');
    const theirs = lines.with(12_000, 'theirs\n').join('');
    await user.json('/api/files/write', { root: 'w', path: ['equal.txt'], content: theirs, base: { any: true } });
    await mend();
    const merged = lines.with(0, 'mine same\n').with(12_000, 'theirs\n').join('');
    await eventually(async () => (await contentOf(user, 'equal.txt')) === merged);
  });

  for (const [size, bytes] of [
    ['1 KB', 1_000],
    ['100 KB', 100_000],
    ['5 MB', 5_000_000],
  ] as const)
    test(`ED-11 an edit of a file of ${size} that changed on the server is merged`, async ({ page, user }) => {
      const { editor, cut, mend } = editorOf(page);
      const name = `large-${bytes}.txt`;
      const lines = Array.from({ length: bytes / 20 }, (_none, n) => `line ${String(n).padStart(14)}\n`);
      const text = lines.join('');
      const theirs = lines.with(lines.length / 2, 'theirs\n').join('');
      await user.json('/api/files/write', { root: 'w', path: [name], content: text, base: { absent: true } });
      await page.goto(`/f/w/${name}`);
      await editor(name).click();
      await page.route('**/api/ws**', (route) => route.abort());
      await cut();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('mine ');
      await user.json('/api/files/write', { root: 'w', path: [name], content: theirs, base: { any: true } });
      await mend();
      await eventually(async () => (await contentOf(user, name)) === `mine ${theirs}`, 60_000);
    });
});

test.describe('find in a file', () => {
  test('ED-11 finds, counts, steps through and replaces, by keyboard', async ({ page, user }) => {
    const { editor } = editorOf(page);
    await write(user, { 'find.txt': 'one two\nTwo three\ntwofold\n' });
    await page.goto('/f/w/find.txt');
    await editor('find.txt').click();
    await page.keyboard.press('Control+f');
    const panel = page.getByRole('search', { name: 'Find in this file' });
    await panel.getByRole('textbox', { name: 'Find' }).fill('two');
    await panel.getByText('3', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByText('1 of 3').waitFor();
    await panel.getByRole('button', { name: 'Match case' }).click();
    await panel.getByText('1 of 2').waitFor();
    await panel.getByRole('button', { name: 'Whole words' }).click();
    await panel.getByText('1 of 1').waitFor();
    await panel.getByRole('button', { name: 'Regular expression' }).click();
    await panel.getByRole('textbox', { name: 'Find' }).fill('(');
    await panel.getByText('Invalid pattern').waitFor();
    await panel.getByRole('textbox', { name: 'Find' }).fill('t.o');
    await panel.getByRole('button', { name: 'Replace…' }).click();
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('2');
    await panel.getByRole('button', { name: 'Replace all' }).click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await eventually(async () => (await contentOf(user, 'find.txt')) === 'one 2\nTwo three\ntwofold\n');
  });
});

test.describe('files that are removed or renamed', () => {
  test('TR-01 LS-02 an open file moved to the trash is not shown as saved', async ({ page, user }) => {
    await write(user, { 'open.txt': 'one\n' });
    await page.goto('/f/w/open.txt');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('Deleted on disk').waitFor();
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  test('FT-06 FT-12 a renamed file stays selected, and Delete moves only that file to the trash', async ({
    page,
    user,
  }) => {
    await write(user, { 'Rename/UPPER.txt': 'x', 'Rename/m.txt': 'x', 'Rename/z.txt': 'x' });
    await page.goto('/f/w/Rename');
    await row(page, 'UPPER.txt').click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name' }).fill('aardvark');
    await page.keyboard.press('Enter');
    await row(page, 'aardvark.txt').waitFor();
    await eventually(async () => (await row(page, 'aardvark.txt').getAttribute('aria-selected')) === 'true');
    await page.getByRole('grid', { name: 'Rename' }).focus();
    await page.keyboard.press('Control+Delete');
    await page.getByText('Moved to trash').waitFor();
    await row(page, 'aardvark.txt').waitFor({ state: 'detached' });
    const { directoryContents } = await user.json<{ directoryContents: { name: string }[] }>('/api/read-fs', {
      root: 'w',
      slug: ['Rename'],
    });
    expect(directoryContents.map(({ name }) => name).toSorted()).toEqual(['m.txt', 'z.txt']);
  });

  test('FT-12 when a selected file disappears, nothing else is selected', async ({ page, user }) => {
    await write(user, { 'Gone/a.txt': 'x', 'Gone/b.txt': 'x' });
    await page.goto('/f/w/Gone');
    await row(page, 'a.txt').click();
    await user.json('/api/files/trash', { items: [{ root: 'w', path: ['Gone', 'a.txt'] }] });
    await row(page, 'a.txt').waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { selected: true }).count()).toBe(0);
  });
});
