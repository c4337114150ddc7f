import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { HUGE_PNG, photographed, picture, turned } from './image-files.js';
import { write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test('FV-01 an image zooms around the pointer, moves by dragging and leads to the next', async ({ page, user }) => {
  test.setTimeout(30_000);
  await page.goto('/f/w');
  await write(user, {
    '1.png': await picture(page, 3_000, 2_000),
    '2.jpg': turned(await picture(page, 400, 100, 'image/jpeg')),
    '3.txt': 'no image',
    '4.png': HUGE_PNG,
  });
  await page.goto('/f/w/1.png');
  const image = page.getByRole('img', { name: '1.png' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const zoom = page.getByRole('status', { name: 'Zoom' });
  const isZoom = (wanted: string) => zoom.getByText(wanted, { exact: true }).waitFor();
  const boxOf = async () => (await image.boundingBox())!;

  await page.getByText('3000 × 2000').waitFor();
  const fit = await boxOf();
  expect(fit.width).toBeLessThan(1_440);
  expect(fit.width / fit.height).toBeCloseTo(1.5);

  const point = { x: fit.x + fit.width * 0.25, y: fit.y + fit.height * 0.75 };
  await page.mouse.dblclick(point.x, point.y);
  await isZoom('100 %');
  const whole = await boxOf();
  expect(whole.width).toBe(3_000);
  expect(Math.abs((point.x - whole.x) / 3_000 - 0.25)).toBeLessThan(0.002);
  expect(Math.abs((point.y - whole.y) / 2_000 - 0.75)).toBeLessThan(0.002);

  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  await page.mouse.move(point.x + 60, point.y - 40, { steps: 3 });
  await page.mouse.up();
  const moved = await boxOf();
  expect([moved.x - whole.x, moved.y - whole.y]).toEqual([60, -40]);

  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await eventually(async () => (await boxOf()).width > 3_500);
  await page.keyboard.press('1');
  await isZoom('100 %');
  await page.keyboard.press('+');
  await isZoom('150 %');
  await page.keyboard.press('-');
  await isZoom('100 %');
  await page.keyboard.press('0');
  await button('Actual size').waitFor();
  expect(await boxOf()).toEqual(fit);

  await button('Next image').click();
  await page.getByText('100 × 400', { exact: true }).waitFor();
  await expect(button('Next image')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.getByText('This image is too large to be shown here.').waitFor();
  await page.goBack();
  await page.getByText('100 × 400', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('3000 × 2000').waitFor();
  await saveScreenshots(page, 'image');
});

test('FV-01 an image says how it was taken, and one without that has no button for it', async ({ page, user }) => {
  await page.goto('/f/w');
  const plain = await picture(page, 300, 200, 'image/jpeg');
  await write(user, { 'photo.jpg': photographed(plain), 'plain.jpg': plain });
  await page.goto('/f/w/photo.jpg');
  const details = page.getByRole('button', { name: 'Details of the image' });
  await details.click();
  const panel = page.getByRole('dialog', { name: 'Details of the image' });
  for (const text of ['FUJIFILM X-T5', '1/500 s · ƒ/2.8', '300 × 200']) await panel.getByText(text).waitFor();
  await panel.getByText(/Nov 4, 2026/).waitFor();
  await saveScreenshots(page, 'image-details');
  await page.keyboard.press('Escape');
  await expect(details).toBeFocused();
  await page.getByRole('button', { name: 'Next image' }).click();
  await page.getByRole('img', { name: 'plain.jpg' }).waitFor();
  await page.getByRole('status', { name: 'Zoom' }).getByText('100 %').waitFor();
  await expect(details).toHaveCount(0);
});
