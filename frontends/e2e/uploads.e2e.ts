import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import type { Person } from '../../infra/testing/product/product.js';
import type { Tab } from './browser.js';
import { choose, contentOf, dropOn, hold, partly, row, upload, write } from './page-objects.js';
import { pictures } from './screenshots.js';
import { openScene, type OwnedScene } from './fixture.js';
import { makeAlbum, makeFolder } from './sample-files.js';

let scene: OwnedScene;
let page: Page;
let person: Person;
let real: string;

beforeAll(async () => {
  scene = await openScene();
  ({ person } = scene);
  ({ page } = scene.tab);
  real = makeFolder();
}, 120_000);
afterAll(async () => {
  rmSync(real, { recursive: true, force: true });
  await scene?.close();
});

/** Uploads files of that folder with the button of the listing. */
const uploadFiles = (...names: string[]) =>
  upload(
    page,
    names.map((name) => join(real, name)),
  );

/** Uploads a folder of the disk with the menu of the listing. */
async function uploadFolder(name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
  await choose(page, page.getByRole('menuitem', { name: 'Upload a folder' }), join(real, name));
}

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Expects the uploaded file to equal the original byte for byte. */
async function expectSame(name: string): Promise<void> {
  const back = new Uint8Array(await (await person.fetch(`/api/file/${name}`)).arrayBuffer());
  expect(sum(back)).toBe(sum(readFileSync(join(real, name))));
}

/** Size of a file with more chunks than are sent at once. */
const PARTS = 88 * 1024 * 1024;

describe('uploads', () => {
  it('UP-01 UP-07 files and folders are uploaded completely, with progress', async () => {
    const odd = 'say "hi" 100%22.txt';
    writeFileSync(join(real, odd), 'odd');
    await page.goto('/f/w');
    await uploadFiles('film.bin', 'sales.csv', 'photo.png', odd);
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await row(page, 'film.bin').waitFor();
    const home = await person.json<{ directoryContents: { name: string; size: number }[] }>('/api/read-fs', {
      root: 'w',
      slug: [],
    });
    expect(home.directoryContents.find(({ name }) => name === 'film.bin')?.size).toBe(64 * 1024 * 1024);
    await expectSame('film.bin');
    expect(await contentOf(person, odd)).toBe('odd');
    await uploadFolder('code');
    await row(page, 'code').waitFor();
    await eventually(async () => (await contentOf(person, 'code', 'src', 'main.py')) !== null);
    await pictures(page, '3-listing');
  });

  it('UP-06 an upload continues after the services are killed in the middle of it', async () => {
    writeFileSync(join(real, 'film2.bin'), randomBytes(200 * 1024 * 1024));
    await page.goto('/f/w');
    await uploadFiles('film2.bin');
    await eventually(async () =>
      (await person.json<{ uploads: { received: number[] }[] }>('/api/file-uploads')).uploads.some(
        ({ received }) => received.length >= 2,
      ),
    );
    for (const pid of scene.product.services()) process.kill(pid, 'SIGKILL');
    await page.getByText('Upload complete').waitFor({ timeout: 90_000 });
    await expectSame('film2.bin');
  }, 240_000);

  it('FT-02 UP-01 a running upload has a row with its progress in the listing of its folder', async () => {
    await page.goto('/f/w');
    const letGo = await hold(scene.tab, 2);
    writeFileSync(join(real, 'slow.bin'), randomBytes(24 * 1024 * 1024));
    await uploadFiles('slow.bin', 'sales.csv');
    const line = page.getByRole('row', { name: /^slow\.bin/ });
    const meter = line.getByRole('meter', { name: 'Upload of slow.bin' });
    await eventually(async () => Number(await meter.getAttribute('aria-valuenow', { timeout: 1_000 })) > 0);
    expect(await line.getAttribute('aria-busy')).toBe('true');
    await pictures(page, '3-uploading');
    await letGo();
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await eventually(async () => (await line.getAttribute('aria-busy')) === null);
  }, 120_000);

  it('UP-06 after a reload the upload asks for its file, refuses another one, and resumes', async () => {
    writeFileSync(join(real, 'again.bin'), randomBytes(PARTS));
    await page.goto('/f/w');
    const letGo = await hold(scene.tab, 1);
    await uploadFiles('again.bin');
    const { received } = await partly(person, 'again.bin');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await letGo();
    const again = page.getByRole('button', { name: 'Choose file to continue' });
    await choose(page, again, join(real, 'film.bin'));
    await page.getByText('Choose "again.bin" with the same content to continue.').waitFor();
    const sent: number[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith('/chunk') && sent.push(Number(request.headers()['chunk-index'])),
    );
    await choose(page, again, join(real, 'again.bin'));
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect(sent.filter((index) => received.includes(index))).toEqual([]);
    await expectSame('again.bin');
  }, 120_000);
});

describe('uploads that fail', () => {
  /** Starts an upload into a folder of that name and resolves with its id once its first chunk has arrived. */
  async function begin(folder: string): Promise<{ uploadId: string; letGo: () => Promise<void> }> {
    writeFileSync(join(real, `${folder}.bin`), randomBytes(PARTS));
    await person.json('/api/files/create', { root: 'w', path: [folder], type: 'folder' });
    await page.goto(`/f/w/${folder}`);
    const letGo = await hold(scene.tab, 1);
    await uploadFiles(`${folder}.bin`);
    const { uploadId } = await partly(person, `${folder}.bin`);
    return { uploadId, letGo };
  }

  it("UP-04 'chunk failed: {status}' when the upload no longer exists", async () => {
    const { uploadId, letGo } = await begin('Gone');
    expect((await person.post('/api/file-uploads/abort', { uploadId })).status).toBe(204);
    await letGo();
    await page.getByText('chunk failed: 404').first().waitFor();
    expect(
      (await person.json<{ directoryContents: unknown[] }>('/api/read-fs', { root: 'w', slug: ['Gone'] }))
        .directoryContents,
    ).toEqual([]);
  }, 60_000);

  it("UP-04 'complete failed: {status}' when a file took the path of its folder; that file stays unchanged", async () => {
    const { letGo } = await begin('Taken');
    await person.json('/api/files/trash', { items: [{ root: 'w', path: ['Taken'] }] });
    await write(person, { Taken: 'a file now' });
    await letGo();
    await page
      .getByText(/complete failed: 4\d\d/)
      .first()
      .waitFor();
    expect(await contentOf(person, 'Taken')).toBe('a file now');
  }, 60_000);
});

/** The names in a workspace folder. */
const namesIn = async (...slug: string[]) =>
  (
    await person.json<{ directoryContents: { name: string }[] | null }>('/api/read-fs', { root: 'w', slug })
  ).directoryContents
    ?.map(({ name }) => name)
    .sort() ?? [];

/** Drops a file with many chunks in a new tab and holds all but the first chunk. */
async function dropAndHold(name: string): Promise<{ tab: Tab; uploadId: string; letGo: () => Promise<void> }> {
  writeFileSync(join(real, name), randomBytes(PARTS));
  const tab = await scene.another(person, { filePicker: true });
  await tab.page.goto('/f/w');
  const letGo = await hold(tab, 1);
  await dropOn(tab, [join(real, name)]);
  const { uploadId } = await partly(person, name);
  return { tab, uploadId, letGo };
}

describe('uploads with a file handle', () => {
  it('UP-06 after a reload a dropped file resumes by itself while the browser has permission to read it', async () => {
    const { tab, letGo } = await dropAndHold('held.bin');
    tab.page.once('dialog', (dialog) => void dialog.accept());
    await tab.page.reload();
    await letGo();
    await tab.page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await expectSame('held.bin');
    await tab.context.close();
  }, 120_000);

  it('UP-06 a file moved away after a reload is chosen by hand to resume', async () => {
    const { tab, letGo } = await dropAndHold('moved.bin');
    mkdirSync(join(real, 'elsewhere'));
    renameSync(join(real, 'moved.bin'), join(real, 'elsewhere/moved.bin'));
    tab.page.once('dialog', (dialog) => void dialog.accept());
    await tab.page.reload();
    await letGo();
    const dock = tab.page.getByRole('region', { name: 'Uploads' });
    await dock.getByRole('button', { name: 'Continue', exact: true }).click();
    await tab.page.getByText('Choose "moved.bin" with the same content to continue.').waitFor();
    await choose(
      tab.page,
      dock.getByRole('button', { name: 'Choose file to continue' }),
      join(real, 'elsewhere/moved.bin'),
    );
    await tab.page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    renameSync(join(real, 'elsewhere/moved.bin'), join(real, 'moved.bin'));
    await expectSame('moved.bin');
    await tab.context.close();
  }, 120_000);

  it('UP-06 a file moved away during its upload keeps its received chunks and resumes when it is back', async () => {
    const { tab, letGo, uploadId } = await dropAndHold('taken.bin');
    renameSync(join(real, 'taken.bin'), join(real, 'kept.bin'));
    await letGo();
    const dock = tab.page.getByRole('region', { name: 'Uploads' });
    await dock.getByText('1 file interrupted').waitFor();
    renameSync(join(real, 'kept.bin'), join(real, 'taken.bin'));
    const { received } = await partly(person, 'taken.bin');
    const sent: { uploadId: string | undefined; index: number }[] = [];
    tab.page.on(
      'request',
      (request) =>
        request.url().endsWith('/chunk') &&
        sent.push({ uploadId: request.headers()['upload-id'], index: Number(request.headers()['chunk-index']) }),
    );
    await dock.getByRole('button', { name: 'Continue', exact: true }).click();
    await tab.page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect(sent.filter((chunk) => chunk.uploadId !== uploadId || received.includes(chunk.index))).toEqual([]);
    await expectSame('taken.bin');
    await tab.context.close();
  }, 120_000);

  it('UP-04 a file changed during its upload is not uploaded as a mix of two versions', async () => {
    const { tab, letGo } = await dropAndHold('edited.bin');
    writeFileSync(join(real, 'edited.bin'), randomBytes(PARTS));
    await letGo();
    await tab.page.getByText('The file was changed while it was sent. Choose it again.').waitFor();
    expect(await namesIn()).not.toContain('edited.bin');
    await eventually(
      async () =>
        !(await person.json<{ uploads: { fileName: string }[] }>('/api/file-uploads')).uploads.some(
          ({ fileName }) => fileName === 'edited.bin',
        ),
    );
    await tab.context.close();
  }, 120_000);

  it('UP-04 a file changed during its last chunks is not uploaded either', async () => {
    writeFileSync(join(real, 'late.bin'), randomBytes(5 * 8 * 1024 * 1024));
    const tab = await scene.another(person, { filePicker: true });
    await tab.page.goto('/f/w');
    const cdp = await tab.context.newCDPSession(tab.page);
    await cdp.send('Network.enable');
    const speed = (uploadThroughput: number) =>
      cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await speed(1024 * 1024);
    let parts = 0;
    tab.page.on('request', (request) => void (request.url().endsWith('/chunk') && parts++));
    await dropOn(tab, [join(real, 'late.bin')]);
    const meter = tab.page.getByRole('row', { name: /^late\.bin/ }).getByRole('meter', { name: 'Upload of late.bin' });
    await eventually(
      async () => parts === 5 && Number(await meter.getAttribute('aria-valuenow', { timeout: 1_000 })) > 0,
    );
    writeFileSync(join(real, 'late.bin'), randomBytes(5 * 8 * 1024 * 1024), { flag: 'r+' });
    await speed(-1);
    await tab.page.getByText('The file was changed while it was sent. Choose it again.').waitFor();
    expect(await namesIn()).not.toContain('late.bin');
    await tab.context.close();
  }, 120_000);

  it('UP-06 UP-07 a dropped folder is uploaded completely across a reload, with queued files and empty folders', async () => {
    const files = makeAlbum(real, 'album');
    const tab = await scene.another(person, { filePicker: true });
    await tab.page.goto('/f/w');
    const letGo = await hold(tab, 4);
    await dropOn(tab, [join(real, 'album')]);
    await eventually(async () => (await namesIn('album')).filter((name) => name.startsWith('photo')).length >= 2);
    // The uploads of another tab are separate.
    const second = await tab.context.newPage();
    await second.goto('/f/w');
    await row(second, 'album').waitFor();
    expect(await second.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    await second.close();
    tab.page.once('dialog', (dialog) => void dialog.accept());
    await tab.page.reload();
    expect((await namesIn('album')).length).toBeLessThan(18);
    await letGo();
    await tab.page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect(await namesIn('album', 'refs')).toEqual(['heads']);
    // Nothing is duplicated or missing.
    expect([...(await namesIn('album')), ...(await namesIn('album', 'deep'))].length).toBe(files.length + 2);
    for (const file of files) await expectSame(file);
    await tab.context.close();
  }, 120_000);
});

describe('uploads of a chosen folder', () => {
  it('UP-06 after a reload its files wait until the folder is chosen again, can be dismissed, and resume', async () => {
    const files = makeAlbum(real, 'chosen');
    await page.goto('/f/w');
    const letGo = await hold(scene.tab, 4);
    await uploadFolder('chosen');
    await eventually(async () => (await namesIn('chosen')).filter((name) => name.startsWith('photo')).length >= 2);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await letGo();
    const dock = page.getByRole('region', { name: 'Uploads' });
    const again = dock.getByRole('button', { name: 'Choose folder to continue' });
    await again.waitFor();
    await pictures(page, '3-interrupted');
    await dock.getByRole('button', { name: 'Close' }).click();
    await dock.waitFor({ state: 'detached' });
    await page.reload();
    await choose(page, again, join(real, 'code'));
    await page.getByText('Choose the same files, with the same content, to continue.').waitFor();
    await choose(page, again, join(real, 'chosen'));
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect([...(await namesIn('chosen')), ...(await namesIn('chosen', 'deep'))].length).toBe(files.length + 1);
    for (const file of files) await expectSame(file);
  }, 120_000);

  it('UP-01 everything can be cancelled at once; completed files stay', async () => {
    makeAlbum(real, 'unwanted');
    await page.goto('/f/w');
    const letGo = await hold(scene.tab, 4);
    await uploadFolder('unwanted');
    await eventually(async () => (await namesIn('unwanted')).filter((name) => name.startsWith('photo')).length >= 2);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText(/^Upload cancelled, \d+ of 31 files arrived$/).waitFor();
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
    await letGo();
    await page.reload();
    await row(page, 'unwanted').waitFor();
    expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    expect(await namesIn('unwanted')).not.toContain('film.bin');
  }, 120_000);
});
