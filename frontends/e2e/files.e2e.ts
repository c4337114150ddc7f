import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { contentOf, drag, leaveAnswersOut, newDownload, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { PHOTO, SALES } from './sample-files.js';
import { expect, test } from './fixture.js';
test.beforeEach(({ user }) =>
  write(user, {
    'sales.csv': SALES,
    'photo.png': PHOTO,
    'code/src/main.py': 'def main():\n    print("hello")\n',
    'code/README.md': '# Project\n\nSome **words**.\n',
  }),
);

test.describe('working with files', () => {
  test('ED-11 FV-01 a code file is opened, edited and saved', async ({ page, user }) => {
    await page.goto('/f/w/code/src/main.py');
    const editor = page.getByRole('textbox', { name: 'Text of main.py' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# edited here\n');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(user, 'code', 'src', 'main.py'))?.includes('# edited here'));
    await saveScreenshots(page, '4-code');
    await page.goto('/f/w/code/README.md');
    await page.getByRole('heading', { name: 'Project' }).waitFor();
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of README.md' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nA new line.');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(user, 'code', 'README.md'))?.endsWith('A new line.'));
    await page.getByRole('button', { name: 'Note view' }).click();
    await page.getByText('A new line.').waitFor();
    await saveScreenshots(page, '4-note');
  });

  test('FT-13 the tree expands to the open file; the header counts the visible rows', async ({ page, user }) => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_none, n) => [`Many/file ${n}.txt`, 'x']));
    await write(user, { ...many, 'Many/.hidden': 'x', 'Many/zz/deep/far.md': '# Far\n' });
    await page.goto('/f/w/Many/zz/deep/far.md');
    const leaf = page.getByRole('treeitem', { name: 'far', selected: true });
    await leaf.waitFor();
    const tree = (await page.getByRole('tree', { name: 'Files' }).boundingBox())!;
    await eventually(async () => {
      const box = (await leaf.boundingBox())!;
      return box.y >= tree.y && box.y + box.height <= tree.y + tree.height;
    });
    await page.goto('/f/w/Many');
    await page.getByText('41 items, 40 Bytes').waitFor();
  });

  test('FV-02 a missing file shows a message and a way back; missing folders are not requested on every visit', async ({
    page,
  }) => {
    await page.goto('/f/w/gone/deep/letter.md');
    await page.getByText('File not found: gone/deep/letter.md').waitFor();
    await page.getByRole('link', { name: 'Open Workspace' }).click();
    await row(page, 'code').waitFor();
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 404 && refused.push(response.url()));
    await page.reload();
    await row(page, 'code').waitFor();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  });

  test('LS-02 LS-03 a second browser follows at once; an unsaved edit is merged, never lost @replicas', async ({
    page,
    user,
    tab,
  }) => {
    const second = await tab.context.newPage();
    await second.goto('/f/w');
    await row(second, 'sales.csv').waitFor();
    await user.json('/api/files/create', {
      root: 'w',
      path: ['from-elsewhere.md'],
      type: 'note',
      content: 'one\ntwo\nthree\n',
    });
    await row(second, 'from-elsewhere.md').waitFor();
    await page.goto('/f/w/from-elsewhere.md');
    await page.getByRole('button', { name: 'Raw editor' }).click();
    const editor = page.getByRole('textbox', { name: 'Text of from-elsewhere.md' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('mine ');
    // The editor saves by itself, which may be between the read and the write.
    await eventually(async () => {
      const { hash } = await user.json<{ hash: string }>('/api/read-fs', { root: 'w', slug: ['from-elsewhere.md'] });
      const content = (await contentOf(user, 'from-elsewhere.md'))!.replace('three', 'theirs');
      const base = { hash };
      const { status } = await user.post('/api/files/write', { root: 'w', path: ['from-elsewhere.md'], content, base });
      return status === 200;
    });
    await editor.getByText('theirs').waitFor();
    expect(await editor.innerText()).toContain('mine one');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(user, 'from-elsewhere.md')) === 'mine one\ntwo\ntheirs\n');
    await second.close();
  });

  test('FT-05 a new note is ready for typing: its name, Enter, its text', async ({ page, user }) => {
    await page.goto('/f?chat=new');
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'New note' }).click();
    await page.getByRole('textbox', { name: /name/i }).waitFor();
    await page.keyboard.type('Kyoto');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of Kyoto.md' }).waitFor();
    await page.keyboard.type('temples and ramen');
    await eventually(async () => (await contentOf(user, 'Kyoto.md')) === 'temples and ramen\n');
    // The chat moved from the middle to the side, where its empty field needs no more height than this.
    expect((await page.getByRole('textbox', { name: 'Message' }).boundingBox())!.height).toBeLessThan(100);
  });

  test('FT-05 the menu creates a Markdown file, a sheet, a zoroutine and a site, each with its initial content', async ({
    page,
    user,
  }) => {
    for (const [entry, typed, made] of [
      ['New Markdown file', 'Read me', 'Read%20me.md'],
      ['New sheet', 'Budget', 'Budget.sheet.json'],
      ['New zoroutine', 'Daily', 'Daily.zoroutine'],
      ['New site', 'Garden', 'Garden'],
    ] as const) {
      await page.goto('/f/w');
      await row(page, 'sales.csv').waitFor();
      await page.getByRole('button', { name: 'New', exact: true }).first().click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(typed);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/f/w/${made}`);
    }
    expect(await contentOf(user, 'Read me.md')).toBe('');
    expect(JSON.parse((await contentOf(user, 'Budget.sheet.json'))!)).toHaveProperty('worksheets');
    expect(await contentOf(user, 'Daily.zoroutine')).toContain('description: Daily\ninputs: []');
    await row(page, 'zosite.json').waitFor();
    await row(page, 'index.html').waitFor();
  });

  test('FT-01 FT-03 a folder shows that it is loading, and the status when a proxy responds instead of the server', async ({
    page,
  }) => {
    const asked = Promise.withResolvers<void>();
    await page.route(/\/api\/(read-fs|files\/list)/, async (route) => {
      await asked.promise;
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
    });
    await leaveAnswersOut(page);
    await page.goto('/f/w/code/src');
    await page.getByRole('main').getByText('Loading directory contents...').first().waitFor();
    asked.resolve();
    await page.getByRole('main').getByText('Failed to fetch directory contents: 502').waitFor();
  });

  test('FT-04 sizes use steps of 1,024 with two decimals; times are relative for a week, then a date', async ({
    page,
    user,
  }) => {
    await write(user, {
      'Sizes/tiny.bin': new Uint8Array(512),
      'Sizes/middle.bin': new Uint8Array(1536),
      'Sizes/old.bin': new Uint8Array(3 * 1024 * 1024),
    });
    const { run_id } = await user.json<{ run_id: string }>('/api/conversations/new/messages', {
      text: 'run touch -d "2024-03-05 12:00" Sizes/old.bin',
      model: 'zo/helper',
    });
    await (await user.fetch(`/api/runs/${run_id}/events`)).text();
    await page.goto('/f/w/Sizes');
    await page.getByRole('row', { name: /^tiny\.bin.*just now.*512 Bytes/s }).waitFor();
    await page.getByRole('row', { name: /^middle\.bin.*1\.50 KB/s }).waitFor();
    await page.getByRole('row', { name: /^old\.bin.*Mar 5, 2024.*3\.00 MB/s }).waitFor();
  });

  test('FT-12 the focus returns to the listing after a rename, a dialog, the search or the trash, however they were opened', async ({
    page,
    user,
  }) => {
    await write(user, { 'Keys/one.txt': '1', 'Keys/two.txt': '2' });
    await page.goto('/f/w/Keys');
    await row(page, 'one.txt').click();
    const grid = page.getByRole('grid', { name: 'Keys' });
    const isFocused = (target = grid) =>
      eventually(() => target.evaluate((element) => element === document.activeElement));
    const name = page.getByRole('textbox', { name: /name/i });
    await page.keyboard.press('F2');
    await name.waitFor();
    await page.keyboard.press('Escape');
    await isFocused();
    await row(page, 'one.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await name.fill('three');
    await page.keyboard.press('Enter');
    await row(page, 'three.txt').waitFor();
    await isFocused();
    await row(page, 'three.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await isFocused();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search files, chats and commands').waitFor();
    await page.keyboard.press('Escape');
    await isFocused();
    const add = page.getByRole('main').getByRole('button', { name: 'New', exact: true });
    await add.click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await name.waitFor();
    await page.keyboard.press('Escape');
    await isFocused(add);
    await row(page, 'three.txt').click();
    await page.keyboard.press('Control+Delete');
    await row(page, 'three.txt').waitFor({ state: 'detached' });
    await isFocused();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row(page, 'three.txt').waitFor();
    await isFocused();
    await row(page, 'three.txt').click();
    await page.keyboard.press('Delete');
    await row(page, 'three.txt').waitFor({ state: 'detached' });
    await isFocused();
    await page.getByRole('row', { name: 'two.txt', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of two.txt' }).waitFor();
  });

  test('FT-06 the rename popover opens over the pressed row, in the listing or in the tree', async ({ page, user }) => {
    await write(user, { 'Both/same.txt': '1' });
    await page.goto('/f/w/Both/same.txt');
    const leaf = page.getByRole('treeitem', { name: 'same.txt' });
    await leaf.waitFor();
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Both' }).click();
    const line = row(page, 'same.txt');
    await line.waitFor();
    const name = page.getByRole('textbox', { name: /name/i });
    const edge = async (target: Locator) => Math.round((await target.boundingBox())!.x);
    for (const pressed of [line, leaf]) {
      await pressed.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await name.waitFor();
      expect((await edge(name)) > (await edge(line))).toBe(pressed === line);
      await page.keyboard.press('Escape');
      await name.waitFor({ state: 'detached' });
    }
  });

  test('FT-06 FT-07 TR-01 TR-02 FT-11 files can be renamed, moved, trashed, restored and downloaded @replicas', async ({
    page,
    user,
    tab,
    product,
  }) => {
    await write(user, { 'from-elsewhere.md': 'one\n' });
    await page.goto('/f/w');
    await row(page, 'from-elsewhere.md').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: /name/i }).fill('renamed');
    await page.keyboard.press('Enter');
    await row(page, 'renamed.md').waitFor();
    await drag(page, row(page, 'renamed.md'), row(page, 'code'));
    await page.getByText('Moved "renamed.md" to code').waitFor();
    await eventually(async () => (await contentOf(user, 'code', 'renamed.md')) !== null);
    await row(page, 'photo.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /trash/i }).click();
    await page.getByText('Moved to trash').waitFor();
    await row(page, 'photo.png').waitFor({ state: 'detached' });
    await page.goto('/f/w/Trash');
    await saveScreenshots(page, '4-trash');
    await row(page, 'photo.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await row(page, 'photo.png').waitFor({ state: 'detached' });
    await page.goto('/f/w/photo.png');
    await page.getByRole('img', { name: /photo/ }).waitFor();
    await page.goto('/f/w');
    await row(page, 'sales.csv').click();
    const [download] = await Promise.all([
      newDownload(tab),
      row(page, 'sales.csv').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('sales.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('2026-05,4821');
    await row(page, 'code').click({ modifiers: ['Control'] });
    await row(page, 'photo.png').click({ modifiers: ['Control'] });
    await row(page, 'photo.png').click({ button: 'right' });
    const [zip] = await Promise.all([newDownload(tab), page.getByRole('menuitem', { name: /download/i }).click()]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
    expect(
      readFileSync(await zip.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(product.output()).not.toContain('MaxListenersExceededWarning');
  });
});
