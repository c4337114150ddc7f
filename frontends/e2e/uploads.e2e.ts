import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '@zo/shared/testing';
import type { Person } from '../../infra/product/product.js';
import { contentOf, row } from './hands.js';
import { pictures } from './pictures.js';
import { openScene, type OwnedScene } from './scene.js';
import { makeFolder } from './things.js';

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

describe('uploads', () => {
  it('UP-01 UP-07 files and folders are uploaded whole, with progress', async () => {
    await page.goto('/f/w');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click()]);
    await chooser.setFiles([join(real, 'film.bin'), join(real, 'sales.csv'), join(real, 'photo.png')]);
    await page.getByText('Upload complete').waitFor({ timeout: 60_000 });
    await row(page, 'film.bin').waitFor();
    const home = await person.json<{ directoryContents: { name: string; size: number }[] }>('/api/read-fs', { root: 'w', slug: [] });
    expect(home.directoryContents.find(({ name }) => name === 'film.bin')?.size).toBe(64 * 1024 * 1024);
    const back = Buffer.from(await (await person.fetch('/api/file/film.bin')).arrayBuffer());
    expect(createHash('sha256').update(back).digest('hex')).toBe(createHash('sha256').update(readFileSync(join(real, 'film.bin'))).digest('hex'));
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    const [folders] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: 'Upload a folder' }).click()]);
    await folders.setFiles(join(real, 'code'));
    await row(page, 'code').waitFor();
    await eventually(async () => (await contentOf(person, 'code', 'src', 'main.py')) !== null);
    await pictures(page, '3-listing');
  });

  it('UP-06 an upload goes on after the services were killed in the middle of it', async () => {
    writeFileSync(join(real, 'film2.bin'), randomBytes(200 * 1024 * 1024));
    await page.goto('/f/w');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click()]);
    await chooser.setFiles(join(real, 'film2.bin'));
    await eventually(async () => (await person.json<{ uploads: { received: number[] }[] }>('/api/file-uploads')).uploads.some(({ received }) => received.length >= 2));
    process.kill(scene.product.pids('services.mjs')[0]!, 'SIGKILL');
    await page.getByText('Upload complete').waitFor({ timeout: 90_000 });
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const back = Buffer.from(await (await person.fetch('/api/file/film2.bin')).arrayBuffer());
    expect(sum(back)).toBe(sum(readFileSync(join(real, 'film2.bin'))));
  }, 120_000);
});
