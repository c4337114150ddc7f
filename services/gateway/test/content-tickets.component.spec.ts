/** Tickets of views whose session has ended, at a gateway that started since. */
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONTENT_TICKET_MS, contentLabel, type ContentTicket, contentTicketKey } from '@zo/auth';
import { eventually, testPlatform, type TestPlatform } from '@zo/testing';
import { ContentHost } from '../src/content.js';

const TOKEN = 'a'.repeat(43);
let test: TestPlatform;
beforeAll(async () => {
  test = await testPlatform({ ZO_CONTENT_URL: 'https://*.content.example' });
});
afterAll(() => test.close());

const request = {
  method: 'GET',
  url: `/v/${TOKEN}/index.html`,
  headers: { host: `${contentLabel(TOKEN)}.content.example` },
} as IncomingMessage;

async function issue(sessionId: string): Promise<void> {
  const userId = crypto.randomUUID();
  const ticket: ContentTicket = { userId, sessionId, owner: false, issuedAt: Date.now(), root: 'w', folder: [] };
  await test.platform.cache.set(contentTicketKey(TOKEN), JSON.stringify(ticket), { ttlMs: CONTENT_TICKET_MS });
}

it('FV-01 a ticket of an ended session is refused also after a restart, and others are taken', async () => {
  const before = new ContentHost(test.platform);
  await issue('goes on');
  expect(await new ContentHost(test.platform).open(request)).toMatchObject({ visitor: { sessionId: 'goes on' } });
  await issue('ends');
  expect(await before.open(request)).toMatchObject({ visitor: { sessionId: 'ends' } });
  before.endSession('ends');
  await expect(before.open(request)).rejects.toMatchObject({ status: 404 });
  const isRefused = () =>
    new ContentHost(test.platform).open(request).then(
      () => false,
      () => true,
    );
  await eventually(isRefused);
});
