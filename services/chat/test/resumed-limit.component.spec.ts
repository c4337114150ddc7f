/** The spending limit of a schedule in a run that was resumed. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { chunk } from '../../../infra/testing/product/fake-provider.js';
import { DueTimes } from './due-times.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';
import { toldOfOrigin } from './told.js';

const DUE = 1_795_590_000_000n;
const scheduleId = crypto.randomUUID();
let at: Harness;
let zo: DueTimes;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  zo = await DueTimes.open(at);
});
afterAll(async () => {
  await zo.close();
  await at.stop();
});

const toldOf = (type: string) =>
  eventually(async () => (await toldOfOrigin(at, `occurrence:${scheduleId}:`)).find((fact) => fact.type === type));

it('MD-07 counts input that the provider had in its cache at what that costs', async () => {
  const price = { input: 10, output: 20, cacheRead: 0.1 };
  await at.sql.query(`update chat.providers set models = jsonb_set(models, '{0,price}', $1)`, [JSON.stringify(price)]);
  // A dollar, as much as the input of the first step would cost without the cache.
  at.zofiles.tasks.set(`${at.userId} ${scheduleId}`, { budgetNano: 1_000_000_000n });
  const usage = { prompt_tokens: 100_000, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 100_000 } };
  at.provider.script((answer) => {
    answer.call('ask', 'ask_user', { question: 'Which one?' });
    answer.event({ ...chunk({}, 'tool_calls'), usage });
    answer.raw('data: [DONE]\n\n');
    answer.response.end();
  }, fine);
  await zo.tell({ scheduleId, dueAt: DUE, attempt: 0 });
  const { runId } = await toldOf('run.started');
  await toldOf('run.parked');
  const { parts } = await at.me.follow(runId!, { until: ({ type }) => type === 'tool.approval' });
  const approval = (parts[0] as any).approval.id as string;
  await at.me.json(`/api/runs/${runId}/approvals/${approval}`, { json: { decision: 'approve', reply: 'the red one' } });
  expect(await toldOf('run.ended')).toMatchObject({ status: 'complete' });
});
