import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { config } from './config.js';

const SCREENSHOTS = new URL('./screenshots/', import.meta.url).pathname;

/** Saves a screenshot for people to look at, if they asked for it; screenshots are not kept in git. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!config.screenshots) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png` });
}

/**
 * Waits for all finite animations. The page learns of a new viewport size only in its next frame, and only then does
 * the sheet of the phone layout start to slide.
 */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const moving = async () => {
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestIdleCallback(resolve));
      return document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        );
    };
    for (let found = await moving(); found.length > 0; found = await moving())
      await Promise.allSettled(found.map(({ finished }) => finished));
  });

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
