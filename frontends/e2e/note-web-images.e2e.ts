import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.describe('images of the web in notes', () => {
  // Only the owner may fetch from the network of this machine.
  test.use({ asOwner: true });
  let site: Server;
  let origin: string;
  let asked: string[] = [];

  test.beforeAll(async () => {
    site = createServer((request, response) => {
      asked.push(request.url!);
      if (/\.png/.test(request.url!)) response.setHeader('content-type', 'image/png').end(PHOTO);
      else response.writeHead(404).end();
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  test.beforeEach(() => (asked = []));
  test.afterAll(() => site.close());

  test('ED-02 are fetched after a click only, and kept beside the note, which shows the copies', async ({
    page,
    user,
  }) => {
    const quay = `${origin}/photos/The%20quay.png`;
    const text = [
      '# Oslo',
      `![The quay](${quay} "At noon")`,
      `![Nothing](${origin}/nothing)`,
      `Again ![small|100](${quay}) in text, and ![a boat][boat].`,
      '![Broken](http://[)',
      `[boat]: ${origin}/boat.png\n`,
    ].join('\n\n');
    await write(user, { 'Trips/Oslo.md': text });
    await page.goto('/f/w/Trips/Oslo.md');
    const note = page.getByRole('textbox', { name: 'Text of Oslo.md' });
    const buttons = note.getByRole('button', { name: 'Get the picture' });
    await expect(buttons).toHaveCount(4);
    await expect(note.getByRole('link', { name: 'The quay' })).toHaveAttribute('href', quay);
    await expect(note.getByTitle('Nothing is loaded from').first()).toBeVisible();
    await saveScreenshots(page, '4-note-web-images');
    expect(asked).toEqual([]);

    await buttons.first().click();
    const shown = note.getByRole('img', { name: 'The quay' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(asked).toEqual(['/photos/The%20quay.png']);
    const kept = /!\[The quay\]\(Images\/(The-quay-[0-9a-f]{8}\.png) "At noon"\)/;
    await eventually(async () => kept.test((await contentOf(user, 'Trips', 'Oslo.md'))!));
    const [, name] = kept.exec((await contentOf(user, 'Trips', 'Oslo.md'))!)!;
    expect(await contentOf(user, 'Trips', 'Oslo.md')).toContain(`Again ![small|100](Images/${name}) in text`);

    // The others come one after the other; one that cannot be had stays as it is.
    await page.getByRole('button', { name: 'Get the other 2' }).click();
    await page.getByText('No picture could be fetched from 127.0.0.1').waitFor();
    await eventually(async () =>
      /!\[a boat\]\(Images\/boat-[0-9a-f]{8}\.png\)/.test((await contentOf(user, 'Trips', 'Oslo.md'))!),
    );
    await expect(buttons).toHaveCount(1);
    expect(await contentOf(user, 'Trips', 'Oslo.md')).toContain(`![Nothing](${origin}/nothing)`);

    await note.getByText('Oslo').click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await eventually(async () => (await contentOf(user, 'Trips', 'Oslo.md')) === text);
  });

  test('ED-02 images in HTML are fetched after a click, too; the rest of the HTML stays as it is', async ({
    page,
    user,
  }) => {
    const html = (src: string) =>
      `<p align="center">\n  <a href='${origin}/run?a=1&amp;b=2'><img alt="Build" src="${src}"  width=40 /></a>\n</p>\n`;
    await write(user, { 'README.md': html(`${origin}/build.png?a=1&amp;b=2`) });
    await page.goto('/f/w/README.md');
    const note = page.getByRole('textbox', { name: 'Text of README.md' });
    await note.getByRole('button', { name: 'Get the picture' }).click();
    const shown = note.getByRole('link').getByRole('img', { name: 'Build' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(asked).toEqual(['/build.png?a=1&b=2']);
    await eventually(async () => {
      const content = (await contentOf(user, 'README.md'))!;
      return content === html(/Images\/build-[0-9a-f]{8}\.png/.exec(content)?.[0] ?? '');
    });
  });

  test('ED-02 an image that is written in the note itself is shown', async ({ page, user }) => {
    await write(user, { 'Inline.md': `![Photo](data:image/png;base64,${Buffer.from(PHOTO).toString('base64')})\n` });
    await page.goto('/f/w/Inline.md');
    const shown = page.getByRole('img', { name: 'Photo' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
});
