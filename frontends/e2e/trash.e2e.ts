import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { contentOf, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test.describe('trash', () => {
  test('TR-02 the trash shows where entries were, opens that folder, and a restore says where they are now', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/deep/old.txt': 'old', 'In/a.txt': 'first', constructor: 'c' });
    const trash = (...path: string[]) => user.post('/api/files/trash', { items: [{ root: 'w', path }] });
    await trash('In', 'deep', 'old.txt');
    await trash('In', 'a.txt');
    await page.goto('/f/w/Trash');
    const cells = (name: string) => row(page, name).getByRole('gridcell').allTextContents();
    await eventually(async () => (await cells('old.txt')).join() === 'old.txt,… / deep,just now,3 Bytes');
    expect((await cells('a.txt')).slice(0, 3)).toEqual(['a.txt', 'In', 'just now']);
    // What comes while the trash is open has its origin too.
    await trash('constructor');
    await eventually(async () => (await cells('constructor'))[1] === 'Workspace');
    const names = () =>
      page.getByRole('row').evaluateAll((all) => all.flatMap((each) => (each as HTMLElement).dataset['row'] ?? []));
    await page.getByRole('button', { name: 'Deleted' }).click();
    await eventually(async () => (await names()).join() === 'constructor,a.txt,old.txt');
    await page.getByRole('button', { name: 'From' }).click();
    await eventually(async () => (await names()).join() === 'constructor,a.txt,old.txt');
    await page.getByRole('button', { name: 'From' }).click();
    await eventually(async () => (await names()).join() === 'old.txt,a.txt,constructor');
    await row(page, 'a.txt').hover();
    await saveScreenshots(page, 'trash');

    await row(page, 'a.txt').getByRole('button', { name: 'In', exact: true }).click();
    await page.waitForURL('**/f/w/In');
    await page.goBack();
    await row(page, 'old.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open original folder' }).click();
    await page.waitForURL('**/f/w/In/deep');
    await page.goBack();

    await write(user, { 'In/a.txt': 'second' });
    await trash('In', 'deep');
    await row(page, 'deep').waitFor();
    await row(page, 'a.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByText('Restored "a.txt"').waitFor();
    await page.getByText('It is now “a (2).txt” in In, because its name was taken.').waitFor();
    expect(await contentOf(user, 'In', 'a (2).txt')).toBe('first');
    await row(page, 'old.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByText('Its folder “deep” was gone and was made again.').waitFor();
    expect(await contentOf(user, 'In', 'deep', 'old.txt')).toBe('old');
  });

  test('TR-01 FT-12 many entries go to the trash and come back in a few requests, with progress', async ({
    page,
    user,
  }) => {
    const names = Array.from({ length: 120 }, (_none, n) => `n${n}.txt`);
    await write(user, Object.fromEntries(names.map((name) => [`Many/${name}`, name])));
    const requests: string[] = [];
    const gates = { trash: Promise.withResolvers<void>(), restore: Promise.withResolvers<void>() };
    await page.route(/\/api\/files\/(trash|restore)$/, async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) as keyof typeof gates;
      if (route.request().method() !== 'POST') return route.continue();
      requests.push(name);
      if (requests.filter((other) => other === name).length === 2) await gates[name].promise;
      return route.continue();
    });
    await page.goto('/f/w/Many');
    await row(page, 'n0.txt').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+Delete');
    await page.getByText('Moving 100 of 120 items to trash…').waitFor();
    gates.trash.resolve();
    await page.getByText('Moved 120 files to trash').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Restoring 100 of 120 items…').waitFor();
    gates.restore.resolve();
    await eventually(async () => {
      const { names: back } = await user.json<{ names: string[] }>('/api/files/list?root=w&path=["Many"]');
      return back.length === names.length;
    });
    await page.getByText(/^Restored/).waitFor();
    expect(requests).toEqual(['trash', 'trash', 'restore', 'restore']);
  });

  test('FT-12 keys go on in the rows after an action of the selection bar, also when no row is left', async ({
    page,
    user,
  }) => {
    await write(user, { 'Bar/a.txt': 'a', 'Bar/b.txt': 'b' });
    await page.goto('/f/w/Bar');
    const chooseAll = async () => {
      await row(page, 'a.txt').click();
      await page.keyboard.press('Control+a');
    };
    const act = (name: string) =>
      page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name, exact: true }).click();
    await chooseAll();
    await act('Clear selection');
    await page.keyboard.press('End');
    await page.getByRole('row', { name: 'b.txt', selected: true }).waitFor();
    await chooseAll();
    await act('Trash');
    await expect(page.getByRole('group', { name: 'Bar' })).toBeFocused();
    await page.goto('/f/w/Trash');
    await chooseAll();
    await act('Restore');
    await expect(page.getByRole('group', { name: 'Trash' })).toBeFocused();
    await page.keyboard.press('Control+z');
    await row(page, 'a.txt').waitFor();
  });

  test('TR-01 a restore is undone from its toast or by keyboard, also when it stopped at a failure', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a', 'In/b.txt': 'b' });
    const items = ['a.txt', 'b.txt'].map((name) => ({ root: 'w', path: ['In', name] }));
    await user.post('/api/files/trash', { items });
    const namesIn = async (folder: string) =>
      (await user.json<{ names: string[] }>(`/api/files/list?root=w&path=["${folder}"]`)).names.toSorted();
    await page.goto('/f/w/Trash');
    await row(page, 'a.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    const toastOf = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
    await toastOf('Restored "a.txt"').waitFor();
    await page.keyboard.press('Control+z');
    await row(page, 'a.txt').waitFor();
    expect(await namesIn('In')).toEqual([]);

    // What is gone meanwhile stops a restore; what came back before it goes to the trash again.
    await row(page, 'a.txt').click();
    await page.keyboard.press('Control+a');
    await page.getByText('2 selected', { exact: true }).waitFor();
    await page.route('**/api/files/restore', async (route) => {
      await user.post('/api/files/delete', { items: [{ root: 'w', path: ['Trash', 'b.txt'] }] });
      return route.continue();
    });
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    const failure = toastOf('Failed to restore: ').filter({ hasText: 'Restored "a.txt"' });
    await failure.waitFor();
    expect(await namesIn('In')).toEqual(['a.txt']);
    await failure.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await namesIn('Trash')).join() === 'a.txt');
    expect(await namesIn('In')).toEqual([]);
  });
});
