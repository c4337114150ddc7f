// Environment of end-to-end tests: a failing test prints the text of its pages and saves screenshots in
// node_modules/.cache/failures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

const MAX = 2_000;

export default class E2eEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.pictures = join(config.projectConfig.rootDir, 'node_modules', '.cache', 'failures');
    this.global.openBrowsers = new Set();
  }

  async handleTestEvent({ name, test }) {
    if (name !== 'test_fn_failure') return;
    const pages = [...this.global.openBrowsers]
      .flatMap((browser) => browser.contexts())
      .flatMap((context) => context.pages());
    for (const [index, page] of pages.entries())
      await this.show(page, `${test.name} ${index + 1}`).catch(() => undefined);
  }

  async show(page, title) {
    const path = join(
      this.pictures,
      `${title
        .replaceAll(/[^\w-]+/g, ' ')
        .slice(0, 100)
        .trim()}.png`,
    );
    const seen = await page.evaluate(() => ({
      text: document.body.innerText,
      focus: document.activeElement?.outerHTML.slice(0, 200),
    }));
    console.error(
      `${title}: ${page.url()}\n  focus: ${seen.focus}\n  picture: ${path}\n  ${seen.text.slice(0, MAX).replaceAll('\n', '\n  ')}`,
    );
    mkdirSync(this.pictures, { recursive: true });
    await page.screenshot({ path, timeout: 10_000 });
  }
}
