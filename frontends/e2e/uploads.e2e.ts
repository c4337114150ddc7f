import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import type { Person } from '../../infra/testing/product/product.js';
import type { Tab } from './browser.js';
import { choose, contentOf, hold, onDisk, partly, row, write } from './page-objects.js';
import { makeAlbum, writeSamples } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { expect, PARTS, test, type Uploader } from './uploader.js';

interface Started {
  readonly page: Page;
  readonly user: Person;
  readonly tab: Tab;
  readonly uploader: Uploader;
}

test.describe('uploads', () => {
  test('UP-01 UP-07 files and folders are uploaded completely, with progress @replicas', async ({
    page,
    user,
    uploader,
  }) => {
    const odd = 'say "hi" 100%22.txt';
    writeFileSync(uploader.at(odd), 'odd');
    writeSamples(uploader.at());
    uploader.make('film.bin', 64 * 1024 * 1024);
    await page.goto('/f/w');
    await uploader.files('film.bin', 'sales.csv', 'photo.png', odd);
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await row(page, 'film.bin').waitFor();
    const home = await user.json<{ directoryContents: { name: string; size: number }[] }>('/api/read-fs', {
      root: 'w',
      slug: [],
    });
    expect(home.directoryContents.find(({ name }) => name === 'film.bin')?.size).toBe(64 * 1024 * 1024);
    await uploader.expectSame('film.bin');
    expect(await contentOf(user, odd)).toBe('odd');
    await uploader.folder('code');
    await row(page, 'code').waitFor();
    await eventually(async () => (await contentOf(user, 'code', 'src', 'main.py')) !== null);
    await saveScreenshots(page, '3-listing');
  });

  test('UP-06 an upload continues after the services are killed in the middle of it @replicas', async ({
    page,
    user,
    product,
    uploader,
  }) => {
    test.setTimeout(600_000);
    uploader.make('film2.bin', 200 * 1024 * 1024);
    await page.goto('/f/w');
    await uploader.files('film2.bin');
    await eventually(async () =>
      (await user.json<{ uploads: { received: number[] }[] }>('/api/file-uploads')).uploads.some(
        ({ received }) => received.length >= 2,
      ),
    );
    for (const pid of product.services()) process.kill(pid, 'SIGKILL');
    await page.getByText('Upload complete').waitFor({ timeout: 300_000 });
    await uploader.expectSame('film2.bin');
    await product.whole();
  });

  test('FT-02 UP-01 a running upload has a row with its progress in the listing of its folder', async ({
    page,
    tab,
    uploader,
  }) => {
    await page.goto('/f/w');
    const letGo = await hold(tab, 2);
    uploader.make('slow.bin', 24 * 1024 * 1024);
    writeSamples(uploader.at());
    await uploader.files('slow.bin', 'sales.csv');
    const line = page.getByRole('row', { name: /^slow\.bin/ });
    const meter = line.getByRole('meter', { name: 'Upload of slow.bin' });
    await eventually(async () => Number(await meter.getAttribute('aria-valuenow', { timeout: 1_000 })) > 0);
    expect(await line.getAttribute('aria-busy')).toBe('true');
    await saveScreenshots(page, '3-uploading');
    await letGo();
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await eventually(async () => (await line.getAttribute('aria-busy')) === null);
  });

  test('UP-06 after a reload the upload asks for its file, refuses another one, and resumes @replicas', async ({
    page,
    user,
    tab,
    uploader,
  }) => {
    uploader.make('again.bin', PARTS);
    await page.goto('/f/w');
    const letGo = await hold(tab, 1);
    await uploader.files('again.bin');
    const { received } = await partly(user, 'again.bin');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await letGo();
    const again = page.getByRole('button', { name: 'Choose file to continue' });
    uploader.make('film.bin', 1_000_000);
    await choose(page, again, uploader.at('film.bin'));
    const refusal = page.getByText('Choose "again.bin" with the same content to continue.');
    // Under the pointer it stays. Where the page has no room for both side by side, it lies above the list.
    await refusal.hover();
    await page.setViewportSize({ width: 1024, height: 800 });
    const list = page.getByRole('region', { name: 'Uploads' });
    await eventually(async () => {
      const [said, listed] = [await refusal.boundingBox(), await list.boundingBox()];
      return said!.y + said!.height <= listed!.y;
    });
    const sent: number[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith('/chunk') && sent.push(Number(request.headers()['chunk-index'])),
    );
    await choose(page, again, uploader.at('again.bin'));
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect(sent.filter((index) => received.includes(index))).toEqual([]);
    await uploader.expectSame('again.bin');
  });
});

test('UP-06 UP-07 after a reload a file is not taken for another one of its name and size', async ({
  page,
  product,
  user,
  uploader,
}) => {
  uploader.make('data.bin', 50_000);
  await write(user, { 'data.bin': new Uint8Array(50_000) });
  const before = await onDisk(product, user, 'data.bin');
  utimesSync(before, 1_700_000_000, 1_700_000_000);
  await page.goto('/f/w');
  await page.route('**/api/file-uploads/single', (route) => route.abort());
  const cutOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/single'));
  await uploader.files('data.bin');
  await cutOff;
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute('**/api/file-uploads/single');
  await choose(page, page.getByRole('button', { name: 'Choose file to continue' }), uploader.at('data.bin'));
  await page.getByText('Upload complete').waitFor();
  expect(readFileSync(before).equals(Buffer.alloc(50_000))).toBe(true);
  const arrived = readFileSync(await onDisk(product, user, 'data (2).bin'));
  expect(arrived.equals(readFileSync(uploader.at('data.bin')))).toBe(true);
});

test.describe('uploads that fail', () => {
  /** Starts an upload into a folder of that name and resolves with its id once its first chunk has arrived. */
  async function begin({ page, user, tab, uploader }: Started, folder: string) {
    uploader.make(`${folder}.bin`, PARTS);
    await user.json('/api/files/create', { root: 'w', path: [folder], type: 'folder' });
    await page.goto(`/f/w/${folder}`);
    const letGo = await hold(tab, 1);
    await uploader.files(`${folder}.bin`);
    const { uploadId } = await partly(user, `${folder}.bin`);
    return { uploadId, letGo };
  }

  test("UP-04 'chunk failed: {status}' when the upload no longer exists", async ({ page, user, tab, uploader }) => {
    const { uploadId, letGo } = await begin({ page, user, tab, uploader }, 'Gone');
    expect((await user.post('/api/file-uploads/abort', { uploadId })).status).toBe(204);
    await letGo();
    await page.getByText('chunk failed: 404').first().waitFor();
    expect(
      (await user.json<{ directoryContents: unknown[] }>('/api/read-fs', { root: 'w', slug: ['Gone'] }))
        .directoryContents,
    ).toEqual([]);
  });

  test("UP-04 'complete failed: {status}' when a file took the path of its folder; that file stays unchanged", async ({
    page,
    user,
    tab,
    uploader,
  }) => {
    const { letGo } = await begin({ page, user, tab, uploader }, 'Taken');
    await user.json('/api/files/trash', { items: [{ root: 'w', path: ['Taken'] }] });
    await write(user, { Taken: 'a file now' });
    await letGo();
    await page
      .getByText(/complete failed: 4\d\d/)
      .first()
      .waitFor();
    expect(await contentOf(user, 'Taken')).toBe('a file now');
  });
});

test.describe('uploads of a chosen folder', () => {
  test('UP-06 after a reload its files wait until the folder is chosen again, can be dismissed, and resume', async ({
    page,
    tab,
    uploader,
  }) => {
    const files = makeAlbum(uploader.at(), 'chosen');
    await page.goto('/f/w');
    const letGo = await hold(tab, 4);
    await uploader.folder('chosen');
    await eventually(
      async () => (await uploader.namesIn('chosen')).filter((name) => name.startsWith('photo')).length >= 2,
    );
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await letGo();
    const dock = page.getByRole('region', { name: 'Uploads' });
    const again = dock.getByRole('button', { name: 'Choose folder to continue' });
    await again.waitFor();
    await saveScreenshots(page, '3-interrupted');
    await dock.getByRole('button', { name: 'Close' }).click();
    await dock.waitFor({ state: 'detached' });
    await page.reload();
    writeSamples(uploader.at());
    await choose(page, again, uploader.at('code'));
    await page.getByText('Choose the same files, with the same content, to continue.').waitFor();
    await choose(page, again, uploader.at('chosen'));
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect([...(await uploader.namesIn('chosen')), ...(await uploader.namesIn('chosen', 'deep'))].length).toBe(
      files.length + 1,
    );
    for (const file of files) await uploader.expectSame(file);
  });

  test('UP-01 everything can be cancelled at once; completed files stay', async ({ page, tab, uploader }) => {
    makeAlbum(uploader.at(), 'unwanted');
    await page.goto('/f/w');
    const letGo = await hold(tab, 4);
    await uploader.folder('unwanted');
    await eventually(
      async () => (await uploader.namesIn('unwanted')).filter((name) => name.startsWith('photo')).length >= 2,
    );
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText(/^Upload cancelled, \d+ of 31 files arrived$/).waitFor();
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
    await letGo();
    await page.reload();
    await row(page, 'unwanted').waitFor();
    expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    expect(await uploader.namesIn('unwanted')).not.toContain('film.bin');
  });
});
