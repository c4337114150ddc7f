import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import type { Person } from '../../infra/testing/product/product.js';
import { openBrowser, openTab, type Tab } from './browser.js';
import { row, write } from './page-objects.js';
import { pictures } from './screenshots.js';
import { type OwnedScene, openScene, signInTab } from './fixture.js';

let scene: OwnedScene;
let person: Person;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  scene = await openScene();
  ({ person, tab } = scene);
  ({ page } = tab);
  await write(person, { 'plan.md': '# plan.md\n', 'other.md': '# other.md\n' });
}, 120_000);
afterAll(() => scene?.close());

const view = async (): Promise<'full' | 'sidebar' | 'rail'> => {
  if ((await page.getByRole('button', { name: 'Open chat' }).count()) > 0) return 'rail';
  return (await page.getByRole('button', { name: 'Full width' }).count()) > 0 ? 'sidebar' : 'full';
};

describe('layout', () => {
  it.each([
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
  ])('RT-02 RT-01 %s shows the chat as %s', async (address, expected) => {
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    expect(await eventually(async () => (await view()) === expected && expected)).toBe(expected);
  });

  it.each(['', '?chat_view=full', '?chat_view=sidebar'])(
    'RT-02 below 768 px the chat is collapsed at plan.md%s, and at 768 px it is not',
    async (query) => {
      const message = page.getByRole('textbox', { name: 'Message' });
      await page.setViewportSize({ width: 767, height: 844 });
      await page.goto(`/f/w/plan.md${query}`);
      await page.getByRole('heading', { name: 'plan.md' }).first().waitFor();
      expect(await message.count()).toBe(0);
      await page.setViewportSize({ width: 768, height: 900 });
      if (query) await message.waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  it('RT-01 a legacy address opens the file of the workspace', async () => {
    await page.goto('/f/plan.md');
    await page.getByRole('heading', { name: 'plan.md' }).first().waitFor();
  });

  it.each([768, 1024])('FT-12 the bar of a selection fits its pane beside the chat at %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/f/w?chat=new');
    await row(page, 'plan.md').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'other.md').click({ modifiers: ['ControlOrMeta'] });
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    const pane = (await page.getByRole('grid', { name: 'Workspace' }).boundingBox())!;
    const last = (await bar.getByRole('button', { name: 'Clear selection' }).boundingBox())!;
    expect(last.x + last.width).toBeLessThanOrEqual(pane.x + pane.width);
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('FT-03 heads stand over their columns beside a scroll bar', async () => {
    await write(person, Object.fromEntries(Array.from({ length: 40 }, (_none, n) => [`many/file ${n}.md`, ''])));
    const browser = await openBrowser({ scrollBars: true });
    const barred = await openTab(browser, scene.product.url);
    await signInTab(barred, person);
    await barred.page.goto('/f/w/many');
    const line = row(barred.page, 'file 0.md');
    await line.waitFor();
    const rows = barred.page.getByRole('grid', { name: 'many' }).getByRole('rowgroup').last();
    expect(await rows.evaluate((node) => (node as HTMLElement).offsetWidth - node.clientWidth)).toBeGreaterThan(0);
    const head = (await barred.page.getByRole('columnheader', { name: 'Modified' }).boundingBox())!;
    expect((await line.getByRole('gridcell').nth(1).boundingBox())!.x).toBe(head.x);
    await browser.close();
  }, 60_000);

  it.each([
    [768, 1024, 'rail'],
    [768, 1024, 'sidebar'],
    [960, 800, 'sidebar'],
    [1024, 768, 'sidebar'],
    [1200, 800, 'sidebar'],
    [1280, 800, 'sidebar'],
    [1440, 900, 'rail'],
  ] as const)(
    'FT-03 at %i × %i px with the chat as %s names are readable, and columns do not overlap',
    async (width, height, chat) => {
      const name = 'Meeting notes, regional review and forecast.md';
      await write(person, { [`names/${name}`]: 'x' });
      await page.setViewportSize({ width, height });
      await page.goto(`/f/w/names?chat=new&chat_view=${chat}`);
      const cells = row(page, name).getByRole('gridcell');
      const [first, second] = [(await cells.nth(0).boundingBox())!, (await cells.nth(1).boundingBox())!];
      const line = (await row(page, name).boundingBox())!;
      expect(first.width).toBeGreaterThanOrEqual(line.width * 0.5);
      expect(second.x).toBeGreaterThanOrEqual(first.x + first.width);
      expect(second.x + second.width).toBeLessThanOrEqual(line.x + line.width);
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  it('RT-03 the sidebar is 16rem wide beside a 3rem rail, and its state is stored for 604800 s', async () => {
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

  it('RT-03 a dragged width is stored, a width forced by a small window is not', async () => {
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
    await page.evaluate(() => localStorage.removeItem('zo-width-sidebar'));
  });

  it('CH-08 the terminal opens below a full-page chat too', async () => {
    await page.goto('/f');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByRole('button', { name: 'Terminal', exact: true }).click();
    await page.getByRole('region', { name: 'Terminal' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Hide terminal' }).click();
    await page.getByRole('region', { name: 'Terminal' }).waitFor({ state: 'detached' });
  });

  it('RT-04 a new chat gets its real id without a reload', async () => {
    await page.goto('/f?chat=new');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole('textbox', { name: 'Message' }).fill('list');
    await page.keyboard.press('Enter');
    await page.waitForURL(/chat=[0-9a-f-]{36}/);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true);
  });

  it("CH-07 the file header lists 'Chats with …', 'No chats with …' when there are none, 'No Title' for an untitled one", async () => {
    const { conversation_id } = await person.json<{ conversation_id: string }>('/api/conversations/new/messages', {
      text: 'read plan.md',
      files: [{ id: 'f1', path: 'w/plan.md' }],
    });
    await page.goto('/f/w/plan.md');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(\d+ )?chats?$/i })
      .click();
    await page.getByText('Chats with plan.md').waitFor();
    await page.getByRole('link', { name: /read plan\.md/ }).click();
    await page.waitForURL(new RegExp(conversation_id));
    await person.post(`/api/conversations/${conversation_id}`, { title: '' }, 'PATCH');
    await page.goto('/f/w/plan.md');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(\d+ )?chats?$/i })
      .click();
    await page.getByText('Chats with plan.md').waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^No Title/ })
      .or(page.getByRole('dialog').getByRole('link', { name: /^No Title/ }))
      .first()
      .waitFor();
    await page.goto('/f/w/other.md');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(\d+ )?chats?$/i })
      .click();
    await page.getByText('No chats with other.md').waitFor();
  });

  it('CH-07 the chats popup of a file that is still loading stays open once it has loaded', async () => {
    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/read-fs', async (route) => {
      if (route.request().postData()?.includes('other.md')) await arrived.promise;
      await route.continue();
    });
    await page.goto('/f/w/other.md');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(\d+ )?chats?$/i })
      .click();
    await page.getByText('No chats with other.md').waitFor();
    arrived.resolve();
    await page.getByRole('button', { name: 'Raw editor' }).waitFor();
    expect(await page.getByText('No chats with other.md').isVisible()).toBe(true);
    await page.unroute('**/api/read-fs');
  });

  it("CH-11 a chat that cannot be loaded says 'API request to get conversation history failed with status …' and the body", async () => {
    await page.goto(`/f?chat=${crypto.randomUUID()}`);
    await page.getByText(/^API request to get conversation history failed with status 404/).waitFor();
  });

  it('FT-10 an empty tree is read again on window focus, at most once in 500 ms; a filled one is not', async () => {
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
    await page.goto('/f/w');
    await page.getByRole('treeitem', { name: 'Trash' }).waitFor();
    await page.waitForLoadState('networkidle');
    const before = asked;
    await comeBack(20);
    await eventually(() => asked > before);
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(before + 1);
    isEmpty = false;
    // Refused until 500 ms have passed since the last refresh, then accepted.
    await eventually(async () => (await comeBack(1), (await row(page, 'plan.md').count()) > 0));
    await page.waitForLoadState('networkidle');
    const full = asked;
    await comeBack(20);
    // The live event of the new file arrives after every request of the window.
    await person.json('/api/files/create', { root: 'w', path: ['later.md'], type: 'note', content: 'later' });
    await row(page, 'later.md').waitFor();
    expect(asked).toBe(full);
    await page.unroute(/\/api\/files\/list/);
  });

  it('AP-01 light, dark and every preset change the colours of the page and are stored', async () => {
    await page.goto('/settings#appearance');
    await page.getByRole('tab', { name: 'Dark' }).click();
    await eventually(async () => (await page.locator('html').getAttribute('data-mode')) === 'dark');
    await page.reload();
    expect(await page.locator('html').getAttribute('data-mode')).toBe('dark');
    await page.getByText('In The Zone').first().waitFor();
    await pictures(page, 'settings-appearance');
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
      await page.getByRole('button', { name: 'Next preset' }).click();
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
