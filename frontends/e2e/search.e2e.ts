import { contentOf, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { searchOf } from './search-page.js';
import { expect, test } from './fixture.js';

const FILLER = Array.from({ length: 120 }, (_, line) => `Paragraph ${line} about nothing in particular.\n`);
const NOTE = `---\ntags: trip\n---\n# Trip to Kyoto\n\n${FILLER.slice(0, 60).join('\n')}\n## Money\n\nThe Kyoto budget is for two.\n\n${FILLER.join('\n')}`;
const CODE = `${'# a comment\n'.repeat(200)}budget = Money("JPY", 180_000)  # kyoto\n${'pass\n'.repeat(200)}`;

test.beforeEach(({ user }) =>
  write(user, {
    'Notes/Trip to Kyoto.md': NOTE,
    'Notes/Where next.md': 'Kyoto in winter is quieter.\n\nThe budget stretches to a room with a view.\n',
    'Notes/weather.md': '# 天気\n\n今日の天気は晴れです。\n',
    'Sales/fit.py': CODE,
    'Sales/bank.csv': 'date,what\n2026-10-19,JR WEST KYOTO\n2026-10-20,budget hotel\n',
  }),
);

test.describe('the search page', () => {
  test('FT-14 finds names and contents, marks the words, and opens a note at the place', async ({ page }) => {
    const { field, type, result, selected } = searchOf(page);
    await page.goto('/f/w');
    await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Search' }).click();
    await expect(field).toBeFocused();
    await type('kyoto budget', 4);
    const exact = page.getByRole('region', { name: 'Exact phrase' });
    await exact.getByRole('link', { name: /^Trip to Kyoto/ }).waitFor();
    expect(await result('Trip to Kyoto').locator('mark').allInnerTexts()).toContain('Kyoto budget');
    await result('fit.py').getByText('180_000').waitFor();
    await saveScreenshots(page, 'search');

    await page.keyboard.press('Enter');
    await page.waitForURL(/Trip%20to%20Kyoto\.md#L/);
    await expect(page.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
    await expect(page.getByText('The Kyoto budget is for two.')).toBeInViewport();
    await expect.poll(selected).toBe('Kyoto budget');
    await page.goBack();
    await expect(field).toHaveValue('kyoto budget');
    await exact.getByRole('link', { name: /^Trip to Kyoto/ }).waitFor();
  });

  test('FT-14 a hit in code opens the text editor at its line', async ({ page, user }) => {
    const { result, selected } = searchOf(page);
    await page.goto('/search?q=kyoto');
    await result('fit.py').getByText('180_000').click();
    await expect(page.getByText('Money("JPY", 180_000)')).toBeInViewport();
    await expect.poll(selected).toBe('kyoto');
    expect(await contentOf(user, 'Sales', 'fit.py')).toBe(CODE);
  });

  test('FT-14 filters narrow the results, stay in the address, and can be dropped when nothing is found', async ({
    page,
  }) => {
    const { field, names } = searchOf(page);
    await page.goto('/search?q=kyoto');
    await expect.poll(names).toContain('bank.csv');
    await page.getByRole('button', { name: 'Folder: any' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Any', 'Articles', 'Notes', 'Sales']);
    await page.getByRole('menuitem', { name: 'Sales' }).click();
    await expect.poll(async () => (await names()).toSorted()).toEqual(['bank.csv', 'fit.py']);
    await page.getByRole('button', { name: 'Kind: any' }).click();
    await page.getByRole('menuitem', { name: 'Tables' }).click();
    await expect.poll(names).toEqual(['bank.csv']);
    await page.reload();
    await expect.poll(names).toEqual(['bank.csv']);
    await field.fill('winter');
    await page.getByRole('heading', { name: 'No results found' }).waitFor();
    await page.getByRole('button', { name: 'Any kind' }).last().click();
    await page.getByRole('button', { name: 'Any folder' }).last().click();
    await expect.poll(names).toEqual(['Where next.md']);
  });

  test('CH-13 chats with the words are a group of their own, which filters of files leave out', async ({
    page,
    user,
  }) => {
    await user.json('/api/conversations', { title: 'Packing for Kyoto' });
    await page.goto('/search?q=kyoto');
    const chats = page.getByRole('region', { name: 'Chats' });
    await chats.getByRole('link', { name: /^Packing for Kyoto/ }).waitFor();
    expect(await chats.locator('mark').allInnerTexts()).toEqual(['Kyoto']);
    await page.goto('/search?q=kyoto&kind=notes');
    await page.getByRole('region', { name: 'Files' }).waitFor();
    await expect(chats).toHaveCount(0);
    await page.goto('/search?q=packing');
    await chats.getByRole('link', { name: /^Packing for Kyoto/ }).click();
    await page.waitForURL(/chat=/);
  });

  test('FT-14 the arrow keys walk the results and return to the field', async ({ page }) => {
    const { field, names } = searchOf(page);
    await page.goto('/search?q=kyoto');
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2);
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('a[data-result]').nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(field).toBeFocused();
  });

  test('FT-14 finds Japanese, and a change soon after it was made', async ({ page, user }) => {
    const { field, names } = searchOf(page);
    await page.goto('/search?q=天気');
    await expect.poll(names).toEqual(['weather.md']);
    await write(user, { 'Notes/later.md': 'A wombat was seen.' });
    await expect
      .poll(async () => {
        await field.fill('');
        await field.fill('wombat');
        return names();
      })
      .toEqual(['later.md']);
  });
});

test.describe('the palette', () => {
  test('FT-14 shows hits inside of files below the names and opens them at the place', async ({ page }) => {
    await page.goto('/f/w');
    await row(page, 'Notes').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByPlaceholder('Search files, chats and commands');
    await field.fill('kyoto');
    const inFiles = page.getByRole('group', { name: 'In files' });
    await inFiles.getByRole('option', { name: /fit\.py/ }).waitFor();
    await expect(page.getByRole('option', { selected: true })).toContainText('Trip to Kyoto');
    await saveScreenshots(page, 'palette');
    await inFiles.getByRole('option', { name: /fit\.py/ }).click();
    await page.waitForURL(/fit\.py#L201/);
    await expect(page.getByText('Money("JPY", 180_000)')).toBeInViewport();
  });

  test('FT-14 keeps the chosen row when later groups arrive', async ({ page }) => {
    let answer = () => undefined as void;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/files/search?*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/f/w');
    await row(page, 'Notes').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('Search files, chats and commands').fill('s');
    const selected = page.getByRole('option', { selected: true });
    const before = await selected.innerText();
    answer();
    await page
      .getByRole('group', { name: 'Files', exact: true })
      .getByRole('option', { name: /Sales/ })
      .first()
      .waitFor();
    await expect(selected).toHaveText(before);
  });

  test('FT-05 FT-14 the typed words become a note or a question to Zo', async ({ page }) => {
    await page.goto('/f/w/Notes');
    await page.getByRole('grid', { name: 'Notes' }).waitFor();
    const field = page.getByPlaceholder('Search files, chats and commands');
    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('Ideas for zebras');
    // Nothing else has these words, so that Enter takes the first action.
    await expect(page.getByRole('option', { selected: true })).toHaveText('New note “Ideas for zebras”');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ideas for zebras');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/f\/w\/Notes\/Ideas%20for%20zebras\.md/);

    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('Where do zebras sleep?');
    await page.getByRole('option', { name: 'Ask Zo “Where do zebras sleep?”' }).click();
    const message = page.getByRole('textbox', { name: 'Message' });
    await expect(message).toHaveValue('Where do zebras sleep?');
    await expect(message).toBeFocused();
  });

  test('FT-14 Shift+Enter carries the words to the search page', async ({ page }) => {
    const { field } = searchOf(page);
    await page.goto('/f/w');
    await row(page, 'Notes').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder('Search files, chats and commands').fill('kyoto budget');
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL(/\/search\?q=kyoto/);
    await expect(field).toHaveValue('kyoto budget');
  });
});

test.describe('the switches and the preview', () => {
  test('FT-14 match case, whole word and patterns narrow the results, and a bad pattern says why', async ({ page }) => {
    const { field, names } = searchOf(page);
    await page.goto('/search?q=KYOTO');
    await expect.poll(async () => (await names()).length).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Match case' }).click();
    await expect.poll(names).toEqual(['bank.csv']);
    await page.reload();
    await expect.poll(names).toEqual(['bank.csv']);
    await page.getByRole('button', { name: 'Match case' }).click();
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await field.fill('^bud(get) =');
    await expect.poll(names).toEqual(['fit.py']);
    await field.fill('(');
    await page.getByText('The pattern is not valid: unclosed group.').waitFor();
    await field.fill('zzz+');
    await page.getByRole('button', { name: 'Plain text' }).click();
    await expect(page.getByRole('button', { name: 'Regular expression' })).toHaveAttribute('aria-pressed', 'false');
  });

  test('FT-14 the preview shows the chosen file at the place, without taking the focus', async ({ page }) => {
    const { field } = searchOf(page);
    await page.goto('/search?q=kyoto');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await field.fill('kyoto budget');
    await preview.getByText('The Kyoto budget is for two.').waitFor();
    await expect(preview.getByText('The Kyoto budget is for two.')).toBeInViewport();
    await expect(field).toBeFocused();
    await saveScreenshots(page, 'search-preview');
    const rows = page.locator('a[data-result]');
    const code = await rows.evaluateAll((links) => links.findIndex((link) => link.textContent?.startsWith('fit.py')));
    for (let n = 0; n <= code; n++) await page.keyboard.press('ArrowDown');
    await expect(rows.nth(code)).toBeFocused();
    await expect(preview.getByText('Money("JPY", 180_000)')).toBeInViewport();
    await expect(rows.nth(code)).toBeFocused();
    await preview.getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(/fit\.py#L201/);
  });

  test('FT-14 orders by name, and asks Zo about the files with Alt+Enter', async ({ page }) => {
    const { field, names } = searchOf(page);
    await page.goto('/search?q=kyoto&order=name');
    await expect.poll(names).toEqual(['bank.csv', 'fit.py', 'Trip to Kyoto.md', 'Where next.md']);
    await field.press('Alt+Enter');
    await expect(page.getByRole('button', { name: /Remove bank\.csv/ })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test('FT-14 the way back leads to the same query and place in the list', async ({ page, user }) => {
    const many = Array.from({ length: 25 }, (_, n) => [`Many/harbour ${n}.md`, `The harbour of ${n}.\n`] as const);
    await write(user, Object.fromEntries(many));
    await page.setViewportSize({ width: 390, height: 844 });
    const { field, names } = searchOf(page);
    await page.goto('/search?q=harbour');
    await expect.poll(async () => (await names()).length).toBe(25);
    const last = page.locator('a[data-result]').last();
    await last.scrollIntoViewIfNeeded();
    const name = await last.locator('span').nth(1).innerText();
    await last.click();
    await page.waitForURL(/harbour%20/);
    await page.goBack();
    await expect(field).toHaveValue('harbour');
    await expect(page.locator('a[data-result]').last()).toBeInViewport();
    await expect(page.locator('a[data-result]').last()).toContainText(name);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/f/);
  });
});
