import { type FakeMedia, startFakeMedia } from '../../infra/testing/product/fake-media.js';
import { axeFindings } from './axe.js';
import { expect, test } from './fixture.js';
import { addModel, onDisk, say, write } from './page-objects.js';
import { tone } from './sample-files.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { existsSync, readFileSync } from 'node:fs';
import type { Person } from '../../infra/testing/product/product.js';

async function connectSpeech(user: Person, media: FakeMedia): Promise<void> {
  const input = { model: 'whisper-1', base_url: media.url, api_key: media.key };
  expect((await user.post('/api/media-models/transcription', input, 'PUT')).status).toBe(200);
}

test.describe('models for images and speech', () => {
  test.use({ asOwner: true });
  let media: FakeMedia;
  test.beforeEach(async () => {
    media = await startFakeMedia();
  });
  test.afterEach(() => media.stop());

  test('TL-01 RT-07 an image model is connected in the settings; what it makes is seen in the answer', async ({
    page,
    user,
    provider,
    product,
  }) => {
    await page.goto('/settings#your-ai');
    await page.getByRole('button', { name: 'Add an image model' }).click();
    const form = page.getByRole('form', { name: 'Image model' });
    await form.getByRole('textbox', { name: 'Address' }).fill(media.url);
    await form.getByLabel('Model').fill('gpt-image-1');
    await form.getByLabel('Price of an image').fill('0.04');
    await form.getByLabel('Key').fill('wrong');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await form.getByRole('alert').getByText('The provider does not accept the key.').waitFor();
    await saveScreenshot(page, '6-media-refused');
    expect(await axeFindings(page, 'image model', 'main')).toEqual([]);
    await form.getByLabel('Key').fill(media.key);
    await form.getByRole('button', { name: 'Test and save' }).click();
    const connected = page.getByRole('group', { name: 'gpt-image-1' });
    await connected.getByText(`Images · ${media.url} · $0.04 an image`).waitFor();
    await connected.getByRole('button', { name: 'Test' }).click();
    await connected.getByText('Works').waitFor();
    await saveScreenshots(page, '6-media-models');

    provider.script(
      (answer) => {
        answer.call('i', 'generate_image', { prompt: 'a harbour at dusk', file_stem: 'harbour', n: 2 });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.text('Here are two harbours.');
        answer.end();
      },
    );
    await addModel(user, provider);
    await page.goto('/f?chat=new');
    await say(page, 'paint me a harbour');
    await page.getByText('Here are two harbours.').waitFor();
    const images = page.getByRole('list', { name: 'Images' });
    await expect(images.getByRole('img')).toHaveCount(2);
    await expect
      .poll(() =>
        images
          .getByRole('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(64);
    await page.getByText('2 images made').waitFor();
    await saveScreenshots(page, '6-media-images');
    expect(await axeFindings(page, 'images', 'main')).toEqual([]);
    const file = await onDisk(product, user, 'Images', 'harbour-1.png');
    expect(existsSync(file)).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The changes of this answer are undone').waitFor();
    expect(existsSync(file)).toBe(false);
  });

  test('TS-01 FV-01 FT-13 a recording is transcribed, its transcript opens, and a line plays from there', async ({
    page,
    user,
    product,
  }) => {
    media.says(() => [
      { start: 0, end: 2, text: 'Good morning to all of you.', speaker: 'Ann' },
      { start: 30, end: 33, text: 'And this is the end.', speaker: 'Bob' },
    ]);
    await write(user, { 'talk.wav': tone(60) });
    await page.goto('/f/w/talk.wav');
    await page.getByRole('timer', { name: 'Time' }).getByText('/ 1:00').waitFor();
    await expect(page.getByRole('button', { name: 'Transcribe' })).toHaveCount(0);
    await connectSpeech(user, media);
    await page.reload();
    const start = page.getByRole('button', { name: 'Transcribe', exact: true });

    await page.route('**/api/file/talk.wav', (route) => route.fulfill({ status: 503 }));
    await start.click();
    await page.getByText('Failed to fetch audio: 503').waitFor();
    await page.unroute('**/api/file/talk.wav');

    media.instead((response) => void response.writeHead(400).end('{"error":{"message":"Audio is corrupt."}}'));
    await start.click();
    await page.getByText('Failed to transcribe audio').waitFor();
    await page.getByText('Audio is corrupt.').waitFor();

    media.instead(() => undefined);
    const asked = media.seen.length;
    await start.click();
    await page.getByText('Transcribing…').waitFor();
    await expect.poll(() => media.seen.length).toBe(asked + 1);
    await saveScreenshot(page, '6-transcribing');
    await page.getByRole('button', { name: 'Cancel transcription' }).click();
    await page.getByText('Transcription cancelled').waitFor();
    await expect.poll(() => media.seen.at(-1)!.cancelled).toBe(true);
    media.instead(undefined);

    await start.click();
    await page.getByText('Transcription complete!').waitFor();
    await page.waitForURL('**/f/w/talk.wav.transcript.jsonl');
    await page.getByText('And this is the end.').waitFor();
    await saveScreenshots(page, '6-transcript');
    expect(await axeFindings(page, 'transcript', 'main')).toEqual([]);
    const lines = readFileSync(await onDisk(product, user, 'talk.wav.transcript.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { start: number }).start)).toEqual([0, 30]);

    await page.getByRole('button', { name: 'Play from 0:30' }).click();
    await page.waitForURL('**/f/w/talk.wav');
    await expect(page.getByRole('slider', { name: 'Position' })).toHaveValue(/^30/);
    await page.getByRole('button', { name: 'Good morning to all of you.' }).click();
    await expect(page.getByRole('slider', { name: 'Position' })).toHaveValue(/^0/);
    await page.getByRole('button', { name: 'Transcribe again' }).waitFor();
    await saveScreenshots(page, '6-recording-with-transcript');
  });

  test('TS-01 a transcription goes on while its user looks at something else, and its toast leads to it', async ({
    page,
    user,
  }) => {
    await connectSpeech(user, media);
    await write(user, { 'talk.wav': tone(2), 'other.txt': 'Other' });
    let release = (): void => undefined;
    media.instead((response) => {
      release = () => void response.end('{"text":"Hello.","segments":[{"start":0,"end":1,"text":"Hello."}]}');
    });
    await page.goto('/f/w/talk.wav');
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await expect.poll(() => media.seen.length).toBe(1);
    await page.getByRole('treeitem', { name: 'other.txt' }).click();
    await page.waitForURL('**/f/w/other.txt');
    await page.getByText('Other', { exact: true }).waitFor();
    release();
    await page.getByText('Transcription complete!').waitFor();
    expect(page.url()).toContain('/f/w/other.txt');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForURL('**/f/w/talk.wav.transcript.jsonl');
  });
});
