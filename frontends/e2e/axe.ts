import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong in a part of a page, one line for each element. Frames of the content origin are left out. */
export async function axeFindings(page: Page, where: string, part: string): Promise<string[]> {
  // The other mode opens a tab of its own for each check.
  const { violations } = await new AxeBuilder({ page }).include(part).withTags(RULES).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${where}: ${id}: ${html.slice(0, 200)} ${reason.trim()}`;
    }),
  );
}
