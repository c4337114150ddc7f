import { contentOf, write } from './page-objects.js';
import { expect, test } from './fixture.js';
import { saveScreenshot } from './screenshots.js';
import { paragraph, wordFile } from './zip-file.js';

const NOTE = `# Trip\n\nThe **Kyo**to budget.\n\n${'Nothing here.\n\n'.repeat(80)}- kyoto again\n`;

test.describe('find in an open file', () => {
  test('ED-11 a note shows the hits, steps through them, and stays as it is', async ({ page, user }) => {
    await write(user, { 'trip.md': NOTE });
    await page.goto('/f/w/trip.md');
    const text = page.getByRole('textbox', { name: 'Text of trip.md' });
    await text.click();
    await page.keyboard.press('ControlOrMeta+f');
    const bar = page.getByRole('search', { name: 'Find in trip.md' });
    const field = bar.getByRole('textbox', { name: 'Find' });
    await expect(field).toBeFocused();
    await page.keyboard.type('kyoto');
    await expect(bar.getByRole('status')).toHaveText('1 of 2');
    const marked = () =>
      page.evaluate(() => ['zo-find', 'zo-find-current'].map((name) => [...(CSS.highlights.get(name) ?? [])].length));
    expect(await marked()).toEqual([1, 1]);
    await saveScreenshot(page, 'find-note');
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toHaveText('2 of 2');
    await expect(page.getByText('kyoto again')).toBeInViewport();
    await bar.getByRole('button', { name: 'Match case' }).click();
    await expect(bar.getByRole('status')).toHaveText('1 of 1');
    await field.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(text).toBeFocused();
    expect(await marked()).toEqual([0, 0]);
    expect(await contentOf(user, 'trip.md')).toBe(NOTE);
  });

  test('ED-11 a document is searched in its shadow root', async ({ page, user }) => {
    await write(user, { 'minutes.docx': wordFile({ body: paragraph('Minutes') + paragraph('The axolotl rent.') }) });
    await page.goto('/f/w/minutes.docx');
    await page.getByText('The axolotl rent.').waitFor();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('axolotl');
    await expect(page.getByRole('search', { name: 'Find in minutes.docx' }).getByRole('status')).toHaveText('1 of 1');
  });

  test('ED-11 Mod+H replaces in the code editor', async ({ page, user }) => {
    await write(user, { 'fit.py': 'budget = 1\nprint(budget)\n' });
    await page.goto('/f/w/fit.py');
    await page.getByRole('textbox', { name: 'Text of fit.py' }).click();
    await page.keyboard.press('ControlOrMeta+h');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('budget');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('plan');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await expect.poll(() => contentOf(user, 'fit.py')).toBe('plan = 1\nprint(plan)\n');
  });
});
