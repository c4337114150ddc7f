/** Fixtures of tests that edit sheets. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { test as base } from './fixture.js';
import { onDisk, write } from './page-objects.js';

export type Value = string | number | boolean | null;

export const BUDGET: Value[][] = [
  ['Item', 'Group', 'Planned', 'Spent', 'Left'],
  ['Ryokan, three nights', 'stay', 61000, 61000, '=C2-D2'],
  ['Temple stay, three nights', 'stay', 35000, 35000, '=C3-D3'],
  ['Markets and lunches', 'food', 12000, 0, '=C4-D4'],
  ['Rail passes', 'travel', 11000, 11480, '=C5-D5'],
  ['Total', '', '=SUM(C2:C5)', '=SUM(D2:D5)', '=SUM(E2:E5)'],
  ['Rate', '2026-11-22', '=Rates!B1', '=TEXT(B7,"d mmm")', '=1/0'],
];

export const sheetFile = (data: Value[][], more: object = {}) =>
  `${JSON.stringify(
    {
      tabs: true,
      toolbar: true,
      mine: { kept: 1 },
      worksheets: [
        { worksheetName: 'Budget', minDimensions: [8, 20], data, ...more },
        { worksheetName: 'Rates', data: [['¥ for € 1', 163.4]] },
      ],
    },
    null,
    data.length < 100 ? 2 : 0,
  )}\n`;

export interface Sheet {
  grid: Locator;
  cell: (name: string) => Locator;
  /** Presses a cell, types and confirms with Enter. */
  enter: (name: string, text: string) => Promise<void>;
  show: (name: string, text: string) => Promise<boolean>;
  bar: Locator;
}

export function sheetOf(page: Page): Sheet {
  const cell = (name: string) => {
    const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(name)!;
    const column = [...letters!].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return page.locator(`[data-cell="${Number(digits) - 1},${column}"]`);
  };
  return {
    grid: page.getByRole('grid'),
    cell,
    bar: page.getByRole('textbox', { name: 'Content of the cell' }),
    enter: async (name, text) => {
      await cell(name).click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    show: (name, text) => eventually(async () => (await cell(name).innerText()) === text),
  };
}

export const test = base.extend<{ sheet: Sheet; open: (content?: string) => Promise<string> }>({
  sheet: async ({ page }, use) => use(sheetOf(page)),
  /** Writes the file and shows it. Returns its path on the disk. */
  open: async ({ page, user, product }, use) =>
    use(async (content = sheetFile(BUDGET)) => {
      const file = await onDisk(product, user, 'Plan.sheet.json');
      // The first file of a user makes the folder.
      await write(user, { 'other.txt': '' });
      writeFileSync(file, content);
      await page.goto('/f/w/Plan.sheet.json');
      return file;
    }),
});

export const saved = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as {
    mine: unknown;
    worksheets: { worksheetName: string; data: Value[][]; style?: Record<string, string>; columns?: unknown }[];
  };
export const cellsOf = (file: string, sheet = 0) => saved(file).worksheets[sheet]!.data;
