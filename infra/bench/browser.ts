import { type Browser, chromium } from 'playwright-core';
import { BROWSER_FLAGS } from '../../frontends/e2e/browser.js';
import { config } from '../../frontends/e2e/config.js';

/** Starts a real Chromium. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: config.chromium, args: BROWSER_FLAGS });
