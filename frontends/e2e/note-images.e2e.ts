import type { Locator } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect, type Page, test } from './fixture.js';
import { contentOf, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` });
const WIDE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500"><rect width="1000" height="500" ' +
  'fill="teal"/></svg>';

/** Pastes a picture of 300 × 200 pixels, as from the clipboard; returns its bytes. */
const pastePicture = (into: Locator): Promise<number[]> =>
  into.evaluate(async (field) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
    canvas.getContext('2d')!.fillRect(0, 0, 200, 100);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], 'image.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });

/** Pastes what a program has copied as a picture and as texts. */
async function pasteBoth(page: Page, texts: Record<string, string>): Promise<void> {
  await page.evaluate(async (copied) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 30, height: 20 });
    const picture = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
    await navigator.clipboard.write([new ClipboardItem({ ...copied, 'image/png': picture })]);
  }, texts);
  await page.keyboard.press('Control+v');
}

test.describe('images in notes', () => {
  test('ED-06 a pasted image is uploaded beside the note; one that does not load can be tried again', async ({
    page,
    user,
  }) => {
    await write(user, { 'Pictures.md': 'Here: \n\n![Later](later.png)\n' });
    await page.goto('/f/w/Pictures.md');
    const note = textOf(page, 'Pictures.md');
    await note.getByText('Failed to load image').waitFor();
    await expect(note.getByTitle('later.png')).toHaveText('later.png');
    await saveScreenshots(page, '4-note-image-failed');
    await note.getByText('Here:').click();
    await page.keyboard.press('End');
    const drawn = await pastePicture(note);
    await eventually(async () =>
      /Here: ?!\[\]\(Images\/Pasted%20[\d-]+%20at%20[\d.]+\.png\)/.test((await contentOf(user, 'Pictures.md'))!),
    );
    const pasted = note.locator('img').first();
    await eventually(() => pasted.evaluate((image: HTMLImageElement) => image.naturalWidth === 300));
    // The cursor is behind it.
    await page.keyboard.type(' and more');
    await eventually(async () => /Here: ?!\[\]\(\S+\.png\) and more\n/.test((await contentOf(user, 'Pictures.md'))!));
    await write(user, { 'later.png': Uint8Array.from(drawn) });
    await note.getByRole('button', { name: 'Try again' }).click();
    const later = note.getByRole('img', { name: 'Later' });
    await eventually(() => later.evaluate((image: HTMLImageElement) => image.naturalWidth === 300));
    await saveScreenshots(page, '4-note-images');
  });

  test('ED-06 a picture that arrives after its note was left is in the note', async ({ page, user }) => {
    await write(user, { 'Left.md': 'Here: \n\nThere.\n', 'Other.md': 'Other text.\n' });
    await page.goto('/f/w/Left.md');
    const note = textOf(page, 'Left.md');
    await note.getByText('Here:').click();
    await page.keyboard.press('End');
    const begun = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await page.route('**/api/file-uploads/**', async (route) => {
      begun.resolve();
      await left.promise;
      await route.continue();
    });
    await pastePicture(note);
    await begun.promise;
    await page.getByRole('treeitem', { name: 'Other' }).click();
    await textOf(page, 'Other.md').waitFor();
    left.resolve();
    await eventually(async () =>
      /^Here: ?!\[\]\(Images\/Pasted%20[\d-]+%20at%20[\d.]+\.png\)\n\nThere\.\n$/.test(
        (await contentOf(user, 'Left.md'))!,
      ),
    );
  });

  test('ED-06 an image shows at its place that it is uploaded, that this failed, and is tried again there', async ({
    page,
    user,
  }) => {
    await write(user, { 'Sending.md': 'Here: \n\nThere.\n' });
    await page.goto('/f/w/Sending.md');
    const note = textOf(page, 'Sending.md');
    await note.getByText('Here:').click();
    await page.keyboard.press('End');
    let answer = Promise.withResolvers<'refuse' | 'go on'>();
    await page.route('**/api/file-uploads/**', async (route) => {
      if ((await answer.promise) === 'go on') return route.continue();
      return route.fulfill({ status: 403, json: { detail: 'No' } });
    });
    await pastePicture(note);
    const pending = note.locator('[data-upload]');
    await expect(pending).toHaveText(/^Uploading… \d+ %$/);
    await expect(pending.getByRole('img')).toBeVisible();
    await saveScreenshots(page, '4-note-image-uploading');
    // What is typed meanwhile is saved, and the image is no part of it.
    await page.keyboard.type('typed ');
    await eventually(async () => (await contentOf(user, 'Sending.md')) === 'Here: typed \n\nThere.\n');
    answer.resolve('refuse');
    await expect(pending).toHaveText('Upload failed');
    await saveScreenshots(page, '4-note-image-upload-failed');
    answer = Promise.withResolvers();
    await pending.getByRole('button', { name: 'Try again' }).click();
    await expect(pending).toHaveText(/^Uploading…/);
    answer.resolve('go on');
    await eventually(async () =>
      /^Here: ?!\[\]\(Images\/Pasted%20[\d-]+%20at%20[\d.]+\.png\)typed \n\nThere\.\n$/.test(
        (await contentOf(user, 'Sending.md'))!,
      ),
    );
    await expect(pending).toHaveCount(0);
    await expect(note.locator('img')).toHaveCount(1);
  });

  test('ED-06 images whose upload failed are removed at their place; nothing of them is in the note', async ({
    page,
    user,
  }) => {
    await write(user, { 'Two.md': 'Here:\n\n\n' });
    await page.goto('/f/w/Two.md');
    const note = textOf(page, 'Two.md');
    await page.route('**/api/file-uploads/**', (route) => route.fulfill({ status: 403, json: { detail: 'No' } }));
    await note.getByText('Here:').click();
    await page.keyboard.press('End');
    await pastePicture(note);
    await pastePicture(note);
    const pending = note.locator('[data-upload=failed]');
    await expect(pending).toHaveCount(2);
    for (const left of [1, 0]) {
      await pending.first().getByRole('button', { name: 'Remove the image' }).click();
      await expect(pending).toHaveCount(left);
    }
    await note.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('typed');
    await eventually(async () => (await contentOf(user, 'Two.md'))!.includes('typed'));
    expect(await contentOf(user, 'Two.md')).not.toContain('![');
  });

  test('ED-06 an image with text or HTML beside it is not uploaded; its text is pasted', async ({ page, user }) => {
    await write(user, { 'Beside.md': 'Here:\n' });
    const uploads: string[] = [];
    page.on('request', (request) => request.url().includes('/api/file-uploads/') && uploads.push(request.url()));
    await page.goto('/f/w/Beside.md');
    const note = textOf(page, 'Beside.md');
    await note.getByText('Here:').click();
    await page.keyboard.press('End');
    await pasteBoth(page, { 'text/plain': 'one' });
    await pasteBoth(page, { 'text/plain': 'two', 'text/html': '<b>two</b>' });
    await eventually(async () => (await contentOf(user, 'Beside.md')) === 'Here:onetwo\n');
    expect(uploads).toEqual([]);
  });

  test('ED-06 an image that is dropped on a note is uploaded beside it', async ({ page, user }) => {
    await write(user, { 'Drop/Note.md': 'Here:\n' });
    await page.goto('/f/w/Drop/Note.md');
    const note = textOf(page, 'Note.md');
    const line = (await note.getByText('Here:').boundingBox())!;
    await note.evaluate(
      (field, { svg, x, y }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([svg], 'Plan of it.svg', { type: 'image/svg+xml' }));
        const event = { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true };
        for (const type of ['dragenter', 'dragover', 'drop'])
          document.elementFromPoint(x, y)!.dispatchEvent(new DragEvent(type, event));
        return field.isConnected;
      },
      { svg: WIDE, x: line.x + line.width - 1, y: line.y + line.height / 2 },
    );
    await eventually(async () =>
      /!\[Plan of it\]\(Images\/Plan%20of%20it\.svg\)/.test((await contentOf(user, 'Drop', 'Note.md'))!),
    );
    await note.getByRole('img', { name: 'Plan of it' }).waitFor();
  });

  test('ED-06 a wide image is shown 800 pixels wide at most, and 200 within text', async ({ page, user }) => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    await write(user, { 'Sizes.md': '![Alone](Wide.svg)\n\nText ![Within](Wide.svg) text.\n', 'Wide.svg': WIDE });
    await page.goto('/f/w/Sizes.md');
    const note = textOf(page, 'Sizes.md');
    expect(await widthOf(note.getByRole('img', { name: 'Alone' }))).toBeLessThanOrEqual(800);
    expect(await widthOf(note.getByRole('img', { name: 'Alone' }))).toBeGreaterThan(200);
    expect(await widthOf(note.getByRole('img', { name: 'Within' }))).toBe(200);
  });

  test('ED-02 a drawing that only says its proportions is shown', async ({ page, user }) => {
    const drawing = WIDE.replace('width="1000" height="500"', 'viewBox="0 0 1000 500"');
    await write(user, { 'Drawing.md': '![Drawing](Plan.svg)\n', 'Plan.svg': drawing });
    await page.goto('/f/w/Drawing.md');
    const image = textOf(page, 'Drawing.md').getByRole('img', { name: 'Drawing' });
    await expect.poll(async () => widthOf(image)).toBeGreaterThan(500);
    const { width, height } = (await image.boundingBox())!;
    expect(width).toBe(height * 2);
  });

  test('ED-02 an image is resized with the pointer and the keyboard, from 50 to 1200 pixels, and has a caption', async ({
    page,
    user,
  }) => {
    await write(user, { 'Harbour.md': '![Harbour](Wide.svg)\n\nText.\n', 'Wide.svg': WIDE });
    const saved = (text: string) =>
      eventually(async () => (await contentOf(user, 'Harbour.md')) === `${text}\n\nText.\n`);
    await page.goto('/f/w/Harbour.md');
    const note = textOf(page, 'Harbour.md');
    const image = note.getByRole('img', { name: 'Harbour' });
    const handle = note.getByRole('slider', { name: 'Width of the image' });
    const before = await widthOf(image);
    await image.hover();
    await drag(page, handle, -200);
    await saved(`![Harbour|${before - 200}](Wide.svg)`);
    expect(await widthOf(image)).toBe(before - 200);
    await saveScreenshots(page, '4-note-image-width');
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await saved(`![Harbour|${before - 190}](Wide.svg)`);
    await drag(page, handle, -2_000);
    await saved('![Harbour|50](Wide.svg)');
    await drag(page, handle, 2_000);
    await saved('![Harbour|1200](Wide.svg)');

    await note.getByRole('button', { name: 'Harbour' }).click();
    const caption = note.getByRole('textbox', { name: 'Caption of the image' });
    await caption.fill('Old [harbour]');
    await caption.press('Enter');
    await saved('![Old \\[harbour\\]|1200](Wide.svg)');
    await note.getByRole('button', { name: 'Old [harbour]' }).click();
    await caption.fill('Never');
    await caption.press('Escape');
    await note.getByRole('button', { name: 'Old [harbour]' }).waitFor();
  });

  test('ED-06 a mentioned image is shown, at most 400 pixels wide', async ({ page, user }) => {
    await write(user, { 'Album.md': 'Look: \n', 'Trips/Wide.svg': WIDE });
    await page.goto('/f/w/Album.md');
    const note = textOf(page, 'Album.md');
    await note.getByText('Look:').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' @Wide');
    await page.getByRole('option', { name: 'Wide.svg' }).first().waitFor();
    await page.keyboard.press('Enter');
    await eventually(async () => (await contentOf(user, 'Album.md')) === 'Look:  ![Wide|400](Trips/Wide.svg)\n');
    expect(await widthOf(note.getByRole('img', { name: 'Wide' }))).toBe(400);
    await page.keyboard.press('Control+z');
    await eventually(async () => !(await contentOf(user, 'Album.md'))!.includes('Wide.svg'));
  });
});

/** Waits until the image is loaded. */
async function widthOf(image: Locator): Promise<number> {
  await eventually(() => image.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth > 0));
  return Math.round((await image.boundingBox())!.width);
}

async function drag(page: Page, handle: Locator, by: number): Promise<void> {
  const box = (await handle.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}
