/** Connections that share a provider, or stand beside one that does not answer. */
import type { ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { ada, appOf, BOB, connect, fake, service, setUp, useConnections } from './connections-setup.js';

useConnections();

const disconnect = async (slug: string) =>
  (await (await ada(`/api/connections/apps/${slug}`, { method: 'DELETE' })).json()) as object;

it('disconnecting one of two accounts of a provider ends its grant, because the other has its own', async () => {
  await setUp();
  await connect('google_drive');
  fake.oauth.account = 'ada-at-work@example.com';
  await connect('gmail');
  const before = fake.oauth.revoked;
  expect(await disconnect('gmail')).toEqual({ grant: 'ended' });
  expect(fake.oauth.revoked).toBe(before + 1);
});

it('connecting an app with another account ends the grant of the one before, and with the same account none', async () => {
  await setUp();
  fake.oauth.account = 'first@example.com';
  await connect('google_calendar');
  const before = fake.oauth.revoked;
  await connect('google_calendar');
  expect(fake.oauth.revoked).toBe(before);
  fake.oauth.account = 'second@example.com';
  await connect('google_calendar');
  expect(fake.oauth.revoked).toBe(before + 1);
  expect((await appOf('google_calendar')).account).toBe('second@example.com');
  expect((await ada('/api/connections/drive/files')).status).toBe(200);
});

it('a provider that does not answer does not hold up the tokens of another one', async () => {
  await setUp();
  await setUp('notion');
  const bob = service.as(BOB);
  for (const who of [ada, bob]) await connect('google_drive', who);
  fake.oauth.iss = undefined;
  await connect('notion');
  fake.oauth.invalidate();
  const held: ServerResponse[] = [];
  const hang = (_asked: unknown, response: ServerResponse) => void held.push(response);
  fake.instead('oauth2.googleapis.com', hang, hang);
  const drive = [ada, bob].map((who) => who('/api/connections/drive/files'));
  let isAnswered = false;
  const answered = Promise.race(drive).then(() => (isAnswered = true));
  try {
    await eventually(() => held.length > 0);
    expect((await ada('/api/connections/notion/pages')).status).toBe(200);
    expect(isAnswered).toBe(false);
  } finally {
    fake.instead('oauth2.googleapis.com');
    for (const response of held) response.writeHead(503).end();
    await Promise.all([answered, ...drive]);
  }
});
