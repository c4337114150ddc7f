import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { choose, dropOn, hold, partly, row } from './page-objects.js';
import { makeAlbum } from './sample-files.js';
import { expect, PARTS, test } from './uploader.js';

test.describe('uploads with a file handle', () => {
  test.use({ tabOptions: { filePicker: true } });

  test('UP-06 after a reload a dropped file resumes by itself while the browser has permission to read it', async ({
    page,
    uploader,
  }) => {
    const { letGo } = await uploader.dropAndHold('held.bin');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await letGo();
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await uploader.expectSame('held.bin');
  });

  test('UP-06 a file moved away after a reload is chosen by hand to resume', async ({ page, uploader }) => {
    const { letGo } = await uploader.dropAndHold('moved.bin');
    mkdirSync(uploader.at('elsewhere'));
    renameSync(uploader.at('moved.bin'), uploader.at('elsewhere/moved.bin'));
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await letGo();
    const dock = page.getByRole('region', { name: 'Uploads' });
    await dock.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Choose "moved.bin" with the same content to continue.').waitFor();
    await choose(
      page,
      dock.getByRole('button', { name: 'Choose file to continue' }),
      uploader.at('elsewhere/moved.bin'),
    );
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    renameSync(uploader.at('elsewhere/moved.bin'), uploader.at('moved.bin'));
    await uploader.expectSame('moved.bin');
  });

  test('UP-06 a file moved away during its upload keeps its received chunks and resumes when it is back', async ({
    page,
    user,
    uploader,
  }) => {
    const { letGo, uploadId } = await uploader.dropAndHold('taken.bin');
    renameSync(uploader.at('taken.bin'), uploader.at('kept.bin'));
    await letGo();
    const dock = page.getByRole('region', { name: 'Uploads' });
    await dock.getByText('1 file interrupted').waitFor();
    renameSync(uploader.at('kept.bin'), uploader.at('taken.bin'));
    const { received } = await partly(user, 'taken.bin');
    const sent: { uploadId: string | undefined; index: number }[] = [];
    page.on(
      'request',
      (request) =>
        request.url().endsWith('/chunk') &&
        sent.push({ uploadId: request.headers()['upload-id'], index: Number(request.headers()['chunk-index']) }),
    );
    await dock.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect(sent.filter((chunk) => chunk.uploadId !== uploadId || received.includes(chunk.index))).toEqual([]);
    await uploader.expectSame('taken.bin');
  });

  test('UP-04 a file changed during its upload is not uploaded as a mix of two versions', async ({
    page,
    user,
    uploader,
  }) => {
    const { letGo } = await uploader.dropAndHold('edited.bin');
    uploader.make('edited.bin', PARTS);
    await letGo();
    await page.getByText('The file was changed while it was sent. Choose it again.').waitFor();
    expect(await uploader.namesIn()).not.toContain('edited.bin');
    await eventually(
      async () =>
        !(await user.json<{ uploads: { fileName: string }[] }>('/api/file-uploads')).uploads.some(
          ({ fileName }) => fileName === 'edited.bin',
        ),
    );
  });

  test('UP-04 a file changed during its last chunks is not uploaded either', async ({
    page,
    tab,
    context,
    uploader,
  }) => {
    uploader.make('late.bin', 5 * 8 * 1024 * 1024);
    await page.goto('/f/w');
    const cdp = await context.newCDPSession(page);
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
    page.on('request', (request) => void (request.url().endsWith('/chunk') && parts++));
    await dropOn(tab, [uploader.at('late.bin')]);
    const meter = page.getByRole('row', { name: /^late\.bin/ }).getByRole('meter', { name: 'Upload of late.bin' });
    await eventually(
      async () => parts === 5 && Number(await meter.getAttribute('aria-valuenow', { timeout: 1_000 })) > 0,
    );
    writeFileSync(uploader.at('late.bin'), randomBytes(5 * 8 * 1024 * 1024), { flag: 'r+' });
    await speed(-1);
    await page.getByText('The file was changed while it was sent. Choose it again.').waitFor();
    expect(await uploader.namesIn()).not.toContain('late.bin');
  });

  test('UP-06 UP-07 a dropped folder is uploaded completely across a reload, with queued files and empty folders @replicas', async ({
    page,
    tab,
    context,
    uploader,
  }) => {
    const files = makeAlbum(uploader.at(), 'album');
    await page.goto('/f/w');
    const letGo = await hold(tab, 4);
    await dropOn(tab, [uploader.at('album')]);
    await eventually(
      async () => (await uploader.namesIn('album')).filter((name) => name.startsWith('photo')).length >= 2,
    );
    // The uploads of another tab are separate.
    const second = await context.newPage();
    await second.goto('/f/w');
    await row(second, 'album').waitFor();
    expect(await second.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    await second.close();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    expect((await uploader.namesIn('album')).length).toBeLessThan(18);
    await letGo();
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    expect(await uploader.namesIn('album', 'refs')).toEqual(['heads']);
    // Nothing is duplicated or missing.
    expect([...(await uploader.namesIn('album')), ...(await uploader.namesIn('album', 'deep'))].length).toBe(
      files.length + 2,
    );
    for (const file of files) await uploader.expectSame(file);
  });
});
