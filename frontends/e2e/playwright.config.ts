import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS } from './browser.js';
import { config } from './config.js';

const results = '../../node_modules/.cache/e2e-results';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: results,
  fullyParallel: true,
  workers: config.workers,
  // With what its fixtures take: a user whose computer starts, and a page with an empty cache.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  retries: config.retries,
  // So many failures have one cause, and each costs the start of another product.
  maxFailures: 20,
  reporter: [['list'], ...(config.report ? [['json', { outputFile: config.report }] as const] : [])],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: config.retries > 0 ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: config.chromium,
      args: BROWSER_FLAGS,
    },
  },
});
