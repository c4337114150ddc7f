/** The search page. */
import type { Page } from '@playwright/test';
import { expect } from './fixture.js';

export const searchOf = (page: Page) => {
  const field = page.getByRole('textbox', { name: 'Search names and contents' });
  return {
    field,
    /** Types a query, again until the files that were just written are indexed. */
    type: (query: string, files: number) =>
      expect(async () => {
        await field.fill('');
        await field.fill(query);
        await expect(page.getByRole('status').filter({ hasText: 'file' })).toHaveText(new RegExp(`^${files} files`), {
          timeout: 1_000,
        });
      }).toPass(),
    result: (name: string) =>
      page.getByRole('listitem').filter({ has: page.locator('a[data-result]', { hasText: name }) }),
    names: () => page.locator('a[data-result] span:first-child').allInnerTexts(),
    selected: () => page.evaluate(() => getSelection()?.toString() ?? ''),
  };
};
