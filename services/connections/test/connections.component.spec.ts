import { describe, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { startTestService } from '@zo/testing';
import { Client } from 'pg';
import { connections } from '../src/service.js';
import {
  ADA,
  ada,
  answerOf,
  appOf,
  BOB,
  connect,
  consentOf,
  fake,
  finish,
  listed,
  outcome,
} from './connections-setup.js';
import { owner, service, setUp, test, useConnections } from './connections-setup.js';

useConnections();

const OK = '/settings?outcome=connected&app=google_drive#connections';
const rows = async (query: string, values: unknown[] = []) => {
  const sql = new Client(adminUrlOptions(test.database.adminUrl));
  await sql.connect();
  return (await sql.query<Record<string, unknown>>(query, values).finally(() => sql.end())).rows;
};
const driveFiles = (who = ada) => who('/api/connections/drive/files');

describe('what the owner enters', () => {
  it('IM-01 lists the 17 apps, which nobody can connect before their client is entered', async () => {
    const apps = await listed();
    expect(apps.map(({ display_name }) => display_name.toLowerCase()).toSorted()).toEqual(
      (
        'linear,slack,github,gmail,google calendar,google drive,telegram,notion,airtable,' +
        'dropbox,linkedin,box,google docs,google sheets,todoist,asana,reddit'
      )
        .split(',')
        .toSorted(),
    );
    expect(new Set(apps.map(({ state, connected }) => `${state} ${connected}`))).toEqual(
      new Set(['not_set_up false', 'bot false']),
    );
    expect(await outcome(ada('/api/connections/apps/google_drive/connect', { json: {} }))).toEqual([
      409,
      'connections.not_set_up',
      'Google Drive is not set up here yet. The owner of this installation enters its client in Settings › ' +
        'Connections.',
    ]);
    for (const slug of ['telegram', 'nothing', '__proto__'])
      expect((await ada(`/api/connections/apps/${slug}/connect`, { json: {} })).status).toBe(404);
  });

  it('only the owner sees and enters clients, whose secret is sealed and never shown again', async () => {
    expect([(await setUp('google', {}, ada)).status, (await ada('/api/connections/clients')).status]).toEqual([
      404, 404,
    ]);
    expect((await setUp('google', { client_secret: 'two words' })).status).toBe(400);
    expect((await setUp('nobody')).status).toBe(404);
    expect((await setUp()).status).toBe(204);
    const answer = await (await owner('/api/connections/clients')).text();
    const google = (JSON.parse(answer) as { provider: string }[]).find(({ provider }) => provider === 'google');
    expect(google).toMatchObject({
      client_id: fake.oauth.clientId,
      callback: 'https://zo.example.com/api/connections/callback',
      apps: ['google_drive', 'gmail', 'google_calendar', 'google_docs', 'google_sheets'],
    });
    expect(answer).not.toContain(fake.oauth.clientSecret);
    const [client] = await rows('select secret from connections.app_clients');
    expect((client!['secret'] as Buffer).includes(fake.oauth.clientSecret)).toBe(false);
    // In force at once.
    expect((await appOf('gmail')).state).toBe('not_connected');
  });
});

describe('connecting', () => {
  it('IM-01 connects by OAuth with a challenge, and keeps the tokens sealed', async () => {
    const url = await consentOf('google_drive');
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'https://zo.example.com/api/connections/callback',
      code_challenge_method: 'S256',
      scope: 'openid email https://www.googleapis.com/auth/drive.readonly',
      access_type: 'offline',
    });
    expect(await finish(await answerOf(url))).toEqual([303, OK]);
    expect(await appOf('google_drive')).toMatchObject({ connected: true, state: 'ok', account: 'ada@example.com' });
    const [{ count } = {}] = await rows(`select count(*)::int from audit.entry where action = 'app.connected'`);
    expect(count).toBe(1);
    const [row] = await rows('select sealed from connections.connections where user_id = $1', [ADA]);
    expect((row!['sealed'] as Buffer).toString('latin1')).not.toContain('access');
    // Nobody else is connected by it.
    expect((await appOf('google_drive', service.as(BOB))).connected).toBe(false);
  });

  it('a state counts once, for the user and the session that it was made for', async () => {
    const back = await answerOf(await consentOf('google_drive'));
    const expired = [303, '/settings?outcome=expired#connections'];
    expect(await finish(back, service.as(BOB))).toEqual(expired);
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    expect(await finish(forged)).toEqual(expired);
    const twice = new URL(back);
    twice.searchParams.append('state', 'another');
    expect(await finish(twice)).toEqual(expired);
    const other = await test.platform.issuer.mint('connections', {
      userId: ADA,
      sessionId: 'another session',
      actor: 'human',
      owner: false,
    });
    const elsewhere = await fetch(service.url + back.pathname + back.search, {
      headers: { authorization: `Bearer ${other}` },
      redirect: 'manual',
    });
    expect(elsewhere.headers.get('location')).toBe(expired[1]);
    expect(await finish(back)).toEqual([303, OK]);
    expect(await finish(back)).toEqual(expired);
  });

  it('a state ends after ten minutes', async () => {
    const back = await answerOf(await consentOf('google_drive'));
    const [consent] = await rows('select extract(epoch from expires_at - now()) as left from connections.consents');
    expect(Number(consent!['left'])).toBeGreaterThan(540);
    expect(Number(consent!['left'])).toBeLessThanOrEqual(600);
    await rows(`update connections.consents set expires_at = now() - interval '1 second'`);
    expect(await finish(back)).toEqual([303, '/settings?outcome=expired#connections']);
  });

  it('a wrong issuer, a refusal and a code of somebody else connect nothing', async () => {
    await ada('/api/connections/apps/google_drive', { method: 'DELETE' });
    fake.oauth.iss = 'https://evil.example';
    const mixedUp = await answerOf(await consentOf('google_drive'));
    fake.oauth.iss = 'https://accounts.google.com';
    const failed = '/settings?outcome=failed&app=google_drive#connections';
    expect(await finish(mixedUp)).toEqual([303, failed]);
    fake.oauth.consents = false;
    const denied = await answerOf(await consentOf('google_drive'));
    fake.oauth.consents = true;
    expect(await finish(denied)).toEqual([303, '/settings?outcome=denied&app=google_drive#connections']);
    const [mine, theirs] = [await answerOf(await consentOf('google_drive')), await answerOf(await consentOf('gmail'))];
    mine.searchParams.set('code', theirs.searchParams.get('code')!);
    // The code belongs to another challenge.
    expect(await finish(mine)).toEqual([303, failed]);
    expect((await listed()).some(({ connected }) => connected)).toBe(false);
  });

  it('the callback is opened as a page only', async () => {
    const back = await answerOf(await consentOf('google_drive'));
    for (const dest of ['iframe', 'image', 'empty', 'script'])
      expect((await ada(back.pathname + back.search, { headers: { 'sec-fetch-dest': dest } })).status).toBe(400);
    expect(await finish(back)).toEqual([303, OK]);
  });

  it('disconnecting ends the grant at the provider, unless another app needs it', async () => {
    await connect('gmail');
    const before = fake.oauth.revoked;
    const disconnect = async (slug: string) =>
      (await (await ada(`/api/connections/apps/${slug}`, { method: 'DELETE' })).json()) as object;
    expect(await disconnect('gmail')).toEqual({ grant: 'shared' });
    expect(fake.oauth.revoked).toBe(before);
    expect(await disconnect('google_drive')).toEqual({ grant: 'ended' });
    expect(fake.oauth.revoked).toBe(before + 1);
    await connect('google_drive');
    fake.instead('oauth2.googleapis.com', (_asked, response) => response.writeHead(503).end());
    expect(await disconnect('google_drive')).toEqual({ grant: 'unconfirmed' });
    expect(await rows('select id from connections.connections')).toEqual([]);
    expect((await ada('/api/connections/apps/google_drive', { method: 'DELETE' })).status).toBe(404);
    expect((await service.as(BOB)('/api/connections/apps/google_drive', { method: 'DELETE' })).status).toBe(404);
  });
});

describe('tokens', () => {
  it('45 callers in three processes refresh an expired token once', async () => {
    fake.oauth.expiresIn = 1;
    await connect('google_drive');
    fake.oauth.expiresIn = 3_600;
    const others = [
      await startTestService(connections, test.platform),
      await startTestService(connections, test.platform),
    ];
    const before = fake.oauth.refreshes;
    try {
      const callers = [service, ...others].flatMap((one) => Array.from({ length: 15 }, () => one.as(ADA)));
      const answers = await Promise.all(callers.map((caller) => driveFiles(caller)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      for (const other of others) await other.stop();
    }
    expect([fake.oauth.refreshes - before, fake.oauth.reuses]).toEqual([1, 0]);
  });

  it('a token that is refused is refreshed once, and used', async () => {
    fake.oauth.invalidate();
    const before = fake.oauth.refreshes;
    const answers = await Promise.all(Array.from({ length: 10 }, () => driveFiles()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(fake.oauth.refreshes - before).toBe(1);
  });

  it('a provider that is away is an error of this moment', async () => {
    fake.oauth.invalidate();
    fake.instead('oauth2.googleapis.com', (_asked, response) => response.writeHead(503).end());
    expect((await outcome(driveFiles())).slice(0, 2)).toEqual([502, 'imports.drive_failed']);
    fake.instead('oauth2.googleapis.com', (_asked, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        .end('{"access_token":"', () => response.socket?.destroy()),
    );
    expect((await outcome(driveFiles())).slice(0, 2)).toEqual([502, 'imports.drive_failed']);
    expect((await appOf('google_drive')).state).toBe('ok');
    expect((await driveFiles()).status).toBe(200);
  });

  it('a grant that was revoked breaks the connection until it is made again', async () => {
    fake.oauth.invalidate({ grant: true });
    const sentence =
      'Google Drive does not accept the connection any more. Connect it again in Settings › Connections.';
    expect(await outcome(driveFiles())).toEqual([409, 'connections.broken', sentence]);
    expect(await appOf('google_drive')).toMatchObject({ connected: false, state: 'broken', error: sentence });
    const asked = fake.seen.length;
    expect((await outcome(driveFiles()))[1]).toBe('connections.broken');
    expect(fake.seen).toHaveLength(asked);
    await connect('google_drive');
    expect((await driveFiles()).status).toBe(200);
  });

  it('a client that the provider refuses is told as that, and works again once it is corrected', async () => {
    await setUp('google', { client_secret: 'rotated' });
    const back = await finish(await answerOf(await consentOf('google_drive')));
    expect(back).toEqual([303, '/settings?outcome=client&app=google_drive#connections']);
    fake.oauth.invalidate();
    expect(await outcome(driveFiles())).toEqual([
      409,
      'connections.client_refused',
      'Google Drive does not take the client of this installation any more. Its owner enters it again in Settings › ' +
        'Connections.',
    ]);
    // Some providers say it in a header.
    fake.instead('oauth2.googleapis.com', (_asked, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="clients"' }).end(),
    );
    expect((await outcome(driveFiles()))[1]).toBe('connections.client_refused');
    // Whoever is connected by this client is told so; what is not connected can be tried.
    expect(await appOf('google_drive')).toMatchObject({
      state: 'client_refused',
      error: expect.stringContaining('does not take the client of this installation'),
    });
    expect((await appOf('gmail')).state).toBe('not_connected');
    await setUp();
    expect((await appOf('google_drive')).state).toBe('ok');
    expect((await driveFiles()).status).toBe(200);
    // The provider takes it again without a change, as after a failure of its own.
    fake.oauth.invalidate();
    fake.instead('oauth2.googleapis.com', (_asked, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
    );
    expect((await outcome(driveFiles()))[1]).toBe('connections.client_refused');
    expect((await appOf('google_drive')).state).toBe('client_refused');
    expect((await driveFiles()).status).toBe(200);
    expect((await appOf('google_drive')).state).toBe('ok');
  });

  it('tokens of another client break the connection until it is made again', async () => {
    fake.oauth.invalidate();
    fake.instead('oauth2.googleapis.com', (_asked, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthorized_client"}'),
    );
    expect((await outcome(driveFiles()))[1]).toBe('connections.broken');
    expect((await appOf('google_drive')).state).toBe('broken');
    await connect('google_drive');
    expect((await driveFiles()).status).toBe(200);
  });

  it('the tokens of a row open for its user, app and row only', async () => {
    await connect('google_drive', service.as(BOB));
    const mine = 'user_id = $1 and app_slug = $2';
    await rows(
      `update connections.connections set sealed = (select sealed from connections.connections where ${mine}) where ` +
        'user_id = $3',
      [ADA, 'google_drive', BOB],
    );
    expect((await driveFiles(service.as(BOB))).status).toBe(500);
  });
});
