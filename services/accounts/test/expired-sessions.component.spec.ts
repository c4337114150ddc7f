import { fromBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { Database, rowsOf } from '@zo/db';
import { SessionsEndedSchema, SessionService } from '@zo/proto/accounts/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { startTestService, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../src/service.js';
import { ExpiredSessions } from '../src/sessions/expired-sessions.js';

const WHO = { email: 'ada@example.com', password: 'correct horse' };
let test: TestPlatform;
let service: TestService;
beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(accounts, test.platform);
});
afterAll(async () => {
  await service.stop();
  await test.close();
});

/** The cookie of a new session. */
async function enter(path: string, body: object): Promise<string> {
  const answer = await fetch(`${service.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  return /sid=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')![1]!;
}

it('S9 AP-02 an expired session ends like one that is signed out: others hear of it', async () => {
  const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
  const cookies = [await enter('claim', { ...WHO, handle: 'ada', token })];
  for (let n = 0; n < 2; n++) cookies.push(await enter('sign-in', WHO));
  const sessions = createClient(SessionService, serviceTransport('accounts', undefined));
  const caller = await asCaller(test.platform.issuer, 'accounts', systemCtx(crypto.randomUUID()));
  const found = await Promise.all(cookies.map((cookie) => sessions.resolve({ cookie }, caller)));
  const ids = found.map(({ sessionId }) => sessionId);
  const database = service.service.app.get(Database);
  const sql = (text: string) => database.acrossTenants((tx) => rowsOf<Record<string, string>>(tx, text, []));
  await sql(`update sessions set last_seen_at = now() - interval '15 days' where id = '${ids[0]}'`);
  await sql(`update sessions set created_at = now() - interval '91 days' where id = '${ids[1]}'`);
  const told: string[] = [];
  await test.platform.cache.subscribe('sessions:ended', (id) => void told.push(id));
  await service.service.app.get(ExpiredSessions).sweep();
  expect(await sql('select id from sessions')).toEqual([{ id: ids[2] }]);
  expect(told.toSorted()).toEqual(ids.slice(0, 2).toSorted());
  const [event] = await sql(`select payload from events.log where type = 'sessions.ended'`);
  const { userId, sessionIds } = fromBinary(SessionsEndedSchema, Buffer.from(event!['payload']!));
  expect([userId, sessionIds.toSorted()]).toEqual([found[0]!.userId, ids.slice(0, 2).toSorted()]);
});
