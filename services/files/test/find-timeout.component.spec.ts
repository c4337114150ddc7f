/** Searches whose time is over before all files were read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { ada, closeScene, json, openScene, put } from './scene.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-slow-search-'));
beforeAll(async () => {
  const slow = join(folder, 'rg');
  writeFileSync(slow, '#!/bin/sh\nrg "$@"\nexec sleep 300\n', { mode: 0o755 });
  await openScene({ ZO_RIPGREP: slow, ZO_SEARCH_MS: '800' });
});
afterAll(async () => {
  await closeScene();
  rmSync(folder, { recursive: true });
});

interface Answer {
  results: { path: string[] }[];
  isTimedOut: boolean;
}
const find = (more = '') => json<Answer>(ada(`/api/files/search/everything?q=Ocelot${more}`));

it('FT-14 an exact search that takes too long says that there may be more; one by words is whole', async () => {
  put('an Ocelot sleeps', 'one.txt');
  const byWords = await eventually(async () => {
    const answer = await find();
    return answer.results.length > 0 && answer;
  });
  expect(byWords).toMatchObject({ results: [{ path: ['one.txt'] }], isTimedOut: false });
  expect(await find('&caseSensitive=true')).toMatchObject({ results: [{ path: ['one.txt'] }], isTimedOut: true });
});
