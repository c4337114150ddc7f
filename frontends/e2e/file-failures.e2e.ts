import { expect, type Page, test } from './fixture.js';
import { contentOf, leaveAnswersOut, row, write } from './page-objects.js';

const toastOf = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ has: page.getByText(text, { exact: true }) });

const chooseBoth = async (page: Page) => {
  await row(page, 'a.txt').click();
  await page.keyboard.press('Control+a');
  await page.getByText('2 selected', { exact: true }).waitFor();
};

test.describe('what is shown when an operation on files fails', () => {
  test('FT-01 a listing of a wrong shape is named as such, one that was cut off is not', async ({ page, user }) => {
    await write(user, { 'Odd/a.txt': 'a' });
    await leaveAnswersOut(page);
    let body = '{}\n';
    await page.route('**/api/files/list?**', (route) => route.fulfill({ contentType: 'application/x-ndjson', body }));
    await page.route('**/api/read-fs', (route) => route.fulfill({ json: [] }));
    const tree = page.getByRole('complementary', { name: 'Sidebar' });
    await page.goto('/f/w/Odd');
    await tree.getByText('Invalid response from API', { exact: true }).waitFor();
    await page.getByRole('main').getByText('Error: Invalid response from API').waitFor();
    body = '{"names":["a.t';
    await page.reload();
    await tree.getByText('Your computer cannot be reached right now.').waitFor();
  });

  test('FT-05 FT-06 a failed creation and a failed renaming have their sentences, and the reason beside them', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a' });
    await page.goto('/f/w/In');
    await row(page, 'a.txt').waitFor();
    const refuse = { status: 409, contentType: 'application/problem+json', body: '{"detail":"The disk is full."}' };
    let isRefused = true;
    await page.route(/\/api\/files\/(create|rename)$/, (route) => (isRefused ? route.fulfill(refuse) : route.abort()));
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('New');
    await page.keyboard.press('Enter');
    await toastOf(page, 'Failed to create folder').getByText('The disk is full.', { exact: true }).waitFor();
    isRefused = false;
    await page.keyboard.press('Enter');
    await toastOf(page, 'An error occurred while creating folder').waitFor();
    await page.keyboard.press('Escape');

    isRefused = true;
    await row(page, 'a.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: /name/i }).fill('b');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await alert.getByText('Failed to rename', { exact: true }).waitFor();
    await alert.getByText('The disk is full.', { exact: true }).waitFor();
    isRefused = false;
    await page.keyboard.press('Enter');
    await alert.getByText('An error occurred while renaming', { exact: true }).waitFor();
    expect(await contentOf(user, 'In', 'a.txt')).toBe('a');
  });

  test('FT-07 a move of which a part failed says why, and its dialog why nothing can be moved', async ({
    page,
    user,
  }) => {
    await write(user, { 'a.txt': 'a', 'b.txt': 'b', 'To/b.txt': 'taken' });
    await page.goto('/f/w');
    await row(page, 'a.txt').click();
    await row(page, 'b.txt').click({ modifiers: ['Control'] });
    await row(page, 'b.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Source and target are the same', { exact: true }).waitFor();
    await expect(dialog.getByRole('button', { name: 'Move here' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'To', exact: true }).click();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await toastOf(page, 'Moved 1 of 2 files to To').getByText('“b.txt” is already there.').waitFor();
    expect(await contentOf(user, 'To', 'a.txt')).toBe('a');
  });

  test('TR-01 a deletion of which a part failed says how much was deleted, and why the rest was not', async ({
    page,
    user,
  }) => {
    await write(user, { 'a.txt': 'a', 'b.txt': 'b' });
    await user.post('/api/files/trash', { items: ['a.txt', 'b.txt'].map((name) => ({ root: 'w', path: [name] })) });
    await page.goto('/f/w/Trash');
    await chooseBoth(page);
    await row(page, 'b.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
    await user.post('/api/files/delete', { items: [{ root: 'w', path: ['Trash', 'b.txt'] }] });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await toastOf(page, 'Permanently deleted 1 of 2 files').getByText('File not found: Trash/b.txt').waitFor();
  });
});
