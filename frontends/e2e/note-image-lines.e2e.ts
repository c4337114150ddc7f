import type { Locator } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect, type Page, test } from './fixture.js';
import { contentOf, write } from './page-objects.js';

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
const WIDE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500"><rect width="1000" height="500"/></svg>';

test.describe('images among the text of a note', () => {
  test('ED-02 images stand on one line with the text around them, also in links, which lead on', async ({
    page,
    user,
  }) => {
    const text = '![Wide](wide.svg)\n\n[![a](wide.svg)](Other.md) ![b](wide.svg)\n\nText.\n';
    await write(user, { 'Line.md': text, 'Other.md': 'Other text.\n', 'wide.svg': WIDE });
    await page.goto('/f/w/Line.md');
    const note = textOf(page, 'Line.md');
    const boxOf = async (image: Locator) => {
      await expect.poll(async () => (await image.boundingBox())?.width).toBeGreaterThan(100);
      return (await image.boundingBox())!;
    };
    const alone = await boxOf(note.getByRole('img', { name: 'Wide' }));
    const [a, b] = [
      await boxOf(note.getByRole('img', { name: 'a' })),
      await boxOf(note.getByRole('img', { name: 'b' })),
    ];
    const after = (await note.getByText('Text.').boundingBox())!;
    // No empty line stands above an image, between two, or below them.
    expect(alone.y - (await note.boundingBox())!.y).toBeLessThan(8);
    expect([a.y, b.x > a.x + a.width - 1]).toEqual([b.y, true]);
    expect(after.y - (a.y + a.height)).toBeLessThan(24);
    await note.getByRole('img', { name: 'a' }).click({ modifiers: ['ControlOrMeta'] });
    await textOf(page, 'Other.md').waitFor();
    expect(await contentOf(user, 'Line.md')).toBe(text);
  });

  test('ED-02 what is typed at an image, by keys or a press beside it, is written behind it', async ({
    page,
    user,
  }) => {
    await write(user, { 'Behind.md': 'A\n\n![Wide|300](wide.svg)\n\nB\n', 'wide.svg': WIDE });
    await page.goto('/f/w/Behind.md');
    const note = textOf(page, 'Behind.md');
    const image = note.getByRole('img', { name: 'Wide' });
    await expect.poll(async () => (await image.boundingBox())?.width).toBe(300);
    await note.getByText('A', { exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await note.locator('.note-image[data-selected]').waitFor();
    await page.keyboard.type('one ');
    await eventually(async () => (await contentOf(user, 'Behind.md'))!.includes('(wide.svg)one '));
    const { x, y, width, height } = (await image.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.type('two ');
    await eventually(async () => (await contentOf(user, 'Behind.md')) === 'A\n\n![Wide|300](wide.svg)two one \n\nB\n');
  });
});
