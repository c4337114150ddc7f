/** Floods of mail, and a process that dies between storing a mail and giving it to chat. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { MAX_HELD } from '../src/inbound/intake.js';
import { MAILS_PER_ADDRESS } from '../src/inbound/smtp.listener.js';
import { Postman } from '../src/messages/postman.js';
import { DKIM } from './dns.js';
import { type Harness, messageOf, startHarness } from './harness.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ ZO_MESSAGE_LEASE_MS: '300' });
});
afterAll(() => at.stop());

const mail = (subject: string, more: object = {}) => ({
  from: 'ada@example.com',
  to: 'ada@zo.test',
  subject,
  text: 'Please.',
  dkim: { domainName: 'example.com', ...DKIM },
  ...more,
});

it('a mail whose process died in the middle is given to chat once, by whoever comes next', async () => {
  const postman = at.service.service.app.get(Postman);
  const { work } = postman;
  let dead = 0;
  // What a process leaves that is killed in its work: the row is claimed, and nothing else happened.
  postman.work = async () => void (dead += 1);
  await at.send(mail('Survives'));
  await eventually(() => dead >= 1);
  const { items } = await at.json(at.ada, '/api/outbox');
  expect(items).toMatchObject([{ subject: 'Survives', state: 'arrived' }]);
  postman.work = work;
  const found = await messageOf(at, at.ada, ({ state }) => state === 'received');
  expect(await at.told()).toEqual([found.id]);
});

it('a chat that answers a machine ends after twenty messages in an hour', async () => {
  for (let n = 0; n < 21; n++) await at.send(mail(`ping ${n}`));
  const { items } = await at.json(at.ada, '/api/outbox?held=true');
  expect(items.length).toBeGreaterThanOrEqual(1);
  expect(items[0].why).toMatch(/within an hour/);
});

it('an address that sends too much is asked to come later, and held mail has an end', async () => {
  await at.sql.query(
    `insert into channels.messages (id, user_id, channel, direction, state, peer, event_id)
     select gen_random_uuid(), $1, 'email', 'in', 'held', 'x@example.org', gen_random_uuid() from generate_series(1, $2)`,
    [at.ada.userId, MAX_HELD],
  );
  const stranger = { from: 'eve@example.org', dkim: undefined };
  await at.send(mail('dropped', stranger));
  const count = async () =>
    (await at.sql.query(`select 1 from channels.messages where user_id = $1 and subject = 'dropped'`, [at.ada.userId]))
      .rowCount;
  expect(await count()).toBe(0);
  const sent = async () => {
    for (let n = 0; n <= MAILS_PER_ADDRESS.most; n++) await at.send(mail(`flood ${n}`, stranger));
  };
  await expect(sent()).rejects.toThrow(/451 too many mails from this address/);
});
