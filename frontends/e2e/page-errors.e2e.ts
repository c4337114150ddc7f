/** The fixtures fail a test for what its pages report. */
import { test, type Page } from './fixture.js';

const errors: Record<string, (page: Page) => Promise<void>> = {
  'an uncaught error': async (page) => {
    const reported = page.waitForEvent('pageerror');
    await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('on purpose'))));
    await reported;
  },
  'an error in the console': async (page) => {
    const reported = page.waitForEvent('console', (message) => message.text() === 'on purpose');
    await page.evaluate(() => console.error('on purpose'));
    await reported;
  },
};

for (const [what, cause] of Object.entries(errors)) {
  test(`${what} fails a test`, async ({ page }) => {
    test.fail();
    await page.goto('/login');
    await cause(page);
  });

  test.describe('with its pattern among the expected errors', () => {
    test.use({ expectedErrors: [/on purpose/] });

    test(`${what} fails no test`, async ({ page }) => {
      await page.goto('/login');
      await cause(page);
    });
  });
}
