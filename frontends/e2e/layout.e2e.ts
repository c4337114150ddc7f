import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { openTab } from './browser.js';
import { leaveAnswersOut, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.beforeEach(({ user }) => write(user, { 'plan.md': '# plan.md\n', 'other.md': '# other.md\n' }));

const viewOf = async (page: Page): Promise<'full' | 'sidebar' | 'rail'> => {
  if ((await page.getByRole('button', { name: 'Open chat' }).count()) > 0) return 'rail';
  return (await page.getByRole('button', { name: 'Full width' }).count()) > 0 ? 'sidebar' : 'full';
};

test.describe('layout', () => {
  test('RT-02 RT-01 an address says how the chat is shown', async ({ page }) => {
    for (const [address, expected] of [
      ['/f', 'full'],
      ['/f/w', 'rail'],
      ['/f/w?chat=new', 'sidebar'],
      ['/f/w/plan.md', 'rail'],
      ['/f?chat=new', 'full'],
      ['/f/w/plan.md?chat=new', 'sidebar'],
      ['/f/w/plan.md?chat=new&chat_view=full', 'full'],
      ['/f/w/plan.md?chat_view=rail', 'rail'],
      ['/settings', 'rail'],
      ['/settings?chat=new&chat_view=full', 'sidebar'],
    ] as const)
      await test.step(`${address} shows the chat as ${expected}`, async () => {
        await page.goto(address);
        await page.getByRole('navigation', { name: 'Places' }).waitFor();
        expect(await eventually(async () => (await viewOf(page)) === expected && expected)).toBe(expected);
      });
  });

  test('RT-02 the page stays as it was while the chat has the whole width', async ({ page, user }) => {
    await write(user, { 'words.txt': 'first' });
    await page.goto('/f/w/words.txt?chat=new');
    const text = page.getByRole('textbox', { name: 'Text of words.txt' });
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and last');
    await page.getByRole('button', { name: 'Full width' }).click();
    await page.getByRole('button', { name: 'Beside the page' }).waitFor();
    // What nobody sees takes no letters.
    await expect(text).toHaveCount(0);
    await page.keyboard.type('lost');
    await page.getByRole('button', { name: 'Beside the page' }).click();
    await expect(text).toHaveText('first and last');
    await text.focus();
    await page.keyboard.press('Control+z');
    await expect(text).toHaveText('first');
  });

  test('RT-02 below 768 px the chat is collapsed, and at 768 px it is not', async ({ page }) => {
    const message = page.getByRole('textbox', { name: 'Message' });
    for (const query of ['', '?chat_view=full', '?chat_view=sidebar'])
      await test.step(`at plan.md${query}`, async () => {
        await page.setViewportSize({ width: 767, height: 844 });
        await page.goto(`/f/w/plan.md${query}`);
        await page.getByRole('heading', { name: 'plan.md' }).first().waitFor();
        expect(await message.count()).toBe(0);
        await page.setViewportSize({ width: 768, height: 900 });
        if (query) await message.waitFor();
      });
  });

  test('RT-02 a note stays as it is while the window crosses the widths at which panes change', async ({
    page,
    user,
  }) => {
    const lines = Array.from({ length: 80 }, (_none, line) => `Paragraph ${line}`).join('\n\n');
    await write(user, { 'long.md': `${lines}\n`, 'beside.txt': 'beside' });
    await page.goto('/f/w/beside.txt');
    const beside = page.getByRole('textbox', { name: 'Text of beside.txt' });
    await beside.waitFor();
    await page.getByRole('treeitem', { name: 'long' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open beside' }).click();
    const note = page.getByRole('textbox', { name: 'Text of long.md' });
    await beside.focus();
    await page.keyboard.type('x');
    await note.getByText('Paragraph 40').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    const scroller = page.locator('[data-note-scroller]');
    const first = await Promise.all([note, beside, scroller].map((part) => part.elementHandle()));
    const isSame = () =>
      page.evaluate((parts) => parts.map((part) => part?.isConnected && !part.closest('body > [inert]')), first);
    const scrolled = await scroller.evaluate((node) => node.scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    for (const width of [1281, 1279, 1025, 1023, 769, 767, 390, 768, 1024, 1280])
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole('navigation', { name: 'Places' }).getByText('You')).toHaveCount(
          width < 768 ? 1 : 0,
        );
        await expect(note).toBeInViewport();
        await expect(note.getByText('Paragraph 40!')).toBeInViewport();
        await expect(note).toBeFocused();
        expect(await isSame()).toEqual([true, true, true]);
      });
    await page.keyboard.press('Control+z');
    await expect(note.getByText('Paragraph 40!')).toHaveCount(0);
    await beside.focus();
    await page.keyboard.press('Control+z');
    await expect(beside).toHaveText('beside');
  });

  test('RT-01 a legacy address opens the file of the workspace', async ({ page }) => {
    await page.goto('/f/plan.md');
    await page.getByRole('heading', { name: 'plan.md' }).first().waitFor();
  });

  for (const width of [768, 1024])
    test(`FT-12 the bar of a selection fits its pane beside the chat at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/f/w?chat=new');
      // At its beginning: in the middle of a narrow row is its star.
      for (const name of ['plan.md', 'other.md'])
        await row(page, name).click({ modifiers: ['ControlOrMeta'], position: { x: 60, y: 12 } });
      const bar = page.getByRole('toolbar', { name: 'Selection' });
      const pane = (await page.getByRole('grid', { name: 'Workspace' }).boundingBox())!;
      const last = (await bar.getByRole('button', { name: 'Clear selection' }).boundingBox())!;
      expect(last.x + last.width).toBeLessThanOrEqual(pane.x + pane.width);
      await bar.getByRole('button', { name: 'Clear selection' }).click();
    });

  test('FT-03 heads stand over their columns beside a scroll bar', async ({ user, playwright }) => {
    await write(user, Object.fromEntries(Array.from({ length: 40 }, (_none, n) => [`many/file ${n}.md`, ''])));
    // As on Windows and Linux; by default a headless browser has overlay scroll bars as on a Mac or a phone.
    const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] });
    const barred = await openTab(browser, user);
    await barred.page.goto('/f/w/many');
    const line = row(barred.page, 'file 0.md');
    await line.waitFor();
    const rows = barred.page.getByRole('grid', { name: 'many' }).getByRole('rowgroup').last();
    expect(await rows.evaluate((node) => (node as HTMLElement).offsetWidth - node.clientWidth)).toBeGreaterThan(0);
    const head = (await barred.page.getByRole('columnheader', { name: 'Modified' }).boundingBox())!;
    expect((await line.getByRole('gridcell').nth(1).boundingBox())!.x).toBe(head.x);
    await browser.close();
  });

  test('FT-03 at every width names are readable, and columns do not overlap', async ({ page, user }) => {
    const name = 'Meeting notes, regional review and forecast.md';
    await write(user, { [`names/${name}`]: 'x' });
    for (const [width, height, chat] of [
      [768, 1024, 'rail'],
      [768, 1024, 'sidebar'],
      [960, 800, 'sidebar'],
      [1024, 768, 'sidebar'],
      [1200, 800, 'sidebar'],
      [1280, 800, 'sidebar'],
      [1440, 900, 'rail'],
    ] as const)
      await test.step(`${width} × ${height} px with the chat as ${chat}`, async () => {
        await page.setViewportSize({ width, height });
        await page.goto(`/f/w/names?chat=new&chat_view=${chat}`);
        const cells = row(page, name).getByRole('gridcell');
        const [first, second] = [(await cells.nth(0).boundingBox())!, (await cells.nth(1).boundingBox())!];
        const line = (await row(page, name).boundingBox())!;
        expect(first.width).toBeGreaterThanOrEqual(line.width * 0.5);
        expect(second.x).toBeGreaterThanOrEqual(first.x + first.width);
        expect(second.x + second.width).toBeLessThanOrEqual(line.x + line.width);
      });
  });

  test('RT-03 the sidebar is 16rem wide beside a 3rem rail, and its state is stored for 604800 s', async ({
    page,
    tab,
  }) => {
    await page.goto('/f/w');
    const places = page.getByRole('navigation', { name: 'Places' });
    await page.getByRole('tree', { name: 'Files' }).waitFor();
    expect((await places.boundingBox())!.width).toBe(48);
    const tree = (await page.getByRole('tree', { name: 'Files' }).boundingBox())!;
    expect(Math.abs(tree.x + tree.width - (48 + 256))).toBeLessThanOrEqual(2);
    await page.keyboard.press('Control+b');
    await page.getByRole('tree', { name: 'Files' }).waitFor({ state: 'detached' });
    const cookie = (await tab.context.cookies()).find(({ name }) => /sidebar/i.test(name))!;
    expect(Math.abs(cookie.expires - Date.now() / 1000 - 604_800)).toBeLessThan(60);
    await page.reload();
    await places.waitFor();
    expect(await page.getByRole('tree', { name: 'Files' }).count()).toBe(0);
    await page.keyboard.press('Control+b');
    await page.getByRole('tree', { name: 'Files' }).waitFor();
  });

  test('RT-03 a dragged width is stored, a width forced by a small window is not', async ({ page }) => {
    const width = async () => (await page.getByRole('tree', { name: 'Files' }).boundingBox())!.width;
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/f/w/plan.md?chat=new');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await eventually(async () => (await width()) < 250);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/f/w');
    await page.getByRole('row', { name: /^plan\.md/ }).waitFor();
    expect(Math.abs((await width()) - 256)).toBeLessThanOrEqual(2);
    const edge = 48 + (await width());
    await page.mouse.move(edge, 300);
    await page.mouse.down();
    await page.mouse.move(edge + 60, 300, { steps: 5 });
    await page.mouse.up();
    await eventually(async () => Math.abs((await width()) - 316) <= 3);
    await page.reload();
    await page.getByRole('row', { name: /^plan\.md/ }).waitFor();
    expect(Math.abs((await width()) - 316)).toBeLessThanOrEqual(3);
  });

  test('FT-10 an empty tree is read again on window focus, at most once in 500 ms; a filled one is not', async ({
    page,
  }) => {
    let asked = 0;
    let isEmpty = true;
    const nothing = { names: [], dirs: [], sizes: [], mtimes: [], births: [], errors: {} };
    await page.route(/\/api\/files\/list/, async (route) => {
      asked++;
      if (!isEmpty) return route.continue();
      await route.fulfill({ contentType: 'application/x-ndjson', body: `${JSON.stringify(nothing)}\n` });
    });
    const comeBack = (times: number) =>
      page.evaluate((count) => {
        for (let n = 0; n < count; n++) globalThis.dispatchEvent(new Event('focus'));
      }, times);
    await leaveAnswersOut(page);
    await page.clock.install();
    await page.goto('/f/w');
    await page.getByRole('treeitem', { name: 'Trash' }).waitFor();
    await page.waitForLoadState('networkidle');
    const before = asked;
    await comeBack(20);
    await eventually(() => asked > before);
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(before + 1);
    isEmpty = false;
    // A focus is skipped within 250 ms of the last reading, whose end is not seen here.
    await eventually(async () => {
      await page.clock.fastForward(501);
      await comeBack(1);
      return row(page, 'plan.md').isVisible();
    });
    // Live events make the page ask as well, so the focus is tried until nothing else did meanwhile.
    await eventually(async () => {
      await page.clock.fastForward(501);
      const full = asked;
      await comeBack(20);
      // Sent after whatever the focus has made the page ask.
      await page.evaluate(async () => void (await fetch('/api/health')));
      return asked === full;
    });
  });

  test('AP-01 light, dark and every preset change the colours of the page and are stored', async ({ page }) => {
    // A reload may end a request that is under way.
    const saved = (role: 'tab' | 'button', name: string) =>
      Promise.all([page.waitForResponse('**/api/settings/theme'), page.getByRole(role, { name }).click()]);
    await page.goto('/settings#appearance');
    await saved('tab', 'Dark');
    await eventually(async () => (await page.locator('html').getAttribute('data-mode')) === 'dark');
    await page.reload();
    expect(await page.locator('html').getAttribute('data-mode')).toBe('dark');
    await page.getByText('In The Zone').first().waitFor();
    await saveScreenshots(page, 'settings-appearance');
    // The main colours: surfaces, text and the accent.
    const colours = () =>
      page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return ['--surface-1', '--surface-2', '--text-1', '--accent']
          .map((name) => style.getPropertyValue(name))
          .join();
      });
    const seen = [await colours()];
    const presets = page.getByRole('button', { name: 'In The Zone', exact: true });
    await presets.click();
    const names = await page.getByRole('listbox', { name: 'Presets' }).getByRole('option').allTextContents();
    await page.keyboard.press('Escape');
    for (let n = 1; n < names.length; n++) {
      await saved('button', 'Next preset');
      await eventually(async () => !seen.includes(await colours()));
      seen.push(await colours());
    }
    await page.reload();
    await eventually(async () => (await colours()) === seen.at(-1));
    await page.getByRole('button', { name: 'Next preset' }).click();
    await eventually(async () => (await colours()) === seen[0]);
    await page.getByRole('tab', { name: 'Light' }).click();
    await eventually(async () => (await page.locator('html').getAttribute('data-mode')) === 'light');
  });
});
