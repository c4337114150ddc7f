/** FV-01, FV-02: tables of any size. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import type { Person, Product } from '../../infra/testing/product/product.js';
import { expect, test } from './fixture.js';
import { onDisk, write } from './page-objects.js';
import { PARQUET_SALES } from './sample-files.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { workbookFile } from './workbook-file.js';

const CITIES = ['Oakhurst Dental', 'Polder Energy', 'Fjordline Press', 'Kestrel Freight', 'Nordlys Studio'];
const STATUS = ['paid', 'paid', 'paid', 'refunded', 'disputed'];
const orderOf = (row: number) =>
  [
    `A-${100_000 + ((row * 7_919) % 900_000)}`,
    new Date(Date.UTC(2019, 0, 1) + ((row * 104_729) % 2_600) * 86_400_000).toISOString().slice(0, 10),
    CITIES[row % 5],
    `"Rack sensor ${row % 40}, boxed"`,
    (row * 13) % 48,
    ((row * 7_777) % 5_000_000) / 100,
    STATUS[(row * 3) % 5],
  ].join(',');
/** Larger than what is read as a whole. */
const LARGE_ROWS = 160_000;
const large = () =>
  [
    'order,placed_at,customer,product,qty,amount,status',
    ...Array.from({ length: LARGE_ROWS }, (_n, row) => orderOf(row)),
    '',
  ].join('\n');

async function open(page: Page, { product, user, name, content }: OpenOptions) {
  await page.goto('/f/w');
  writeFileSync(await onDisk(product, user, name), content);
  await page.goto(`/f/w/${encodeURIComponent(name)}`);
  const table = page.getByRole('grid', { name });
  await table.getByRole('columnheader').first().waitFor();
  return table;
}
interface OpenOptions {
  product: Product;
  user: Person;
  name: string;
  content: string | Uint8Array;
}

test.describe('tables', () => {
  test('FV-01 a large CSV: first and last rows, a row by its number, and as many elements as are seen', async ({
    page,
    product,
    user,
  }) => {
    const table = await open(page, { product, user, name: 'orders.csv', content: large() });
    await table.getByRole('row', { name: 'A-100000' }).waitFor();
    await page.getByText('160,000 rows, 7 columns').waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('160001');
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    await page.getByRole('button', { name: 'Last row' }).click();
    await table.locator('[aria-rowindex="160001"]').getByText('160,000', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Go to row' }).fill('123,456');
    await page.keyboard.press('Enter');
    const row = table.locator('[aria-rowindex="123457"]');
    await row.getByText('123,456', { exact: true }).waitFor();
    await row.getByRole('gridcell', { name: 'Rack sensor 15, boxed' }).waitFor();
    await page.getByRole('complementary', { name: 'Row details' }).getByText('Row 123,456').waitFor();
    await saveScreenshots(page, 'table-row');
    await page.getByRole('button', { name: 'First row' }).click();
    await table.locator('[aria-rowindex="2"]').getByText('1', { exact: true }).waitFor();
  });

  test('FV-01 a large CSV is sorted, filtered and searched', async ({ page, product, user }) => {
    const table = await open(page, { product, user, name: 'orders.csv', content: large() });
    await table.getByRole('button', { name: 'amount' }).click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    const amounts = Array.from({ length: LARGE_ROWS }, (_none, row) => ((row * 7_777) % 5_000_000) / 100);
    const highest = amounts.reduce((most, amount) => Math.max(most, amount));
    await table
      .locator('[aria-rowindex="2"]')
      .getByRole('gridcell', { name: String(highest) })
      .waitFor();
    await table.getByRole('button', { name: 'status' }).click();
    await page.getByRole('menuitem', { name: 'Filter…' }).click();
    await page.getByRole('combobox', { name: 'Column' }).selectOption({ label: 'status' });
    await page.getByRole('combobox', { name: 'Operator' }).selectOption('is');
    await page.getByRole('textbox', { name: 'Value' }).fill('Refunded');
    await page.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByText('32,000 of 160,000 rows').waitFor();
    await page.getByRole('textbox', { name: 'Find rows' }).fill('sensor 11,');
    await page.getByText('4,000 of 160,000 rows').waitFor();
    await table.locator('mark', { hasText: 'sensor 11,' }).first().waitFor();
    await table.getByRole('gridcell', { name: 'refunded' }).nth(4).click();
    await saveScreenshot(page, 'table-filtered');
    await page.getByRole('textbox', { name: 'Find rows' }).fill('no such text');
    await page.getByRole('heading', { name: 'No row matches' }).waitFor();
    await page.getByRole('button', { name: 'Show all rows' }).click();
    await table.locator('[aria-rowindex="2"]').getByText('1', { exact: true }).waitFor();
  });

  test('FV-01 a small CSV is sorted and filtered too', async ({ page, user }) => {
    await write(user, { 'small.csv': 'place,amount\nRome,9\nOslo,"1,000"\nParis,20\n' });
    await page.goto('/f/w/small.csv');
    const table = page.getByRole('grid', { name: 'small.csv' });
    await table.getByRole('button', { name: 'amount' }).click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await table.locator('[aria-rowindex="2"]').getByRole('gridcell', { name: 'Oslo' }).waitFor();
    await page.getByRole('textbox', { name: 'Find rows' }).fill('R');
    await page.getByText('2 of 3 rows').waitFor();
    await saveScreenshots(page, 'table-small');
  });

  test('FV-01 values between tabs are a table, whose commas are text', async ({ page, product, user }) => {
    const content = 'city\tnote\nOslo\tfjord, ferry\nBergen\t"rain, ""often"""\n';
    const table = await open(page, { product, user, name: 'cities.tsv', content });
    await page.getByText('2 rows, 2 columns').waitFor();
    await table.getByRole('gridcell', { name: 'fjord, ferry' }).waitFor();
    await table.getByRole('gridcell', { name: 'rain, "often"' }).waitFor();
    await table.getByRole('button', { name: 'city' }).click();
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click();
    await table.locator('[aria-rowindex="2"]').getByText('Bergen').waitFor();
  });

  test('FV-01 the value of a filter has room within its form', async ({ page, user }) => {
    await write(user, { 'small.csv': 'place,amount\nRome,9\nOslo,20\n' });
    await page.goto('/f/w/small.csv');
    await page.getByRole('button', { name: 'Add filter' }).click();
    const value = page.getByRole('textbox', { name: 'Value' });
    await expect(value).toBeFocused();
    const form = (await page.getByRole('dialog', { name: 'Filter' }).boundingBox())!;
    const field = (await value.boundingBox())!;
    expect(field.width).toBeGreaterThan(80);
    expect(field.x + field.width).toBeLessThan(form.x + form.width);
    await page.keyboard.type('Rome');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 2 rows').waitFor();
  });

  test('FV-01 a table that changes on the disk is shown as it is then', async ({ page, product, user }) => {
    const table = await open(page, { product, user, name: 'orders.csv', content: large() });
    await page.getByText('160,000 rows').waitFor();
    // At once: a computer that falls asleep between two parts of a write hears of the second when it wakes.
    const [part, whole] = [await onDisk(product, user, '.part'), await onDisk(product, user, 'orders.csv')];
    writeFileSync(part, `changed,b\n${'12345678,2\n'.repeat(900_000)}`);
    renameSync(part, whole);
    await table.getByRole('columnheader', { name: 'changed' }).waitFor();
    await page.getByText('900,000 rows').waitFor();
    // More rows than fit into the height of a box.
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await table.locator('[aria-rowindex="900001"]').getByText('900,000', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Go to row' }).fill('450001');
    await page.keyboard.press('Enter');
    await table.locator('[aria-rowindex="450002"]').getByText('450,001', { exact: true }).waitFor();
    await table.hover();
    await page.mouse.wheel(0, 280);
    await eventually(async () => (await table.locator('[aria-rowindex="450022"]').count()) === 1);
  });

  for (const [encoding, name] of [
    ['LE', 'export.csv'],
    ['BE', 'export.tsv'],
  ] as const)
    test(`FV-01 a table in UTF-16 ${encoding} opens as a table`, async ({ page, product, user }) => {
      const separator = name.endsWith('.tsv') ? '\t' : ';';
      const lines = [['Straße', 'Betrag'].join(separator), ['Größe 😀', '12'].join(separator), ''];
      const bytes = Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le');
      const content = encoding === 'LE' ? bytes : bytes.swap16();
      const table = await open(page, { product, user, name, content });
      await table.getByRole('columnheader', { name: 'Straße' }).waitFor();
      await table.getByRole('gridcell', { name: 'Größe 😀' }).waitFor();
      await page.getByText('1 row, 2 columns').waitFor();
    });

  test('FV-01 lists of records in JSON are sheets of a table, and text in the raw editor', async ({ page, user }) => {
    const people = Array.from({ length: 300 }, (_none, n) => ({ id: n, name: `Person ${n}`, tags: [n] }));
    const text = JSON.stringify({ people, orders: [{ id: 'A-1', total: '@' }] }).replace('"@"', '12345678901234567890');
    await write(user, { 'data.json': text, 'list.json': JSON.stringify(people), 'config.json': '{"a": [1, 2]}' });
    await page.goto('/f/w/data.json');
    const table = page.getByRole('grid', { name: 'data.json' });
    await table.getByText('Person 7', { exact: true }).waitFor();
    await page.getByText('300 rows').waitFor();
    await table.getByRole('columnheader', { name: 'id' }).click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await table.getByText('Person 299', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'orders' }).click();
    await table.getByText('12345678901234567890').waitFor();
    await table.getByRole('columnheader', { name: 'total' }).waitFor();
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of data.json' }).waitFor();
    await page.goto('/f/w/list.json');
    await page.getByRole('grid', { name: 'list.json' }).getByText('[7]').waitFor();
    await page.goto('/f/w/config.json');
    await page.getByRole('textbox', { name: 'Text of config.json' }).waitFor();
  });

  test('FV-01 JSON lines are a table, and text in the raw editor', async ({ page, user }) => {
    await write(user, { 'log.jsonl': '{"level":"info","ms":12}\n{"level":"error","ms":7,"why":"late"}\n' });
    await page.goto('/f/w/log.jsonl');
    const table = page.getByRole('grid', { name: 'log.jsonl' });
    await table.getByRole('columnheader', { name: 'why' }).waitFor();
    await table.getByRole('gridcell', { name: 'late' }).waitFor();
    await page.getByRole('button', { name: 'Raw editor' }).click();
    await page.getByRole('textbox', { name: 'Text of log.jsonl' }).waitFor();
  });

  test('FV-01 a database: its tables and views, and a query that only reads', async ({ page, product, user }) => {
    await page.goto('/f/w');
    const file = await onDisk(product, user, 'shop.db');
    rmSync(file, { force: true });
    const db = new DatabaseSync(file);
    db.exec(
      `CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
       INSERT INTO customers (name, city) VALUES ('Ada', 'Oslo'), ('Bob', 'Rome'), ('Cleo', 'Oslo');
       CREATE TABLE orders AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         SELECT i AS id, i % 3 + 1 AS customer, i * 1.5 AS price FROM n;
       CREATE VIEW by_city AS SELECT city, count(*) AS customers FROM customers GROUP BY city;`,
    );
    db.close();
    await page.goto('/f/w/shop.db');
    const table = page.getByRole('grid', { name: 'shop.db' });
    await table.getByRole('gridcell', { name: 'Cleo' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['customers', 'orders', 'by_city']);
    await page.getByRole('tab', { name: 'orders' }).click();
    await page.getByText('20,000 rows').waitFor();
    await page.getByRole('button', { name: 'Last row' }).click();
    await table.getByRole('gridcell', { name: '30000.0' }).waitFor();
    await page.getByRole('tab', { name: 'by_city' }).click();
    await table.getByRole('gridcell', { name: 'Rome' }).waitFor();
    await page.getByRole('button', { name: 'Query' }).click();
    const query = page.getByRole('textbox', { name: 'Query' });
    await query.fill('SELECT name, sum(price) AS spent FROM orders JOIN customers c ON c.id = customer GROUP BY name');
    await query.press('ControlOrMeta+Enter');
    await table.getByRole('columnheader', { name: 'spent' }).waitFor();
    await page.getByText('3 rows, 2 columns').waitFor();
    await saveScreenshot(page, 'database-query');
    await query.fill('DELETE FROM orders');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Only statements that read are run here, such as SELECT.').waitFor();
    await saveScreenshots(page, 'database');
  });

  test('FV-01 an Excel workbook with a tab for each sheet', async ({ page, product, user }) => {
    const sales = Array.from({ length: 3_000 }, (_none, row) => [`Customer ${row % 40}`, row * 12.5, STATUS[row % 5]!]);
    const content = workbookFile({
      Sales: [['customer', 'amount', 'status'], ...sales],
      'Plan <2027>': [
        ['month', 'goal'],
        ['January', 4_000],
      ],
    });
    const table = await open(page, { product, user, name: 'book.xlsx', content });
    await page.getByText('3,000 rows, 3 columns').waitFor();
    await page.getByRole('button', { name: 'Last row' }).click();
    await table.locator('[aria-rowindex="3001"]').getByRole('gridcell', { name: '37487.5' }).waitFor();
    await saveScreenshots(page, 'workbook');
    await page.getByRole('tab', { name: 'Plan <2027>' }).click();
    await table.getByRole('gridcell', { name: 'January' }).waitFor();
    await page.getByText('1 row, 2 columns').waitFor();
  });

  test('FV-01 a Parquet file is sorted like other tables', async ({ page, product, user }) => {
    const table = await open(page, { product, user, name: 'sales.parquet', content: PARQUET_SALES });
    await page.getByText('3 rows, 2 columns').waitFor();
    await table.getByRole('button', { name: 'amount' }).click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await table.locator('[aria-rowindex="2"]').getByRole('gridcell', { name: '2026-05' }).waitFor();
  });

  test.describe('on a phone', () => {
    test('FV-01 the first column stays, and a cell opens its row', async ({ page, product, user }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const table = await open(page, { product, user, name: 'orders.csv', content: large() });
      await table.getByRole('gridcell', { name: 'A-107919' }).waitFor();
      await table.evaluate((element) => element.scrollTo(400, 0));
      const status = table.getByRole('gridcell', { name: 'refunded' }).first();
      await status.click();
      const details = page.getByRole('complementary', { name: 'Row details' });
      await details.getByText('Row 2', { exact: true }).waitFor();
      expect((await table.getByRole('gridcell', { name: 'A-107919' }).boundingBox())?.x).toBeLessThan(10);
      await saveScreenshot(page, 'table-phone');
      await details.getByRole('button', { name: 'Row below' }).click();
      await details.getByText('Row 3', { exact: true }).waitFor();
      await details.getByRole('button', { name: 'Close' }).click();
      await details.waitFor({ state: 'detached' });
    });
  });

  test('FV-02 what is no table says so', async ({ page, product, user }) => {
    await page.goto('/f/w');
    writeFileSync(await onDisk(product, user, 'binary.csv'), new Uint8Array(9_000_000));
    await page.goto('/f/w/binary.csv');
    await page.getByRole('heading', { name: 'Unable to display table data' }).waitFor();
    await page.getByText('This file is not text, so it has no rows.').waitFor();
    writeFileSync(await onDisk(product, user, 'no.sqlite'), 'no database'.repeat(1_000));
    await page.goto('/f/w/no.sqlite');
    await page.getByRole('heading', { name: 'Unable to display table data' }).waitFor();
    await page.getByText('This file is not an SQLite database, or it is encrypted.').waitFor();
  });
});
