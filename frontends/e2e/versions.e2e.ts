import { rmSync, writeFileSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { picture } from './image-files.js';
import { contentOf, enterTerminal, onDisk, row, write } from './page-objects.js';
import { pdfFile } from './pdf-file.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

const PLAN = ['# Trip', '', 'status: planned', 'travellers: Mara, Jun', ''].join('\n');

test.describe('versions of a file', () => {
  test('show edits of the editor and of the shell, what changed, and restore the earlier text', async ({
    page,
    user,
  }) => {
    await write(user, { 'trip.txt': PLAN });
    await page.goto('/f/w/trip.txt');
    const editor = page.getByRole('textbox', { name: 'Text of trip.txt' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('packing: begun');
    await page.keyboard.press('Control+s');
    await eventually(async () => (await contentOf(user, 'trip.txt'))?.includes('packing: begun'));
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type('sed -i s/planned/booked/ trip.txt\n');
    await eventually(async () => (await contentOf(user, 'trip.txt'))?.includes('booked'));
    await page.keyboard.press('Control+Backquote');

    await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const timeline = page.getByRole('navigation', { name: 'Versions of trip.txt' });
    await timeline.getByRole('button', { name: /^Terminal/ }).waitFor();
    await timeline.getByRole('button', { name: /^You/ }).waitFor();
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('booked', { exact: true }).waitFor();
    await changes.getByText('planned', { exact: true }).waitFor();
    // One line of the shell, and the upload with the line of the editor.
    await timeline.getByRole('button', { name: /^Terminal.*1 line added, 1 removed/ }).waitFor();
    await timeline.getByRole('button', { name: /^You.*5 lines added, 0 removed/ }).waitFor();
    await saveScreenshots(page, 'versions');

    await page
      .getByRole('button', { name: /^Restore the version of/ })
      .first()
      .click();
    await page.getByText('Restored trip.txt').waitFor();
    await eventually(async () => (await contentOf(user, 'trip.txt'))?.includes('status: planned'));
    await timeline.getByRole('button', { name: /^You/ }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await contentOf(user, 'trip.txt'))?.includes('status: booked'));

    // The first of the two saves by itself: the upload, before the editor added its line.
    await timeline.getByRole('button', { name: /^You/ }).last().click();
    await timeline.getByRole('list', { name: 'Saves' }).getByRole('button').last().click();
    await page.getByText('no earlier version').waitFor();
    await page.getByRole('button', { name: 'Open as copy' }).click();
    await page.waitForURL(/trip%20\(2\)\.txt$/);
    expect(await contentOf(user, 'trip (2).txt')).toBe(PLAN);
  });

  test('give one hunk back to the text as it is now, with edits that were made since', async ({ page, user }) => {
    const body = Array.from({ length: 30 }, (_none, line) => `line ${line}`).join('\n');
    const save = (content: string) =>
      user.json('/api/files/write', { root: 'w', path: ['plan.txt'], content, base: { any: true } });
    await save(`first: old\n${body}\nlast: old\n`);
    await save(`first: new\n${body}\nlast: new\n`);
    await page.goto('/f/w/plan.txt?view=versions');
    const timeline = page.getByRole('navigation', { name: 'Versions of plan.txt' });
    await timeline.getByRole('list', { name: 'Saves' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Restore this hunk' }).nth(1).waitFor();
    await page.keyboard.press('F7');
    await page.keyboard.press('F7');
    await expect(page.locator('[data-hunk]').nth(1)).toBeFocused();
    await page.keyboard.press('Shift+F7');
    await expect(page.locator('[data-hunk]').first()).toBeFocused();
    // Somebody else goes on writing in between.
    await save(`first: new\n${body.replace('line 15', 'line fifteen')}\nlast: new\n`);
    await page.getByRole('button', { name: 'Restore this hunk' }).first().click();
    await page.getByText('Restored the lines at line 1').waitFor();
    const now = `first: old\n${body.replace('line 15', 'line fifteen')}\nlast: new\n`;
    await expect.poll(() => contentOf(user, 'plan.txt')).toBe(now);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => contentOf(user, 'plan.txt')).toBe(now.replace('first: old', 'first: new'));
  });

  test('leave out what the settings of the computer say, in the room that they give', async ({ page, user }) => {
    await write(user, { 'trip.txt': PLAN });
    await page.goto('/f/w/trip.txt?view=versions');
    await page.getByRole('link', { name: 'Change what is kept' }).click();
    await page.getByRole('textbox', { name: 'Leave out' }).fill('scratch\na/b');
    const save = page.getByRole('group', { name: 'Leave out' }).getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('“a/b” is no name and no ending like *.iso.').waitFor();
    await page.getByRole('textbox', { name: 'Leave out' }).fill('scratch');
    await save.click();
    await expect(save).toBeDisabled();
    await page.getByRole('button', { name: 'Keep for at most: 90 days' }).click();
    await page.getByRole('menuitem', { name: '7 days' }).click();
    await page.getByRole('button', { name: 'Keep for at most: 7 days' }).waitFor();
    await saveScreenshots(page, 'history-settings');
    await expect(page.getByRole('textbox', { name: 'Leave out' })).toHaveValue('scratch');
    await write(user, { 'scratch/a.txt': 'left out' });
    await page.goto('/f/w/scratch/a.txt?view=versions');
    await page.getByText('No versions yet').waitFor();
  });

  test('on a phone are a list first, then one change', async ({ page, user }) => {
    await write(user, { 'trip.txt': PLAN });
    await write(user, { 'other.txt': PLAN });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/f/w/trip.txt?view=versions');
    const timeline = page.getByRole('navigation', { name: 'Versions of trip.txt' });
    await timeline.getByRole('button', { name: /^You/ }).click();
    await page.getByRole('table', { name: 'Changes' }).waitFor();
    await expect(timeline).toHaveCount(0);
    await page.getByRole('button', { name: 'All versions' }).click();
    await timeline.waitFor();
  });

  test('of a picture show it, of others what is known; each can be downloaded, and Escape leaves', async ({
    page,
    user,
    product,
  }) => {
    const [small, large] = [await picture(page, 200, 100), await picture(page, 400, 300)];
    const book = pdfFile({ pages: [{ lines: ['one'] }] });
    await write(user, { 'photo.png': small, 'book.pdf': book });
    writeFileSync(await onDisk(product, user, 'photo.png'), large);
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const bytesOf = async (index: number) => {
      const href = await comparison
        .getByRole('link', { name: 'Download this version' })
        .nth(index)
        .getAttribute('href');
      return Buffer.from(await (await user.fetch(href!)).arrayBuffer());
    };
    await page.goto('/f/w/photo.png');
    const image = page.getByRole('region', { name: 'photo.png' });
    await image.click();
    await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const widths = () =>
      comparison
        .getByRole('img', { name: /^photo\.png at/ })
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth).join());
    await expect.poll(widths).toBe('200,400');
    expect([(await bytesOf(0)).equals(small), (await bytesOf(1)).equals(large)]).toEqual([true, true]);
    await saveScreenshots(page, 'versions-picture');
    await page.keyboard.press('Escape');
    await page.waitForURL(/photo\.png$/);
    await expect(image).toBeFocused();

    await page.goto('/f/w/book.pdf?view=versions');
    await comparison.getByText('There was no earlier version.').waitFor();
    expect((await bytesOf(0)).equals(book)).toBe(true);
  });

  test('say what is not kept', async ({ page, user, product }) => {
    writeFileSync(await onDisk(product, user, 'large.bin'), Buffer.alloc(9 * 1024 * 1024));
    await page.goto('/f/w/large.bin?view=versions');
    await page.getByText('not kept: over 8 MB', { exact: false }).first().waitFor();
    await page.getByText('Kept: files up to 8 MB, as they were whenever they rested for a moment.').waitFor();
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  });
});

test.describe('versions of a folder', () => {
  test('show what happened, what was there, restore all of it, and take that back', async ({ page, user, product }) => {
    await write(user, { 'Trip/plan.md': PLAN, 'Trip/deep/tickets.md': 'Train at nine', 'Trip/same.md': 'same' });
    await page.goto('/f/w/Trip?view=folder-versions');
    const timeline = page.getByRole('navigation', { name: 'Versions of Trip' });
    await timeline.getByRole('button', { name: /^You.*3 files/ }).waitFor();
    await page.getByText('Nothing is different now').waitFor();

    writeFileSync(await onDisk(product, user, 'Trip', 'plan.md'), 'overwritten');
    writeFileSync(await onDisk(product, user, 'Trip', 'new.md'), 'new');
    rmSync(await onDisk(product, user, 'Trip', 'deep'), { recursive: true });
    await page.goto('/f/w/Trip');
    await row(page, 'new').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await timeline.getByRole('button', { name: /^You.*3 files/ }).click();
    const files = page.getByRole('list', { name: 'Files at this moment' });
    await expect(files.getByRole('listitem')).toHaveText([
      /deep \/ tickets\.md.*deleted or moved since/,
      /new\.md.*made since/,
      /plan\.md.*changed since/,
    ]);
    await saveScreenshots(page, 'folder-versions');
    await page.getByRole('button', { name: 'Restore this folder' }).click();
    await page.getByText('Restored 2 files in Trip').waitFor();
    await expect(files.getByRole('listitem')).toHaveText([/new\.md.*made since/]);
    expect([await contentOf(user, 'Trip', 'plan.md'), await contentOf(user, 'Trip', 'deep', 'tickets.md')]).toEqual([
      PLAN,
      'Train at nine',
    ]);
    expect(await contentOf(user, 'Trip', 'new.md')).toBe('new');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Put back 2 files').waitFor();
    await expect(files.getByRole('listitem')).toHaveCount(3);
    expect(await contentOf(user, 'Trip', 'plan.md')).toBe('overwritten');
  });

  test('on a phone are a list first; a file opens as it was then', async ({ page, user }) => {
    await write(user, { 'Trip/plan.md': PLAN });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/f/w/Trip?view=folder-versions');
    await page.getByRole('navigation', { name: 'Versions of Trip' }).getByRole('button', { name: /^You/ }).click();
    await page.getByRole('tab', { name: 'All files' }).click();
    await page.getByRole('link', { name: /plan\.md/ }).click();
    await page.getByRole('heading', { name: 'Versions of plan.md' }).waitFor();
  });
});

test.describe('deleted files', () => {
  test('of a folder are listed and restored', async ({ page, user, product }) => {
    await write(user, { 'Notes/deep/precious.md': 'precious', 'Notes/kept.md': 'kept' });
    rmSync(await onDisk(product, user, 'Notes', 'deep'), { recursive: true });
    await page.goto('/f/w/Notes');
    await row(page, 'kept').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Deleted files' }).click();
    await page.getByText('deep / precious.md').waitFor();
    await saveScreenshots(page, 'deleted-files');
    await page.getByRole('button', { name: 'Restore precious.md' }).click();
    await page.getByText('No deleted files').waitFor();
    expect(await contentOf(user, 'Notes', 'deep', 'precious.md')).toBe('precious');
  });
});
