import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { OwnMachine } from './own-machine.js';
import { contentOf, drag, row as rowOf, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test as base } from './uploader.js';

/** `laptop`: a connected machine of the user, by its folder on the disk and its root in addresses. */
const test = base.extend<{ machineArgs: string[]; laptop: { folder: string; root: string } }>({
  machineArgs: [[], { option: true }],
  laptop: async ({ disk, user, machineArgs }, use) => {
    const machine = new OwnMachine(disk);
    try {
      const { root } = await machine.connect(user, ...machineArgs);
      await use({ folder: join(disk, 'src'), root });
    } finally {
      await machine.stop();
    }
  },
});

// A machine is a program on the disk of the browser's user.
test.use({ asOwner: true });

test('PC-02 TR-01 FT-07 FT-12 entries of a machine are moved, copied and trashed there, and Undo takes each of it back', async ({
  page,
  disk,
  laptop: { folder, root },
}) => {
  const bin = join(disk, '.local', 'share', 'Trash', 'files');
  const namesIn = (...path: string[]) => readdirSync(join(folder, ...path)).toSorted();
  const is = (names: readonly string[], ...path: string[]) =>
    eventually(() => JSON.stringify(namesIn(...path)) === JSON.stringify(names));
  const undo = () => page.getByRole('button', { name: 'Undo' }).last().click();
  for (const name of ['into', 'album']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'album', 'b.txt'), 'deep');
  writeFileSync(join(folder, 'a.txt'), 'mine');
  await page.goto(`/f/${root}`);
  const listing = page.getByRole('grid');

  await listing.getByText('a.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to trash' }).waitFor();
  await saveScreenshots(page, 'machine-files-menu');
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await page.getByText('Moved to the trash of the machine').waitFor();
  await saveScreenshots(page, 'machine-files-trashed');
  expect(readFileSync(join(bin, 'a.txt'), 'utf8')).toBe('mine');
  await expect(listing.getByText('a.txt')).toHaveCount(0);
  await undo();
  await is(['a.txt', 'album', 'into']);
  await listing.getByText('a.txt').waitFor();

  await drag(page, rowOf(page, 'a.txt'), rowOf(page, 'into'));
  await page.getByText('Moved "a.txt" to into').waitFor();
  await is(['album', 'into']);
  await undo();
  await is(['a.txt', 'album', 'into']);

  await listing.getByText('album').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Source and target are the same').waitFor();
  await dialog.getByRole('button', { name: 'into' }).click();
  expect(await axeFindings(page, 'moving within a machine', '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await is(['album'], 'into');
  expect(readFileSync(join(folder, 'into', 'album', 'b.txt'), 'utf8')).toBe('deep');

  await listing.getByText('a.txt').click();
  await page.keyboard.press('Control+c');
  await page.getByText('Copied "a.txt"').waitFor();
  await rowOf(page, 'into').dblclick();
  await page.getByRole('heading', { name: 'into', exact: true }).waitFor();
  await listing.focus();
  await page.keyboard.press('Control+v');
  await is(['a.txt', 'album'], 'into');
  await rowOf(page, 'a.txt').click();
  await page.keyboard.press('Delete');
  await is(['album'], 'into');
  expect(existsSync(join(folder, 'a.txt'))).toBe(true);
  await page.keyboard.press('Control+z');
  await is(['a.txt', 'album'], 'into');
});

test('PC-02 FT-07 FT-12 files go from the computer to a machine and back, with Undo, and a long transfer is cancelled', async ({
  page,
  user,
  laptop: { folder, root },
}) => {
  const listing = page.getByRole('grid');
  await write(user, { 'trip/day.txt': 'from the computer', 'note.md': 'a note' });
  mkdirSync(join(folder, 'into'));
  await page.goto('/f/w');
  await rowOf(page, 'trip').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Up to All places' }).click();
  await saveScreenshots(page, 'machine-files-places');
  expect(await axeFindings(page, 'places to move to', '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'laptop' }).click();
  await dialog.getByRole('button', { name: 'into' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('Moved "trip" to into').waitFor();
  expect(readFileSync(join(folder, 'into', 'trip', 'day.txt'), 'utf8')).toBe('from the computer');
  await expect(rowOf(page, 'trip')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await rowOf(page, 'trip').waitFor();
  await eventually(() => !existsSync(join(folder, 'into', 'trip')));
  expect(await contentOf(user, 'trip', 'day.txt')).toBe('from the computer');

  writeFileSync(join(folder, 'film.bin'), '');
  truncateSync(join(folder, 'film.bin'), 600 * 1024 * 1024);
  writeFileSync(join(folder, 'a.txt'), 'from the laptop');
  await page.goto(`/f/${root}`);
  await listing.getByText('a.txt').click();
  await page.keyboard.press('Control+c');
  await page.getByText('Copied "a.txt"').waitFor();
  await page.getByRole('button', { name: 'laptop', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Workspace' }).click();
  await page.getByRole('grid', { name: 'Workspace' }).focus();
  await page.keyboard.press('Control+v');
  await eventually(async () => (await contentOf(user, 'a.txt')) === 'from the laptop');

  await page.goto(`/f/${root}`);
  await listing.getByText('film.bin').click();
  await page.keyboard.press('Control+x');
  await page.goto('/f/w');
  await listing.focus();
  await page.keyboard.press('Control+v');
  await page.getByText(/^Moving to another computer: .+ of 600\.00 MB$/).waitFor();
  await saveScreenshots(page, 'machine-files-transfer');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled. What was being sent is where it was.').waitFor();
  expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'film.bin', 'into']);
  expect(await contentOf(user, 'film.bin')).toBeNull();
});

test.describe('a machine that lets Zo only read', () => {
  test.use({ machineArgs: ['--read-only'] });

  test('PC-02 offers nothing that changes its files', async ({ page, laptop: { folder, root } }) => {
    writeFileSync(join(folder, 'a.txt'), 'mine');
    mkdirSync(join(folder, 'empty'));
    await page.goto(`/f/${root}`);
    const listing = page.getByRole('grid');
    await page.getByText('Read-only', { exact: true }).waitFor();
    await expect(page.getByRole('main').getByRole('button', { name: /^(Upload|New)$/ })).toHaveCount(0);
    await listing.getByText('a.txt').click({ button: 'right' });
    const items = page.getByRole('menu').last().getByRole('menuitem');
    await expect(items).toHaveText([
      /^Open/,
      'Open in new tab',
      'Open beside',
      /^Copy/,
      'Download',
      'Copy link',
      'This machine lets Zo only read',
    ]);
    await expect(items.last()).toBeDisabled();
    await saveScreenshots(page, 'machine-read-only');
    expect(await axeFindings(page, 'the menu of a machine to read only', '[role=menu]')).toEqual([]);
    await page.keyboard.press('Escape');
    await rowOf(page, 'empty').dblclick();
    await page.getByText('This machine lets Zo only read').waitFor();
    await expect(page.getByRole('main').getByRole('button', { name: 'New folder' })).toHaveCount(0);
    await page.goto(`/f/${root}/a.txt`);
    const text = page.getByRole('textbox', { name: 'Text of a.txt' });
    await text.getByText('mine').waitFor();
    await expect(text).toHaveAttribute('aria-readonly', 'true');
  });
});
