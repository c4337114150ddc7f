import { PassThrough } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import type { Computer, Computers } from '@zo/computer-client';
import { ListingService } from './listing.service.js';

/** A folder without end; `ended` once nobody reads it any more. */
function endlessFolder() {
  const state = { ended: false };
  const list = async function* () {
    try {
      for (;;) yield { entries: [] };
    } finally {
      state.ended = true;
    }
  };
  return { state, computer: { files: { list } } as unknown as Computer };
}

it.each(['before the first message', 'after it'])('a listing ends when its reader leaves %s', async (when) => {
  const { state, computer } = endlessFolder();
  const computers = { read: (_ctx: unknown, work: (found: Computer) => unknown) => work(computer) };
  const head = { writeHead: () => undefined, setTimeout: () => undefined };
  const response = Object.assign(new PassThrough(), head);
  if (when.startsWith('before')) response.destroy();
  else response.once('data', () => response.destroy());
  const service = new ListingService(computers as unknown as Computers);
  await service.send({} as never, { root: 'w', path: [] } as never, response as unknown as ServerResponse);
  expect(state.ended).toBe(true);
});
