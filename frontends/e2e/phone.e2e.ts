import { eventually } from '@zo/testing/eventually';
import type { Tab } from './browser.js';
import { contentOf, enterTerminal, row, say, write } from './page-objects.js';
import { saveScreenshot } from './screenshots.js';
import { SALES } from './sample-files.js';
import { expect, test } from './fixture.js';

test.use({ tabOptions: { phone: true } });
test.beforeEach(({ user }) =>
  write(user, { 'plan.md': '# plan\n', 'Sales/sales.csv': SALES, 'Sales/deep/x.txt': 'x' }),
);

type Point = readonly [x: number, y: number];
type Touch = 'touchStart' | 'touchMove' | 'touchEnd';

const phoneOf = ({ page, context }: Tab) => {
  const cdp = context.newCDPSession(page);
  const touch = async (type: Touch, ...points: Point[]) =>
    (await cdp).send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  /** Swipes with one finger. */
  const swipe = async ([fromX, fromY]: Point, [toX, toY]: Point) => {
    await touch('touchStart', [fromX, fromY]);
    for (let step = 1; step <= 5; step++)
      await touch('touchMove', [fromX + ((toX - fromX) * step) / 5, fromY + ((toY - fromY) * step) / 5]);
    await touch('touchEnd');
  };
  return {
    touch,
    swipe,
    drawer: () => page.getByRole('dialog', { name: 'Files' }),
    places: () => page.getByRole('navigation', { name: 'Places' }),
  };
};

test.describe('a phone', () => {
  test('RT-02 a swipe from the left edge opens the tree; a swipe to the left or opening a file closes it', async ({
    page,
    tab,
  }) => {
    const { swipe, drawer } = phoneOf(tab);
    await page.goto('/f/w/plan.md');
    await page.getByRole('heading', { name: 'plan', exact: true }).waitFor();
    await swipe([120, 400], [230, 400]);
    expect([await drawer().count(), new URL(page.url()).pathname]).toEqual([0, '/f/w/plan.md']);
    await swipe([6, 400], [160, 410]);
    await drawer().getByRole('tree', { name: 'Files' }).waitFor();
    await saveScreenshot(page, 'phone-tree');
    await swipe([280, 500], [60, 510]);
    await drawer().waitFor({ state: 'detached' });
    await swipe([6, 400], [160, 410]);
    await drawer()
      .getByRole('treeitem', { name: /Sales$/ })
      .tap();
    await drawer().waitFor({ state: 'detached' });
    await row(page, 'sales.csv').waitFor();
  });

  test('RT-02 a second press on Files opens the tree without a swipe', async ({ page, tab }) => {
    const { drawer, places } = phoneOf(tab);
    await page.goto('/f/w');
    await row(page, 'plan.md').waitFor();
    await places().getByRole('button', { name: 'Files' }).tap();
    await drawer().waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  test('FT-09 a long press on a row opens its menu, and releasing opens nothing', async ({ page, tab }) => {
    const { touch } = phoneOf(tab);
    await page.goto('/f/w');
    const box = (await row(page, 'plan.md').boundingBox())!;
    await touch('touchStart', [box.x + 80, box.y + box.height / 2]);
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await touch('touchEnd');
    await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
    await row(page, 'plan \\(2\\).md').waitFor();
    expect(new URL(page.url()).pathname).toBe('/f/w');
  });

  test('CH-01 the chat is a sheet over the file; pulling it down closes it, and the message field stays above the on-screen keyboard', async ({
    page,
    tab,
  }) => {
    const { swipe, places } = phoneOf(tab);
    await page.goto('/f/w/plan.md');
    await places().getByRole('button', { name: 'Chat' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Chat' });
    const field = sheet.getByRole('textbox', { name: 'Message' });
    await field.waitFor();
    // As in Safari: the window keeps its size while the visual viewport shrinks.
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight - 320 });
      visualViewport!.dispatchEvent(new Event('resize'));
    });
    const limit = 844 - 320;
    const bottom = async () => {
      const box = (await field.boundingBox())!;
      return box.y + box.height;
    };
    await eventually(async () => (await bottom()) <= limit);
    expect((await sheet.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    await page.evaluate(() => {
      Reflect.deleteProperty(visualViewport!, 'height');
      visualViewport!.dispatchEvent(new Event('resize'));
    });
    await eventually(async () => (await bottom()) > limit);
    await say(page, 'read plan.md');
    await sheet.getByText('# plan').first().waitFor();
    const handle = (await sheet.getByRole('button', { name: 'Close chat' }).boundingBox())!;
    await swipe([195, handle.y + 8], [195, handle.y + 220]);
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'plan', exact: true }).waitFor();
  });

  test('FT-14 the Search tab finds contents; a tap opens the place, and back returns to the results', async ({
    page,
    tab,
    user,
  }) => {
    const { places } = phoneOf(tab);
    await write(user, { 'long.txt': `${'filler\n'.repeat(300)}the wombat line\n${'filler\n'.repeat(300)}` });
    await page.goto('/f/w');
    await places().getByRole('button', { name: 'Search' }).tap();
    const field = page.getByRole('textbox', { name: 'Search names and contents' });
    await expect(field).toBeFocused();
    await field.fill('wombat');
    await page.getByRole('link', { name: 'the wombat line' }).tap();
    await page.waitForURL(/long\.txt#L301/);
    await expect(page.getByText('the wombat line')).toBeInViewport();
    await page.goBack();
    await expect(field).toHaveValue('wombat');
    await page.locator('a[data-result]', { hasText: 'long.txt' }).waitFor();
  });

  test('CH-08 the terminal has a row of keys, among them Ctrl', async ({ page, user, tab }) => {
    const { places } = phoneOf(tab);
    await page.goto('/f/w');
    await places().getByRole('button', { name: 'Search' }).tap();
    await page.getByRole('button', { name: 'Commands' }).tap();
    await page.getByRole('option', { name: /terminal/i }).tap();
    const keys = page.getByRole('toolbar', { name: 'Keys' });
    await keys.waitFor();
    expect(await keys.getByRole('button').allInnerTexts()).toEqual(['Esc', 'Tab', 'Ctrl', '←', '↑', '↓', '→']);
    await enterTerminal(page);
    await page.keyboard.type('cat > keys.txt\n');
    // The shell has left its own line editor once it has made the file.
    await eventually(async () => (await contentOf(user, 'keys.txt')) === '');
    await page.keyboard.type('one\ntwo');
    await keys.getByRole('button', { name: 'Ctrl' }).tap();
    await page.keyboard.type('u');
    await page.keyboard.type('three\n');
    await keys.getByRole('button', { name: 'Ctrl' }).tap();
    await page.keyboard.type('d');
    await eventually(async () => (await contentOf(user, 'keys.txt')) === 'one\nthree\n');
    await saveScreenshot(page, 'phone-terminal');
  });

  test('RT-02 the most used controls are 44 px large', async ({ page }) => {
    await page.goto('/f/w/Sales');
    await row(page, 'sales.csv').waitFor();
    const small = await page
      .getByRole('button')
      .or(page.getByRole('row'))
      .evaluateAll((elements) =>
        elements
          .map(
            (element) =>
              [
                element.getAttribute('aria-label') ?? element.textContent,
                element.getBoundingClientRect().height,
              ] as const,
          )
          .filter(([, height]) => height > 0 && height < 44),
      );
    expect(small).toEqual([]);
  });
});
