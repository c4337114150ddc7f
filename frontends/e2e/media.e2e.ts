import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { bookFile } from './book-file.js';
import { expect, test } from './fixture.js';
import { picture } from './image-files.js';
import { onDisk, row, write } from './page-objects.js';
import { film, tone, voiceMemo } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';

const SECONDS = 60;
const LINES = 60;
const TRANSCRIPT = Array.from({ length: LINES }, (_none, n) =>
  JSON.stringify({ start: n, speaker: n % 3 ? 'Ann' : 'Bob', text: `This is line ${n} of the talk, and no other.` }),
).join('\n');

const playerOf = (page: Page) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const bar = page.getByRole('slider', { name: 'Position' });
  return {
    button,
    bar,
    line: (n: number) => page.getByRole('button', { name: `This is line ${n} of the talk` }),
    /** Waits until it shows a second of this range. */
    isAt: (from: number, to = from + 1) =>
      eventually(async () => {
        const seconds = Number(await bar.inputValue());
        return seconds >= from && seconds < to;
      }),
    speed: page.getByRole('combobox', { name: 'Speed' }),
  };
};

test('FV-01 audio plays with a waveform, keys and its transcript, and goes on after a reload and a save', async ({
  page,
  user,
  product,
}) => {
  await write(user, { 'talk.wav': tone(SECONDS), 'talk.wav.transcript.jsonl': TRANSCRIPT });
  await page.goto('/f/w/talk.wav');
  const { button, bar, line, isAt, speed } = playerOf(page);
  await page.getByRole('timer', { name: 'Time' }).getByText('/ 1:00').waitFor();
  await page.getByRole('region', { name: 'talk.wav' }).locator('svg path[d*="v96"]').first().waitFor();
  await page.getByText('2 speakers').waitFor();

  await bar.focus();
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await page.keyboard.press('ArrowRight');
  await isAt(25);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowLeft');
  await isAt(10);
  await line(10).and(page.locator('[aria-current=true]')).waitFor();
  await page.keyboard.press('m');
  await button('Unmute').waitFor();
  await page.keyboard.press(' ');
  await button('Pause').waitFor();
  await eventually(async () => Number(await bar.inputValue()) > 10.2);
  await page.keyboard.press('k');
  await button('Play').waitFor();
  await page.keyboard.press('>');
  await expect(speed).toHaveValue('1.25');
  await page.keyboard.press('<');
  await page.keyboard.press('<');
  await expect(speed).toHaveValue('0.75');
  await page.keyboard.press('>');

  await line(12).click();
  await isAt(12);
  await page.getByText('Following').waitFor();
  await line(12).hover();
  await page.mouse.wheel(0, 2_000);
  await button('Back to 0:12').waitFor();
  await line(12).waitFor({ state: 'detached' });
  await button('Back to 0:12').click();
  await line(12).waitFor();
  await speed.selectOption('1.5');
  await saveScreenshots(page, 'audio');

  await page.reload();
  await isAt(12);
  expect(await speed.inputValue()).toBe('1.5');

  await button('Play').click();
  await button('Pause').waitFor();
  writeFileSync(await onDisk(product, user, 'talk.wav'), tone(SECONDS * 2));
  await page.getByRole('timer', { name: 'Time' }).getByText('/ 2:00').waitFor();
  expect(Number(await bar.inputValue())).toBeGreaterThanOrEqual(12);
  await button('Pause').click();

  await write(user, {
    'memo.wav': tone(SECONDS),
    'memo.vtt': 'WEBVTT\n\n00:00.000 --> 00:20.000\n<v Ann>Good <i>morning</i>\n\n00:20.000 --> 00:40.000\nand welcome',
  });
  await page.goto('/f/w/memo.wav');
  await page.getByText('1 speaker', { exact: true }).waitFor();
  await page.getByRole('button', { name: '0:00 Ann Good morning' }).waitFor();
  await page.getByRole('button', { name: '0:20 and welcome' }).click();
  await isAt(20);
});

test('FV-03 a .webm without a picture opens as a recording, and plays', async ({ page, user }) => {
  await page.goto('/f/w');
  await write(user, { 'memo.webm': await voiceMemo(page), 'memo.webm.transcript.jsonl': TRANSCRIPT });
  await page.goto('/f/w/memo.webm');
  const { button } = playerOf(page);
  const region = page.getByRole('region', { name: 'memo.webm' });
  await region.locator('audio').waitFor({ state: 'attached' });
  await expect(region.locator('video')).toHaveCount(0);
  await page.getByText('2 speakers').waitFor();
  await page.getByRole('timer', { name: 'Time' }).getByText('/ 0:0').waitFor();
  await button('Play').click();
  await eventually(() => region.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime > 0.2));
  await saveScreenshots(page, 'audio-webm');
});

test('FV-01 a video plays with captions from beside it, in full screen, and its length is found', async ({
  page,
  user,
}) => {
  await page.goto('/f/w');
  await write(user, {
    'film.srt': '1\r\n00:00:00,000 --> 00:00:09,000\r\nHello <i>there</i>\r\n',
    'film.webm.transcript.jsonl': TRANSCRIPT,
    'film.webm': await film(page),
  });
  await page.goto('/f/w/film.webm');
  const { button, bar } = playerOf(page);
  const video = page.locator('video');
  await eventually(() =>
    video.evaluate(({ readyState, videoWidth }: HTMLVideoElement) => readyState >= 2 && videoWidth),
  );
  await eventually(() => bar.isEnabled());
  expect(await bar.inputValue()).toBe('0');
  await button('Captions').click();
  await eventually(() =>
    video.evaluate(({ textTracks: [track] }: HTMLVideoElement) => {
      const cue = track?.mode === 'showing' ? (track.activeCues?.[0] as VTTCue | undefined) : undefined;
      return cue?.text === 'Hello <i>there</i>';
    }),
  );
  await saveScreenshots(page, 'video');
  await bar.focus();
  const captions = () => video.evaluate(({ textTracks: [track] }: HTMLVideoElement) => track?.mode);
  await page.keyboard.press('c');
  await eventually(async () => (await captions()) !== 'showing');
  await page.keyboard.press('c');
  await eventually(async () => (await captions()) === 'showing');
  await page.keyboard.press('f');
  await eventually(() => page.evaluate(() => document.fullscreenElement?.querySelector('video') != null));
  await button('Leave full screen').click();
  await button('Full screen').waitFor();
  await video.click();
  await eventually(() => video.evaluate((element: HTMLVideoElement) => element.ended && element.error === null));
  await button('Play').waitFor();
});

test.describe('on a phone', () => {
  test.use({ tabOptions: { phone: true } });

  test('RT-02 all buttons of an image and of a video with captions are inside the screen', async ({ page, user }) => {
    await page.goto('/f/w');
    await write(user, {
      'a.png': await picture(page, 3_000, 2_000),
      'b.png': await picture(page, 30, 20),
      'film.webm': await film(page),
      'film.vtt': 'WEBVTT\n\n00:00.000 --> 00:20.000\nGood morning',
    });
    for (const [file, toolbar, last] of [
      ['a.png', 'Image', 'Next image'],
      ['film.webm', 'Player', 'Full screen'],
    ] as const) {
      await page.goto(`/f/w/${file}`);
      await page.getByRole('button', { name: last }).waitFor();
      const buttons = await page.getByRole('toolbar', { name: toolbar }).getByRole('button').all();
      for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
    }
  });
});

test('FV-01 a player and a book opened by a key obey keys at once, and none typed in another pane', async ({
  page,
  user,
}) => {
  const book = bookFile([{ title: 'One', body: '<p>It goes on and on.</p>'.repeat(400) }]);
  await write(user, { 'Keys/a.wav': tone(SECONDS), 'Keys/b.epub': book, 'Keys/c.txt': 'a text' });
  const { button, isAt } = playerOf(page);
  await page.goto('/f/w/Keys');
  const openByKey = async (name: string) => {
    await row(page, name).click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name, exact: true })).toBeFocused();
  };
  await openByKey('a.wav');
  await page.keyboard.press('l');
  await isAt(10);
  await page.goBack();
  await openByKey('b.epub');
  const number = page.getByRole('status', { name: 'Page' });
  await number.getByText('page 1 of').waitFor();
  await page.keyboard.press(' ');
  await number.getByText('page 2 of').waitFor();
  const wide = await number.textContent();

  await page.getByRole('treeitem', { name: 'c.txt' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open beside' }).click();
  const other = page.getByRole('textbox', { name: 'Text of c.txt' });
  await other.click();
  // A narrower pane has more pages.
  await eventually(async () => (await number.textContent()) !== wide);
  const narrow = await number.textContent();
  await page.keyboard.press('End');
  await page.keyboard.type(' l m');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageDown');
  await expect(other).toContainText('a text l m');
  expect(await number.textContent()).toBe(narrow);
  expect(await button('Unmute').count()).toBe(0);
});
