import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { row, upload } from './page-objects.js';
import { openScene, type OwnedScene } from './fixture.js';
import { makeFolder } from './sample-files.js';

let scene: OwnedScene;
let real: string;

beforeAll(async () => {
  scene = await openScene({ environment: { ZO_UPLOAD_MAX_MB: '1' } });
  real = makeFolder();
}, 120_000);
afterAll(async () => {
  rmSync(real, { recursive: true, force: true });
  await scene?.close();
});

it("UP-05 files that are too large are named: 'The following files exceed the {n}MB limit: {names}'; the rest is uploaded", async () => {
  const {
    person,
    tab: { page },
  } = scene;
  const sentence = 'The following files exceed the 1MB limit: film.bin';
  await page.goto('/f/w');
  await upload(page, [join(real, 'film.bin'), join(real, 'sales.csv')]);
  await page.getByText(sentence).waitFor();
  await row(page, 'sales.csv').waitFor();
  expect(await row(page, 'film.bin').count()).toBe(0);
  const refused = await person.post('/api/file-uploads/init', {
    pathParts: [],
    fileName: 'film.bin',
    totalBytes: 1024 * 1024 + 1,
  });
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([413, sentence]);
  const exact = await person.post('/api/file-uploads/init', {
    pathParts: [],
    fileName: 'fits.bin',
    totalBytes: 1024 * 1024,
  });
  expect(exact.status).toBe(201);
});
