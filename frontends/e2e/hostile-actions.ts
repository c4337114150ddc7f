/** Texts that would run a script if they were shown as markup, and actions on rows with such names. */
import type { Locator, Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect } from './script-traps.js';

export const IMG = '<img src=x onerror=zoTrap(1)>';
export const SVG = '"><svg onload=zoTrap(1)>';
export const LINK = '[click](javascript:zoTrap(1))<script>zoTrap(1)</script>';

export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text });

export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** Chooses from the context menu of a row. */
export async function menu(page: Page, on: Locator, ...items: string[]): Promise<void> {
  await on.first().click({ button: 'right' });
  for (const name of items)
    await page.getByRole('menuitem', { name: new RegExp(`^${name}(?: (?:Ctrl|F2|Enter)|$)`) }).click();
}

/** Waits until the title of the tab has a text. */
export const title = (page: Page, text: string): Promise<unknown> =>
  eventually(async () => (await page.title()).includes(text)).catch(async () =>
    expect(await page.title()).toContain(text),
  );
