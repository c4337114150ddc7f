/** The longest tasks of a page while it shows a long answer as it arrives, and again after a reload. */
import type { Page } from 'playwright-core';
import { openTab } from '../../frontends/e2e/browser.js';
import { longestTask } from '../../frontends/e2e/longest-task.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { withModel } from './chat.js';
import { print } from './report.js';

/** The service ends an answer that is longer than a million characters. */
const LENGTH = 950_000;
const PIECE = 120;
const END = 'The very end.';
const LIMIT = '≤ 100 ms';

const PART = (n: number) =>
  `## Part ${n}

A paragraph with **bold** words, [a link](Notes/a.md), \`code\`, a footnote[^1] and \\(x_${n}^2\\) in it, as long as people write.

- one thing
- another thing

| a | b |
|---|--:|
| ${n} | 2 |

\`\`\`ts
export const value${n} = (left: number, right: number) => left + right * ${n};
\`\`\`

`;

function longAnswer(length: number): string {
  const parts: string[] = [];
  let size = 0;
  for (let n = 1; size < length; n++) size += parts[parts.push(PART(n)) - 1]!.length;
  return `${parts.join('')}[^1]: From somewhere.\n\n${END}`;
}

/**
 * Waits until the answer is complete. Looking for a text or a role would read the whole page, and be measured too.
 */
async function complete(page: Page): Promise<void> {
  await page.locator('[aria-label="Copy answer"]').waitFor({ timeout: 120_000 });
}

export async function answers(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  await ada.post('/api/models/preference', { value: model }, 'PUT');
  const browser = await openBrowser();
  const tab = await openTab(browser, ada);
  const { page } = tab;
  const task = async (name: string, work: () => Promise<unknown>) =>
    print({
      area: 'answers',
      name: `longest task, ${name}`,
      ours: await longestTask(tab, work),
      unit: 'ms',
      goal: LIMIT,
    });

  for (const [name, text] of [
    ['100,000 characters', longAnswer(100_000)],
    ['950,000 characters', longAnswer(LENGTH)],
    ['300,000 characters of code', `\`\`\`ts\n${'export const a = 1;\n'.repeat(15_000)}\`\`\`\n\n${END}`],
  ] as const) {
    provider.script(async (answer) => {
      for (let at = 0; at < text.length; at += PIECE) {
        answer.text(text.slice(at, at + PIECE));
        // Let the pieces arrive one after another.
        if (at % (20 * PIECE) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      answer.end();
    });
    await page.goto('/f?chat=new');
    await page.getByRole('textbox', { name: 'Message' }).fill('Go');
    await task(`${name} arrive`, async () => {
      await page.keyboard.press('Enter');
      await complete(page);
    });
    await task(`${name} again`, async () => {
      await page.reload();
      await complete(page);
    });
  }
  await browser.close();
  await provider.stop();
}
