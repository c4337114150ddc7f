import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { age, begin, CHUNK, chunk, complete, outcome, useUploads } from './uploads-setup.js';

useUploads();

it('UP-06 an upload may take days while chunks of it arrive, and is forgotten a day after the last one', async () => {
  const upload = await begin(randomBytes(2 * CHUNK + 1));
  for (const index of [0, 1, 2]) {
    expect((await chunk(upload, index)).status).toBe(200);
    await age(upload, 23);
  }
  expect((await complete(upload)).status).toBe(200);
  const left = await begin(randomBytes(CHUNK + 1));
  await chunk(left, 0);
  await age(left, 25);
  expect(await outcome(await chunk(left, 1))).toEqual([404, 'uploads.not_found']);
});
