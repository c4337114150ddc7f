import type { Person } from '../../infra/testing/product/product.js';
import { IMG, LINK, menu, row, SVG, title, toast } from './hostile-actions.js';
import { HOSTILE_NAMES } from './hostile-files.js';
import { upload } from './page-objects.js';
import { expect, test } from './script-traps.js';

test.describe('hostile names in file operations', () => {
  const folder = `${SVG} folder`;
  const create = (user: Person, type: 'file' | 'folder', ...path: string[]) =>
    user.json('/api/files/create', { root: 'w', path, type });

  test('S5 FT-06 FT-07 FT-12 TR-01 TR-02 rename, move, copy, trash, restore and delete show a name as text', async ({
    page,
    user,
  }) => {
    // An address, an attribute in either kind of quotes, tags and a template: each place that shows it would run a part.
    const name = `javascript:zoTrap(1)' onmouseover='zoTrap(1)${SVG}${IMG}{{zoTrap(1)}}.md`;
    await create(user, 'folder', folder);
    await create(user, 'file', name);
    await page.goto('/f/w');
    await menu(page, row(page, name), 'Rename');
    await page.getByRole('textbox', { name: 'Rename file' }).fill(`${IMG}/`);
    await page.keyboard.press('Enter');
    await page.getByText('A name has no slash in it').waitFor();
    await page.keyboard.press('Escape');
    await menu(page, row(page, name), 'Copy');
    await toast(page, `Copied "${name}"`).waitFor();
    await menu(page, row(page, name), 'Cut');
    await toast(page, `Cut "${name}"`).waitFor();
    await menu(page, row(page, name), 'Move to…');
    const dialog = page.getByRole('dialog', { name: `Move "${name}"` });
    await dialog.getByRole('button', { name: folder }).click();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await toast(page, `Moved "${name}" to ${folder}`).waitFor();
    // An entry with this name exists there by now, so that Undo fails and shows an error.
    await create(user, 'file', name);
    await menu(page, row(page, name), 'Move to…');
    await dialog.getByRole('button', { name: folder }).click();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await toast(page, `Failed to move ${name}`).waitFor();
    await page.keyboard.press('Escape');
    await menu(page, row(page, name), 'Move to trash');
    await toast(page, 'Moved to trash').getByRole('button', { name: 'Undo' }).last().click();
    await toast(page, `Restored "${name}"`).waitFor();
    await Promise.all([page.waitForResponse('**/api/files/trash'), menu(page, row(page, name), 'Move to trash')]);
    await page.goto('/f/w/Trash');
    await create(user, 'folder', name);
    await menu(page, row(page, name), 'Restore');
    await toast(page, 'estore').first().waitFor();
    await user.post('/api/files/trash', { items: [{ root: 'w', path: [name] }] });
    await page.reload();
    await menu(page, row(page, name), 'Delete permanently');
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByText(`Delete "${name}" permanently?`)
      .waitFor();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await toast(page, 'Permanently deleted').waitFor();
  });

  test('S5 FT-05 a refused name is shown as text', async ({ page, user }) => {
    await create(user, 'folder', IMG);
    await page.goto('/f/w');
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(IMG);
    await page.getByText(`"${IMG}" is already here`).waitFor();
    await page.keyboard.press('Escape');
  });

  test('S5 RT-06 FT-13 the tab title, the path, recent files and the palette show hostile names as text', async ({
    page,
    user,
  }) => {
    await create(user, 'folder', 'Titles');
    for (const name of HOSTILE_NAMES.filter((text) => !text.includes('\n'))) {
      await user.json('/api/files/write', {
        root: 'w',
        path: ['Titles', name],
        content: name,
        base: { absent: true },
      });
      await page.goto(`/f/w/Titles/${encodeURIComponent(name)}`);
      // HTML collapses ASCII white space in a title.
      await title(
        page,
        name
          .replaceAll(/[\t\n\f\r ]+/g, ' ')
          .replace(/^ /, '')
          .slice(0, 20),
      );
    }
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder('Search files, chats and commands');
    await field.waitFor();
    await page
      .getByRole('option')
      .filter({ hasText: HOSTILE_NAMES.at(-1)! })
      .waitFor();
    for (const word of ['onerror', 'svg', 'script', 'javascript', 'zoTrap']) {
      await field.fill(word);
      await page.getByRole('option').filter({ hasText: word }).first().waitFor();
    }
    await field.fill(IMG);
    await page.getByRole('option').filter({ hasText: IMG }).first().waitFor();
    await page.keyboard.press('Enter');
    await title(page, IMG);
  });

  test('S5 RT-05 addresses of missing files, chats and pages are shown as text', async ({ page }) => {
    for (const path of [
      `/f/w/${encodeURIComponent(IMG)}/gone.md`,
      `/f/x/${encodeURIComponent(SVG)}`,
      `/${encodeURIComponent(IMG)}`,
      `/f?chat=${encodeURIComponent(IMG)}`,
      `/settings#${encodeURIComponent(IMG)}`,
      `/f/w?q=${encodeURIComponent(LINK)}`,
    ]) {
      await page.goto(path);
      await page.locator('main, [role=main], h1').first().waitFor();
    }
  });
});

test.describe('hostile names in uploads', () => {
  test('S5 UP-01 a failed upload shows its name and the reason as text', async ({ page }) => {
    // Longer than a file name may be.
    const name = `${SVG.repeat(12)}.txt`;
    await page.goto('/f/w');
    await upload(page, { name, mimeType: 'text/html', buffer: Buffer.alloc(100, 'x') });
    await toast(page, 'Upload failed').waitFor();
    const dock = page.getByRole('region', { name: 'Uploads' });
    await dock.getByText(name).waitFor();
    await dock.getByText(/Upload failed\. Please try again\. \S+/).waitFor();
    expect(await dock.locator('svg[onload]').count()).toBe(0);
    await dock.getByRole('button', { name: 'Dismiss' }).click();
  });
});
