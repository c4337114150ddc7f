import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { addModel, say, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './script-traps.js';
import { axeFindings } from './axe.js';

const FLOW = '```mermaid\ngraph LR\n  A[Gas, 2025] -->|η 87 %| B[Heat needed] -->|COP 3.6| C[A year]\n';
const ANSWER = [
  'Yes, slowly: about 13 years with the grant. The quoted COP of 3.6 [^1] ' +
    'is fair for a 45 °C flow [^2], says `tool run_bash_command`.\n\n',
  '| | Gas boiler today | Heat pump |\n|---|--:|--:|\n' +
    '| Energy bought | 18,400 kWh | 4,447 kWh |\n| **Cost a year** | **€ 2,024** | **€ 1,201** |\n\n',
  '$$ t = \\frac{I - G}{E_g p_g - \\eta E_g p_e / \\text{COP}}',
  ' \\approx 13.3 $$\n\nWith \\(I_1 * I_2\\) it costs $5 to $10.\n\n',
  FLOW,
  '```\n\nInsulating the attic first saves another € 180 a year.\n\n',
  '[^1]: Seasonal performance factor 3.6 at 45 °C flow, measured by **the maker**, in [the quote](Home/quote.md).\n',
];

const answer = (page: Page) => page.getByRole('article', { name: 'Answer' }).last();

test.describe('rich answers', () => {
  test.use({ asOwner: true });

  test('CH-10 CH-12 formulas, diagrams and footnotes are drawn when complete, and after a reload', async ({
    page,
    user,
    provider,
  }) => {
    await write(user, { 'Home/quote.md': '# Quote' });
    await addModel(user, provider);
    let go: (() => void)[] = [];
    const pieces = Array.from({ length: ANSWER.length }, () => new Promise<void>((resolve) => go.push(resolve)));
    provider.script(async (reply) => {
      for (const [index, piece] of ANSWER.entries()) {
        await pieces[index];
        reply.text(piece);
      }
      reply.end();
    });
    const next = (count: number) => {
      for (const release of go.slice(0, count)) release();
      go = go.slice(count);
    };
    await page.goto('/f?chat=new');
    await say(page, 'Would a heat pump pay off?');
    next(3);
    await answer(page).getByText('E_g p_g - \\eta').waitFor();
    expect(await answer(page).locator('.katex').count()).toBe(0);
    next(2);
    await answer(page).getByLabel('Code, mermaid').getByText('Gas, 2025').waitFor();
    expect(await answer(page).getByRole('img', { name: 'Diagram' }).count()).toBe(0);
    next(2);
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await answer(page).getByRole('img', { name: 'Diagram' }).waitFor();
      await eventually(async () => (await answer(page).locator('.katex').count()) === 2);
      await answer(page).getByText('it costs $5 to $10').waitFor();
    }
    await answer(page).getByRole('button', { name: 'Show the source' }).click();
    await answer(page).getByLabel('Code, mermaid').waitFor();
    await answer(page).getByRole('button', { name: 'Show the diagram' }).click();
    await page.getByRole('button', { name: 'Footnote 2' }).click();
    await page.getByRole('dialog').getByText('No citation found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Footnote 1' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'the quote' }).waitFor();
    expect(await axeFindings(page, 'a rich answer', 'body')).toEqual([]);
    await saveScreenshots(page, 'rich-answer');
  });
});
