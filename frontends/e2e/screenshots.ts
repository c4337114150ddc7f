import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { config } from './config.js';
import { settled } from './settled.js';

const SCREENSHOTS = new URL('./screenshots/', import.meta.url).pathname;

/** Saves a screenshot for people to look at, if they asked for it; screenshots are not kept in git. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!config.screenshots) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png` });
}

/** Screenshots of a screen in light and dark, wide and narrow. */
export async function saveScreenshots(page: Page, name: string): Promise<void> {
  if (!config.screenshots) return;
  const before = page.viewportSize();
  for (const mode of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: mode });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await settled(page);
      await saveScreenshot(page, `${name}-${mode}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
