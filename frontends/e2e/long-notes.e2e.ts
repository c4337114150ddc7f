import { eventually } from '@zo/testing/eventually';
import { expect, type Page, test } from './fixture.js';
import { longNote } from './long-note.js';
import { contentOf, write } from './page-objects.js';

const NAME = 'Long.md';
const LENGTH = 1_048_576;

const textOf = (page: Page) => page.getByRole('textbox', { name: `Text of ${NAME}` });

/** Blocks that a change touches: a letter renders its own block again, and no other. */
const changedBlocks = (page: Page, change: () => Promise<void>) =>
  textOf(page)
    .evaluateHandle((note) => {
      const blocks = new Set<Element>();
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const block = element?.closest('.note-block');
          if (block) blocks.add(block);
        }
      });
      observer.observe(note, { subtree: true, childList: true, characterData: true });
      return { blocks, observer };
    })
    .then(async (watch) => {
      await change();
      return watch.evaluate(({ blocks, observer }) => {
        observer.disconnect();
        return blocks.size;
      });
    });

test('ED-11 ED-01 a note of 1 MB is written at its beginning, middle and end, and rendered in part', async ({
  page,
  user,
}) => {
  const text = longNote(LENGTH);
  await write(user, { [NAME]: text });
  await page.goto(`/f/w/${NAME}`);
  const note = textOf(page);
  const rendered = () => note.locator('[data-slate-node="element"]').count();
  await note.getByRole('heading', { name: 'A long note' }).click();
  await page.keyboard.press('End');
  const letter = async () => {
    expect(await changedBlocks(page, () => page.keyboard.type('!'))).toBe(1);
    expect(await rendered()).toBeLessThan(500);
  };
  await letter();

  await page.getByRole('button', { name: 'Outline' }).click();
  await page.getByRole('dialog', { name: 'Outline' }).getByRole('button', { name: 'Part 3000', exact: true }).click();
  await note.getByRole('heading', { name: 'Part 3000', exact: true }).click();
  await page.keyboard.press('End');
  await letter();

  await page.keyboard.press('Control+End');
  await note.getByText('The very end.').waitFor();
  await letter();
  const wanted = text
    .replace('# A long note', '# A long note!')
    .replace('## Part 3000\n', '## Part 3000!\n')
    .replace('The very end.', 'The very end.!');
  await eventually(async () => (await contentOf(user, NAME)) === wanted);

  // Undo leads to where the change was made, also when that is not rendered.
  await page.keyboard.press('Control+Home');
  await note.getByRole('heading', { name: 'A long note!' }).waitFor();
  await page.keyboard.press('Control+z');
  await note.getByText('The very end.', { exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await note.getByRole('heading', { name: 'Part 3000', exact: true }).waitFor();

  // Words are found far from what is rendered, and shown.
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: /^Find/ }).fill('Paragraph 1234.');
  const found = note.locator('p', { hasText: /^Paragraph 1234\./ });
  await eventually(async () => {
    const box = await found.boundingBox();
    return box !== null && box.y > 0 && box.y < 900;
  });
});

test('ED-11 all of a note of 1 MB is deleted, and undo brings back every byte', async ({ page, user }) => {
  const text = longNote(LENGTH);
  await write(user, { [NAME]: text });
  await page.goto(`/f/w/${NAME}`);
  await textOf(page).getByRole('heading', { name: 'A long note' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(textOf(page).locator('.note-block')).toHaveCount(1);
  await eventually(async () => (await contentOf(user, NAME))?.trim() === '');
  await page.keyboard.press('Control+z');
  await eventually(async () => (await contentOf(user, NAME)) === text);
});

test('ED-11 a note of 5 MB is written at its end in the rich editor, and searched', async ({ page, user }) => {
  const text = longNote(5 * LENGTH);
  await write(user, { [NAME]: text });
  await page.goto(`/f/w/${NAME}`);
  const note = textOf(page);
  await note.getByRole('heading', { name: 'A long note' }).click();
  await page.keyboard.press('Control+End');
  await note.getByText('The very end.').waitFor();
  expect(await changedBlocks(page, () => page.keyboard.type('!'))).toBe(1);
  // The text of blocks far from the window is not in the page.
  expect((await note.innerText()).length).toBeLessThan(LENGTH);
  await eventually(async () => (await contentOf(user, NAME)) === text.replace('The very end.', 'The very end.!'));

  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: /^Find/ }).fill('Paragraph 12344.');
  const found = note.locator('p', { hasText: /^Paragraph 12344\./ });
  await eventually(async () => {
    const box = await found.boundingBox();
    return box !== null && box.y > 0 && box.y < 900;
  });
});
