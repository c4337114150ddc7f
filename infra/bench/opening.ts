/** Times until a file is shown, taken inside the page: waiting from outside looks only from time to time. */
import type { Page } from 'playwright-core';

/**
 * Reports the first frame in which the condition holds, in milliseconds from the first press of the mouse, or else from
 * the navigation.
 */
const reporterOf = (condition: string) => `
  let begin = 0;
  addEventListener('mousedown', ({ timeStamp }) => (begin ||= timeStamp), true);
  const report = () =>
    requestAnimationFrame(() => setTimeout(() => console.debug('shown', performance.now() - begin)));
  const observer = new MutationObserver(() => {
    if (${condition}) report(observer.disconnect());
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
`;

/** Ways to open a file of the workspace. */
const WAYS = {
  click: async (page: Page, name: string) => {
    await page.goto('/f/w');
    const row = page.locator(`main [data-row="${name}"]`);
    await row.waitFor();
    await row.dblclick();
  },
  address: async (page: Page, name: string) => {
    await page.goto('/settings');
    await page.goto(`/f/w/${name}`, { waitUntil: 'commit' });
  },
};

export type Way = keyof typeof WAYS;
export const ways = Object.keys(WAYS) as Way[];

/** @param condition JavaScript that is true once the file is shown */
export async function openingsOf(page: Page, condition: string) {
  await page.addInitScript(reporterOf(condition));
  /** Milliseconds until the file is shown. */
  return async (way: Way, name: string): Promise<number> => {
    const [message] = await Promise.all([
      page.waitForEvent('console', (told) => told.text().startsWith('shown ')),
      WAYS[way](page, name),
    ]);
    return Number(message.text().slice('shown '.length));
  };
}
