/** Mail that leaves through a server, over SMTP, with what servers answer. */
import { createClient } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { ChannelService } from '@zo/proto/channels/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { eventually } from '@zo/testing';
import {
  type FakeMailServer,
  MAIL_USER,
  startFakeMailServer,
} from '../../../infra/testing/product/fake-mail-server.js';
import { MAX_TO_USER } from '../src/messages/channels.rpc.js';
import { Outgoing } from '../src/messages/outgoing.js';
import { type Harness, messageOf, startHarness } from './harness.js';
import type { HostedPerson } from './hosted-people.js';

let at: Harness;
let server: FakeMailServer;
beforeAll(async () => {
  at = await startHarness();
  server = await startFakeMailServer();
  await at.json(at.ada, '/api/channels/mail-server', settings(), 'PUT');
});
afterAll(async () => {
  await server.stop();
  await at.stop();
});
beforeEach(() => {
  server.refuses = undefined;
  server.taken.length = 0;
});

const settings = (more: object = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  secure: false,
  username: MAIL_USER.name,
  password: MAIL_USER.password,
  ...more,
});
const conversationId = crypto.randomUUID();
async function toUser(who: HostedPerson, subject: string, more: object = {}) {
  const client = createClient(ChannelService, serviceTransport('channels', undefined));
  const options = await asCaller(at.platform.platform.issuer, 'channels', systemCtx(who.userId));
  return client.sendToUser({ channel: 'email', subject, body: 'Hi', key: subject, conversationId, ...more }, options);
}
const named = (subject: string, state: string) =>
  messageOf(at, at.ada, (message) => message.subject === subject && message.state === state);

it('TL-01 a mail to the user leaves once for each key, in their thread, and only to their own address', async () => {
  for (const _ of [1, 2]) expect(await toUser(at.ada, 'Flights')).toMatchObject({ to: 'ada@example.com', kept: false });
  await named('Flights', 'sent');
  expect(server.taken).toHaveLength(1);
  const [{ from, to, raw }] = server.taken as [FakeMailServer['taken'][number]];
  expect([from, to]).toEqual(['ada@zo.test', ['ada@example.com']]);
  expect(raw).toMatch(/^Message-ID:\s+<zo\.[\da-f-]{36}\.[\da-f]{12}\.[\da-f]{24}@zo\.test>\r$/m);
  // The outbox has the same bytes.
  const { items } = await at.json(at.ada, '/api/outbox');
  const stored = await at.service.as(at.ada.userId)(`/api/outbox/${items[0].id}/raw`);
  expect((await stored.text()).trimEnd()).toBe(raw.trimEnd());
});

it('all that send with one key at once are answered with the mail that leaves', async () => {
  const outgoing = at.service.service.app.get(Outgoing);
  const mail = { key: 'together', subject: 'Together', body: 'Hi', conversationId };
  const sent = await Promise.all(Array.from({ length: 8 }, () => outgoing.mail(systemCtx(at.ada.userId), mail)));
  const { id } = await named('Together', 'sent');
  expect(new Set(sent.map((each) => each.id))).toEqual(new Set([id]));
  expect(server.taken).toHaveLength(1);
});

it('a line break in a subject begins no header', async () => {
  await toUser(at.ada, 'x\r\nBcc: eve@example.org\r\n\r\nevil');
  await eventually(() => server.taken.length === 1);
  expect(server.taken[0]!.raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im);
  expect(server.taken[0]!.to).toEqual(['ada@example.com']);
});

it('is tried again after 4xx, and is visibly not sent after 5xx and after the last attempt', async () => {
  server.refuses = 451;
  await toUser(at.ada, 'Later');
  await eventually(() => server.attempts >= 4);
  server.refuses = undefined;
  await named('Later', 'sent');
  server.refuses = 550;
  await toUser(at.ada, 'Never');
  expect(await named('Never', 'failed')).toMatchObject({ why: expect.stringMatching(/550 not now/) });
});

it('a bounce marks what came back, and is not answered', async () => {
  await toUser(at.ada, 'Returned');
  await named('Returned', 'sent');
  const [id] = /<zo\.[^>]+>/.exec(server.taken[0]!.raw)!;
  await at.send({
    envelope: { from: '', to: ['ada@zo.test'] },
    raw: `From: mailer@example.com\r\nTo: ada@zo.test\r\nSubject: failure\r\n\r\nOriginal-Message-ID: ${id}\r\n`,
  });
  expect((await named('failure', 'bounce')).why).toMatch(/came back/);
  await named('Returned', 'failed');
  expect(await at.told()).toEqual([]);
});

it('a server is tried before it is kept, its password is shown to nobody, and only the owner sets it', async () => {
  await expect(at.json(at.ada, '/api/channels/mail-server', settings({ password: 'wrong' }), 'PUT')).rejects.toThrow(
    /422 .*does not accept the name and password/,
  );
  await expect(at.json(at.bob, '/api/channels/mail-server', settings(), 'PUT')).rejects.toThrow(/404/);
  const shown = await at.json(at.ada, '/api/channels');
  expect(shown.server).toEqual({ host: '127.0.0.1', port: server.port, secure: false, username: 'zo', fixed: false });
  expect((await at.json(at.bob, '/api/channels')).server).toBeNull();
  const { rows } = await at.sql.query<{ sealed: Buffer }>('select sealed from channels.mail_servers');
  expect(rows[0]!.sealed.toString('latin1')).not.toContain(MAIL_USER.password);
});

it('the assistant writes to one user only so often in an hour', async () => {
  await at.json(at.ada, '/api/channels/mail-server', undefined, 'DELETE');
  for (let n = 0; n < MAX_TO_USER; n++) expect(await toUser(at.bob, `n ${n}`)).toMatchObject({ kept: true });
  await expect(toUser(at.bob, 'one more')).rejects.toThrow(/too much at once/);
});
