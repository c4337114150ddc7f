import { type FakeMedia, startFakeMedia } from '../../infra/testing/product/fake-media.js';
import { expect, test } from './fixture.js';
import { saveScreenshot } from './screenshots.js';

test.describe('speech in place of typing', () => {
  test.use({ asOwner: true });
  let media: FakeMedia;
  test.beforeEach(async ({ user }) => {
    media = await startFakeMedia();
    const input = { model: 'whisper-1', base_url: media.url, api_key: media.key };
    expect((await user.post('/api/media-models/transcription', input, 'PUT')).status).toBe(200);
  });
  test.afterEach(() => media.stop());

  test('CH-01 what is said is written into the message and not sent; it can be thrown away', async ({ page }) => {
    await page.addInitScript(() => {
      // The headless browser has no microphone, but it records.
      navigator.mediaDevices.getUserMedia = async () => {
        const audio = new AudioContext();
        const microphone = audio.createMediaStreamDestination();
        const tone = audio.createOscillator();
        tone.connect(microphone);
        tone.start();
        return microphone.stream;
      };
    });
    media.says(() => [{ start: 0, end: 1, text: 'what is new?' }]);
    await page.goto('/f?chat=new');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Good morning,');
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByText('Listening…').waitFor();
    await saveScreenshot(page, '6-voice');
    await page.getByRole('button', { name: 'Throw the recording away' }).click();
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByRole('button', { name: 'Stop and write it down' }).click();
    await expect(field).toHaveValue('Good morning, what is new?');
    expect(media.seen).toHaveLength(1);
    expect(media.seen[0]!.file!.bytes.length).toBeGreaterThan(100);

    media.instead(() => undefined);
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByRole('button', { name: 'Stop and write it down' }).click();
    // What is stopped before the model is asked would ask it nothing.
    await expect.poll(() => media.seen.length).toBe(2);
    await page.getByRole('button', { name: 'Stop writing it down' }).click();
    await page.getByRole('button', { name: 'Speak' }).waitFor();
    await expect.poll(() => media.seen.at(-1)?.cancelled).toBe(true);
    await expect(field).toHaveValue('Good morning, what is new?');
  });

  test('CH-01 a refused microphone is explained', async ({ page }) => {
    await page.addInitScript(() => {
      // Headless browsers have no question to refuse.
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.goto('/f?chat=new');
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByText('This page may not use the microphone.').waitFor();
    await page.getByRole('button', { name: 'Speak' }).waitFor();
  });
});
