import type { Page } from '@playwright/test';

/**
 * Waits for all finite animations. The page learns of a new viewport size only in its next frame, and only then does
 * the sheet of the phone layout start to slide. Does not wait for their promises: that of a transition which another
 * one replaces may never settle.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const isMoving = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    do {
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestIdleCallback(resolve));
    } while (document.getAnimations().some(isMoving));
  });
