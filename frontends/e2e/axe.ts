import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { settled } from './settled.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds wrong in a part of a page, one line for each element. In dark mode only contrast is looked at, because
 * all else is the same. Colours are judged when transitions are over. Frames of the content origin are left out.
 */
export async function axeFindings(page: Page, where: string, part: string): Promise<string[]> {
  await settled(page);
  const light = await findings(page, where, (axe) => axe.include(part).withTags(TAGS));
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  const dark = await findings(page, `${where}, dark`, (axe) => axe.include(part).withRules('color-contrast'));
  await page.emulateMedia({ colorScheme: 'light' });
  await settled(page);
  return [...light, ...dark];
}

async function findings(page: Page, where: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // The other mode opens a tab of its own for each check.
  const { violations } = await choose(new AxeBuilder({ page })).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${where}: ${id}: ${html.slice(0, 200)} ${reason.trim()}`;
    }),
  );
}
