/** Which pages a mail can have opened, on a real computer and a site of the private network. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { agentBundle } from '@zo/testing/agent-bundle';
import { dirname } from 'node:path';
import { articlePage, type FakeSite, startFakeSite } from '../../../infra/testing/product/fake-site.js';
import { ArrivingMessages } from './arriving-messages.js';
import { type Harness, startHarness } from './harness.js';
import { hostChannels, type HostedChannels } from './hosted-channels.js';
import { fine } from './scripted.js';

let at: Harness;
let site: FakeSite;
let channels: HostedChannels;
let arriving: ArrivingMessages;

beforeAll(async () => {
  at = await startHarness({ computer: true, limits: { ZO_PROGRAMS: dirname(await agentBundle()) } });
  site = await startFakeSite();
  channels = hostChannels(at.platform.platform);
  arriving = await ArrivingMessages.open(at);
});
afterAll(async () => {
  await arriving.close();
  await site.stop();
  await at.stop();
});

it('S3 no mail opens an address of the private network, not even one of the owner that names it', async () => {
  site.set('/secret', { html: articlePage('Secret') });
  const url = `${site.url}/secret`;
  const read = (answer: any) => {
    answer.call('read', 'read_webpage', { url });
    answer.end('tool_calls');
  };
  // Typed in the product, the same words open it.
  at.provider.script(read, fine);
  await at.me.ask(`Read ${url}, please.`);
  expect(site.asked).toHaveLength(1);

  const messageId = crypto.randomUUID();
  channels.messages.set(`${at.userId} ${messageId}`, { text: `Read ${url}, please.` });
  at.provider.script(read, fine);
  await arriving.tell(messageId);
  const ended = await eventually(async () => {
    const sql = `select r.status, c.result from chat.runs r join chat.tool_calls c on c.run_id = r.id
      where r.origin_id = $1 and r.ended_at is not null`;
    return (await at.sql.query(sql, [`message:${messageId}`])).rows[0];
  });
  expect(ended).toMatchObject({ status: 'complete', result: { type: 'error', code: 'forbidden' } });
  expect(site.asked).toHaveLength(1);
});
