import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zo/testing/eventually';
import type { Tab } from './browser.js';
import { expect, test } from './fixture.js';
import { bringFiles, canDrop, carry, contentOf, row, write } from './page-objects.js';
import { writeSamples } from './sample-files.js';

test.beforeEach(({ user }) =>
  write(user, {
    'a.txt': 'a',
    'b.txt': 'b',
    'c.txt': 'c',
    'd.txt': 'd',
    'outer/inner/x.txt': 'x',
    'outer/y.txt': 'y',
    'other/z.txt': 'z',
  }),
);

/** The folders of the tree. */
const treeOf = ({ page }: Tab) => {
  const branch = (name: string) =>
    page.getByRole('treeitem', { name: new RegExp(`^((Open|Close) ${name} )?${name}$`) });
  const isOpen = async (name: string) => (await branch(name).getAttribute('aria-expanded')) === 'true';
  return { branch, isOpen };
};

test.describe('dragging', () => {
  test('FT-08 UP-07 a folder dropped from the system keeps its structure, in the folder under the pointer', async ({
    page,
    user,
    tab,
    disk,
  }) => {
    writeSamples(disk);
    mkdirSync(join(disk, 'album', 'empty', 'deep'), { recursive: true });
    writeFileSync(join(disk, 'album', 'one.txt'), 'one');
    writeFileSync(join(disk, 'album', 'empty', 'deep', 'two.txt'), 'two');
    await page.goto('/f/w');
    await row(page, 'other').waitFor();
    const files = await bringFiles(tab, [join(disk, 'album'), join(disk, 'sales.csv')]);
    await files.over(row(page, 'other'));
    await files.drop(row(page, 'other'));
    await eventually(async () => (await contentOf(user, 'other', 'album', 'empty', 'deep', 'two.txt')) === 'two');
    expect(await contentOf(user, 'other', 'album', 'one.txt')).toBe('one');
    await eventually(async () => (await contentOf(user, 'other', 'sales.csv'))?.includes('4821'));
    expect(await contentOf(user, 'sales.csv')).toBeNull();
  });

  test('FT-08 files dropped on the empty space of a listing are uploaded there', async ({ page, tab, disk }) => {
    writeSamples(disk);
    await page.goto('/f/w/outer');
    await row(page, 'y.txt').waitFor();
    await canDrop(page);
    const space = page.getByRole('grid', { name: 'outer' });
    const box = (await space.boundingBox())!;
    const cdp = await tab.context.newCDPSession(page);
    const at = {
      x: box.x + box.width / 2,
      y: box.y + box.height - 40,
      data: { items: [], files: [join(disk, 'photo.png')], dragOperationsMask: 1 },
    };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, ...at });
    await row(page, 'photo.png').waitFor();
  });

  test('FT-08 files dropped outside a drop target are refused and do not replace the page', async ({
    page,
    tab,
    disk,
  }) => {
    writeSamples(disk);
    await page.goto('/f/w?chat=new');
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('not sent yet');
    // The browser opens a file when no handler prevents the default of its drop.
    await page.evaluate(() => {
      const answers = ((window as unknown as { answers: string[] }).answers = []) as string[];
      window.addEventListener('dragover', (event) =>
        answers.push(event.defaultPrevented ? event.dataTransfer!.dropEffect : 'left to the browser'),
      );
    });
    const answers = () => page.evaluate(() => (window as unknown as { answers: string[] }).answers.splice(0));
    const files = await bringFiles(tab, [join(disk, 'sales.csv')]);
    const title = page.getByRole('heading', { name: 'New chat' });
    for (const to of [page.getByRole('navigation', { name: 'Places' }), title]) {
      await files.letGo(to);
      await eventually(async () => new Set(await answers()).has('none'));
    }
    await files.over(row(page, 'other'));
    expect(await answers()).not.toContain('none');
    expect(await message.inputValue()).toBe('not sent yet');
  });

  test('FT-08 a tree folder expands under a resting drag and collapses when the drag leaves', async ({
    page,
    user,
    tab,
  }) => {
    const { branch, isOpen } = treeOf(tab);
    await page.goto('/f/w');
    await row(page, 'a.txt').waitFor();
    expect(await isOpen('outer')).toBe(false);
    await carry(page, row(page, 'a.txt'), branch('outer'));
    await branch('inner').waitFor();
    const other = (await branch('other').boundingBox())!;
    await page.mouse.move(other.x + 60, other.y + other.height / 2, { steps: 4 });
    await branch('inner').waitFor({ state: 'detached' });
    await eventually(() => isOpen('other'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await eventually(async () => !(await isOpen('other')));
    expect(await contentOf(user, 'a.txt')).toBe('a');
  });

  test('FT-07 FT-08 a file can be dropped into the folder that expanded under it, which stays expanded', async ({
    page,
    user,
    tab,
  }) => {
    const { branch, isOpen } = treeOf(tab);
    await page.goto('/f/w');
    await row(page, 'd.txt').waitFor();
    await carry(page, row(page, 'd.txt'), branch('outer'));
    await branch('inner').waitFor();
    const inner = (await branch('inner').boundingBox())!;
    await page.mouse.move(inner.x + 70, inner.y + inner.height / 2, { steps: 4 });
    await page.locator('[data-over=true]').and(branch('inner')).waitFor();
    await page.mouse.up();
    await page.getByText('Moved "d.txt" to inner').waitFor();
    expect(await contentOf(user, 'outer', 'inner', 'd.txt')).toBe('d');
    expect(await isOpen('outer')).toBe(true);
  });

  test('TR-01 FT-07 a file dropped on the trash is in it, and Undo brings it back', async ({ page, user, tab }) => {
    const { branch } = treeOf(tab);
    await page.goto('/f/w');
    await row(page, 'c.txt').waitFor();
    await carry(page, row(page, 'c.txt'), branch('Trash'));
    await page.locator('[data-over=true]').and(branch('Trash')).waitFor();
    await page.mouse.up();
    await eventually(async () => (await contentOf(user, 'Trash', 'c.txt')) === 'c');
    expect(await contentOf(user, 'c.txt')).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await contentOf(user, 'c.txt')) === 'c');
  });

  test('FT-12 a lasso over empty space selects the rows it touches; with Ctrl it adds to the selection', async ({
    page,
  }) => {
    await page.goto('/f/w');
    await row(page, 'a.txt').waitFor();
    const [a, b] = [(await row(page, 'a.txt').boundingBox())!, (await row(page, 'b.txt').boundingBox())!];
    const left = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const space = (await page.getByRole('grid', { name: 'Workspace' }).boundingBox())!;
    const chosen = () =>
      page
        .getByRole('row', { selected: true })
        .evaluateAll((rows) => rows.map((line) => (line as HTMLElement).dataset['row']));
    // There is empty space below the last row of the listing.
    await page.mouse.move(a.x + a.width - 40, space.y + space.height - 60);
    await page.mouse.down();
    await page.mouse.move(a.x + 200, b.y + b.height / 2, { steps: 6 });
    expect(await chosen()).toEqual(['b.txt', 'c.txt', 'd.txt']);
    await page.mouse.move(a.x + 200, a.y + a.height / 2, { steps: 3 });
    await page.mouse.up();
    expect(await chosen()).toEqual(left);
    await page
      .getByRole('status')
      .filter({ hasText: `${left.length} selected` })
      .waitFor();
    await row(page, 'other').click({ modifiers: ['Control'] });
    expect(await chosen()).toEqual(['other', ...left]);
  });
});
