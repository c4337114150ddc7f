/** Sample files of users: a table, an image, code in folders, a large file. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export { HEIC_PHOTO } from '../../infra/testing/product/heic-photo.js';

export const SALES = 'month,amount\n2026-03,1200\n2026-04,900\n2026-05,4821\n';
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

/** A Parquet file of the months of `SALES`, packed with Snappy. */
export const PARQUET_SALES = Buffer.from(
  'UEFSMRUGFUYVPFwVBhUAFQYVABUEFQAAAAMHISgHAAAAMjAyNi0wMxkLLDQHAAAAMjAyNi0wNRUGFTQVNFwVBhUAFQYVABUEFQAA' +
    'AAMHGAiwBAAFATyEAwAAAAAAANUSAAAAAAAAFQQZPEgEcm9vdBUEABUMJQIYBW1vbnRoJQAAFQQlAhgGYW1vdW50ABYGGRwZLCYI' +
    'HBUMGRUAGRgFbW9udGgVAhYGFnAWZiYIAAAmbhwVBBkVABkYBmFtb3VudBUCFgYWXhZeJm4AABbOARYGNsQBACgJaHlwYXJxdWV0' +
    'GSwcAAAcAAAAhAAAAFBBUjE=',
  'base64',
);

/** Writes sample files into a folder of the disk. */
export function writeSamples(folder: string): void {
  mkdirSync(join(folder, 'code', 'src'), { recursive: true });
  writeFileSync(join(folder, 'sales.csv'), SALES);
  writeFileSync(join(folder, 'photo.png'), PHOTO);
  writeFileSync(join(folder, 'code', 'src', 'main.py'), 'def main():\n    print("hello")\n');
  writeFileSync(join(folder, 'code', 'README.md'), '# Project\n\nSome **words**.\n');
}

/** Creates a folder of photos, half of them a level deeper, empty folders and a large file. Returns its files. */
export function makeAlbum(parent: string, name: string): string[] {
  const folder = join(parent, name);
  mkdirSync(join(folder, 'refs', 'heads'), { recursive: true });
  mkdirSync(join(folder, 'deep'));
  const photos = Array.from({ length: 30 }, (_none, n) => (n % 2 ? `deep/photo ${n}.jpg` : `photo ${n}.jpg`));
  for (const photo of photos) writeFileSync(join(folder, photo), randomBytes(300_000));
  writeFileSync(join(folder, 'film.bin'), randomBytes(16 * 1024 * 1024));
  return [...photos, 'film.bin'].map((file) => `${name}/${file}`);
}

/** A sine tone as a WAV file. */
export function tone(seconds = 0.5): Uint8Array {
  const samples = 8_000 * seconds;
  const wav = Buffer.alloc(44 + samples);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(8_000, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples, 40);
  for (let n = 0; n < samples; n++) wav[44 + n] = 128 + Math.round(100 * Math.sin((n / 8_000) * 440 * 2 * Math.PI));
  return wav;
}

/** A short video, recorded by the browser itself. */
export async function film(page: Page): Promise<Uint8Array> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const context = canvas.getContext('2d')!;
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let n = 0; n < 20; n++) {
      context.fillStyle = n % 2 ? 'green' : 'orange';
      context.fillRect(0, 0, 64, 48);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return new Uint8Array(bytes);
}

/** A second of sound without a picture, recorded by the browser itself. */
export async function voiceMemo(page: Page): Promise<Uint8Array> {
  const bytes = await page.evaluate(async () => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context);
    const output = new MediaStreamAudioDestinationNode(context);
    tone.connect(output);
    tone.start();
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(output.stream, { mimeType: 'audio/webm' });
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    while (context.currentTime < 1) await new Promise(requestAnimationFrame);
    recorder.stop();
    await ended;
    await context.close();
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return new Uint8Array(bytes);
}
