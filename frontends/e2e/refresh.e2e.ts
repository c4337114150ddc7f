import { eventually } from '@zo/testing/eventually';
import { expect, type Page, test } from './fixture.js';
import { leaveAnswersOut, row } from './page-objects.js';

/** Counts the listings of the roots. */
async function countListings(page: Page): Promise<{ w: number; s: number; hold: () => () => void }> {
  let gate = Promise.resolve();
  const asked = {
    w: 0,
    s: 0,
    hold: () => {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
  await page.route(
    (url) => url.pathname === '/api/files/list' && url.searchParams.get('path') === '[]',
    async (route) => {
      asked[new URL(route.request().url()).searchParams.get('root') as 'w' | 's']++;
      await gate;
      await route.continue();
    },
  );
  return asked;
}

const showTab = (page: Page, times: number) =>
  page.evaluate(async (count) => {
    for (let n = 0; n < count; n++) document.dispatchEvent(new Event('visibilitychange'));
    // Sent after whatever the event has made the page ask.
    await fetch('/api/health');
  }, times);

test.describe('reading the tree again', () => {
  test.beforeEach(({ page }) => leaveAnswersOut(page));

  test('FT-10 an empty tree is read again once its tab is shown, one with a single site is not', async ({
    page,
    user,
  }) => {
    const asked = await countListings(page);
    await page.goto('/f/s');
    await page.getByText('This folder is empty').waitFor();
    await page.waitForLoadState('networkidle');
    const before = asked.s;
    await showTab(page, 20);
    await eventually(() => asked.s > before);
    await page.waitForLoadState('networkidle');
    expect(asked.s).toBe(before + 1);

    await user.post('/api/files/create', { root: 's', path: ['Garden'], type: 'folder' });
    await page.getByRole('treeitem', { name: 'Garden' }).waitFor();
    await page.reload();
    await page.getByRole('treeitem', { name: 'Garden' }).waitFor();
    await page.waitForLoadState('networkidle');
    const full = asked.s;
    await showTab(page, 20);
    expect(asked.s).toBe(full);
  });

  test('FT-10 another root is read again, and Refresh in the menu waits for what is being read', async ({
    page,
    user,
  }) => {
    await user.post('/api/files/create', { root: 's', path: ['Garden'], type: 'folder' });
    const asked = await countListings(page);
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const choose = async (menu: string, entry: string) => {
      await sidebar.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await page.goto('/f/w');
    await page.getByRole('treeitem', { name: 'Trash' }).waitFor();
    await choose('Workspace', 'Sites');
    await page.getByRole('treeitem', { name: 'Garden' }).waitFor();
    await page.waitForLoadState('networkidle');
    const { w } = asked;
    await choose('Sites', 'Workspace');
    await eventually(() => asked.w === w + 1);
    await page.waitForLoadState('networkidle');
    const release = asked.hold();
    await choose('Tree options', 'Refresh');
    await eventually(() => asked.w === w + 2);
    await choose('Tree options', 'Refresh');
    await showTab(page, 1);
    expect(asked.w).toBe(w + 2);
    release();
    await eventually(() => asked.w === w + 3);
    await page.waitForLoadState('networkidle');
    expect(asked.w).toBe(w + 3);
    await row(page, 'Garden').waitFor({ state: 'detached' });
  });
});
