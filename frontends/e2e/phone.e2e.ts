import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import type { Person } from '../../infra/testing/product/product.js';
import { contentOf, enterTerminal, row, say, write } from './page-objects.js';
import { picture } from './screenshots.js';
import { openScene, type OwnedScene } from './fixture.js';
import { SALES } from './sample-files.js';

let scene: OwnedScene;
let page: Page;
let person: Person;
let cdp: CDPSession;

beforeAll(async () => {
  scene = await openScene({}, { phone: true });
  ({ person } = scene);
  ({ page } = scene.tab);
  await write(person, { 'plan.md': '# plan\n', 'Sales/sales.csv': SALES, 'Sales/deep/x.txt': 'x' });
  cdp = await scene.tab.context.newCDPSession(page);
}, 120_000);
afterAll(() => scene?.close());

/** Swipes with one finger. */
async function swipe([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number]): Promise<void> {
  const at = (x: number, y: number) => [{ x, y }];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(fromX, fromY) });
  for (let step = 1; step <= 5; step++)
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at(fromX + ((toX - fromX) * step) / 5, fromY + ((toY - fromY) * step) / 5),
    });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const drawer = () => page.getByRole('dialog', { name: 'Files' });
const places = () => page.getByRole('navigation', { name: 'Places' });

describe('a phone', () => {
  it('RT-02 a swipe from the left edge opens the tree; a swipe to the left or opening a file closes it', async () => {
    await page.goto('/f/w/plan.md');
    await page.getByRole('heading', { name: 'plan', exact: true }).waitFor();
    await swipe([120, 400], [230, 400]);
    expect([await drawer().count(), new URL(page.url()).pathname]).toEqual([0, '/f/w/plan.md']);
    await swipe([6, 400], [160, 410]);
    await drawer().getByRole('tree', { name: 'Files' }).waitFor();
    await picture(page, 'phone-tree');
    await swipe([280, 500], [60, 510]);
    await drawer().waitFor({ state: 'detached' });
    await swipe([6, 400], [160, 410]);
    await drawer()
      .getByRole('treeitem', { name: /Sales$/ })
      .tap();
    await drawer().waitFor({ state: 'detached' });
    await row(page, 'sales.csv').waitFor();
  });

  it('RT-02 a second press on Files opens the tree without a swipe', async () => {
    await page.goto('/f/w');
    await row(page, 'plan.md').waitFor();
    await places().getByRole('button', { name: 'Files' }).tap();
    await drawer().waitFor();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  it('FT-09 a long press on a row opens its menu, and releasing opens nothing', async () => {
    await page.goto('/f/w');
    const box = (await row(page, 'plan.md').boundingBox())!;
    await cdp.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: box.x + 80, y: box.y + box.height / 2 }],
    });
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
    await row(page, 'plan \\(2\\).md').waitFor();
    expect(new URL(page.url()).pathname).toBe('/f/w');
  });

  it('CH-01 the chat is a sheet over the file; pulling it down closes it, and the message field stays above the on-screen keyboard', async () => {
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

  it('CH-08 the terminal has a row of keys, among them Ctrl', async () => {
    await page.goto('/f/w');
    await places().getByRole('button', { name: 'Search' }).tap();
    await page.getByRole('option', { name: /terminal/i }).tap();
    const keys = page.getByRole('toolbar', { name: 'Keys' });
    await keys.waitFor();
    expect(await keys.getByRole('button').allInnerTexts()).toEqual(['Esc', 'Tab', 'Ctrl', '←', '↑', '↓', '→']);
    await enterTerminal(page);
    await page.keyboard.type('cat > keys.txt\none\ntwo');
    await keys.getByRole('button', { name: 'Ctrl' }).tap();
    await page.keyboard.type('u');
    await page.keyboard.type('three\n');
    await keys.getByRole('button', { name: 'Ctrl' }).tap();
    await page.keyboard.type('d');
    await eventually(async () => (await contentOf(person, 'keys.txt')) === 'one\nthree\n');
    await picture(page, 'phone-terminal');
  });

  it('RT-02 the most used controls are 44 px large', async () => {
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
    expect(scene.tab.faults).toEqual([]);
  });
});
