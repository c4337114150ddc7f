import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, type Product, startProduct } from '../../infra/testing/product/product.js';
import { IMG, toast } from './hostile-actions.js';
import { row, upload } from './page-objects.js';
import { SALES } from './sample-files.js';
import { expect, test } from './script-traps.js';

// Both tests share one product.
test.describe.configure({ mode: 'default' });
let product: Product;
let user: Person;
test.beforeAll(async () => {
  product = await startProduct({ environment: { ZO_UPLOAD_MAX_MB: '1' } });
  user = await Person.claim(product);
});
test.afterAll(() => product?.stop());

test("UP-05 files that are too large are named: 'The following files exceed the {n}MB limit: {names}'; the rest is uploaded", async ({
  another,
  disk,
}) => {
  const { page } = await another(user);
  const sentence = 'The following files exceed the 1MB limit: film.bin';
  writeFileSync(join(disk, 'film.bin'), new Uint8Array(1024 * 1024 + 1));
  writeFileSync(join(disk, 'sales.csv'), SALES);
  await page.goto('/f/w');
  await upload(page, [join(disk, 'film.bin'), join(disk, 'sales.csv')]);
  await page.getByText(sentence).waitFor();
  // For a moment its upload has a row, too.
  await row(page, 'sales.csv').and(page.locator('[data-row]')).waitFor();
  expect(await row(page, 'film.bin').count()).toBe(0);
  const refused = await user.post('/api/file-uploads/init', {
    pathParts: [],
    fileName: 'film.bin',
    totalBytes: 1024 * 1024 + 1,
  });
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([413, sentence]);
  const exact = await user.post('/api/file-uploads/init', {
    pathParts: [],
    fileName: 'fits.bin',
    totalBytes: 1024 * 1024,
  });
  expect(exact.status).toBe(201);
});

test('S5 UP-05 the toast about a file that is too large shows its name as text', async ({ another, trap }) => {
  const { page } = await trap(await another(user));
  await page.goto('/f/w');
  await upload(page, { name: `${IMG}.html`, mimeType: 'text/html', buffer: Buffer.alloc(1024 * 1024 + 1, 'x') });
  await toast(page, `exceed the 1MB limit: ${IMG}.html`).waitFor();
});
