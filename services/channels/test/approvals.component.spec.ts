/** Questions of waiting runs, answered by a link from a mail or a text message. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { type FakePush, startFakePush } from '../../../infra/testing/product/fake-push.js';
import { MAX_A_MINUTE } from '../src/approvals/approval-links.controller.js';
import { MAX_ASKED } from '../src/approvals/questions.js';
import { askedOf, type Page } from './asked.js';
import { type Harness, messageOf, startHarness } from './harness.js';
import type { HostedPerson } from './hosted-people.js';

let at: Harness;
let push: FakePush;
beforeAll(async () => {
  push = await startFakePush();
  at = await startHarness({
    ZO_PUSH_RELAY: push.url,
    ZO_SMTP_PORT: '0',
    ZO_PUBLIC_URL: 'https://zo.test',
    ZO_APPROVAL_SWEEP_MS: '50',
  });
});
afterAll(async () => {
  await at?.stop();
  await push?.stop();
});
beforeEach(async () => {
  await at.platform.platform.cache.delete(`asked:${at.ada.userId}`);
  await at.platform.platform.cache.delete('approval-links:none');
  push.requests.length = 0;
});

const { waits, notice, mailed, open } = askedOf(() => at);
const pageToken = ({ html }: Page) => /name="page" value="([\w-]+)"/.exec(html)![1]!;
async function answer(path: string, decision: string, { who, reply }: { who?: HostedPerson; reply?: string } = {}) {
  const form = { page: pageToken(await open(path)), decision, ...(reply !== undefined && { reply }) };
  return open(path, { who, form });
}

describe('a link', () => {
  it('is mailed once for each question, says nothing of the chat but its name, and shows exactly what is asked', async () => {
    const question = waits();
    const path = await mailed(question);
    await at.fromChat('run.notice', notice('parked', question));
    const other = waits();
    await mailed(other);
    const { items } = await at.json(at.ada, '/api/outbox');
    const about = items.filter(({ subject }: any) => subject === `Zo asks: ${question.title}`);
    expect(about).toHaveLength(1);
    expect(about[0]).toMatchObject({
      peer: 'ada@example.com',
      preview: expect.stringMatching(/wants to run a command/),
    });
    expect(JSON.stringify(about)).not.toContain('echo');
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain('Run this command?');
    expect(page.html).toContain('echo &lt;b&gt;hi&lt;/b&gt;<mark>U+202E</mark>');
    expect(page.html).not.toMatch(/<b>|<script/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    const { rows } = await at.sql.query('select token_hash from channels.approval_links where approval_id = $1', [
      question.approvalId,
    ]);
    expect(rows[0].token_hash.toString('latin1')).not.toContain(path.slice(-43));
    const app = await open(
      await mailed(
        waits({
          kind: 'app',
          tool: 'use_app_slack',
          args: JSON.stringify({
            tool_name: 'send_message',
            configured_props: { channel: '#team', text: 'Hi <b>\n"all"' },
          }),
        }),
      ),
    );
    expect(app.html).toContain('<h1>Send a message in Slack?</h1>');
    expect(app.html).toContain('<dt>channel</dt><dd>#team</dd><dt>text</dt><dd>Hi &lt;b&gt;\n&quot;all&quot;</dd>');
    // Scanners follow links.
    for (let n = 0; n < 3; n++) await open(path);
    expect(at.hosted.decided).toEqual([]);
  });

  it('shows what is written in characters that nobody sees', async () => {
    const args = JSON.stringify({ cmd: 'echo hi\u{e0073}\u{e0065}\u061c\u3164' });
    const { html } = await open(await mailed(waits({ args })));
    expect(html).toContain('echo hi<mark>U+E0073</mark><mark>U+E0065</mark><mark>U+061C</mark><mark>U+3164</mark>');
  });

  it('answers once, with the page that showed the question', async () => {
    const question = waits();
    const path = await mailed(question);
    expect((await open(path, { form: { decision: 'approve' } })).status).toBe(400);
    expect((await open(path, { form: { decision: 'approve', page: 'of another link' } })).status).toBe(403);
    expect(at.hosted.decided).toEqual([]);
    const form = { page: pageToken(await open(path)), decision: 'approve' };
    const all = await Promise.all([1, 2, 3].map(() => open(path, { form })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    const { approvalId, runId, argsHash } = question;
    expect(at.hosted.decided).toEqual([
      expect.objectContaining({
        approvalId,
        runId,
        argsHash,
        decision: 'approve',
        via: 'email',
        userId: at.ada.userId,
      }),
    ]);
    const used = await open(path);
    expect([used.status, used.html]).toEqual([410, expect.stringContaining('You said yes with this link')]);
    at.hosted.decided.length = 0;
  });

  it('that expired, was revoked, answered elsewhere, is unknown, or about other arguments says so, and does nothing', async () => {
    const late = await mailed(waits(), -1);
    expect((await open(late)).html).toContain('Nobody answered in time');
    const elsewhere = waits();
    const path = await mailed(elsewhere);
    const form = { page: pageToken(await open(path)), decision: 'approve' };
    elsewhere.state = 'answered';
    expect((await open(path, { form })).html).toContain('This was answered elsewhere');
    const changed = waits();
    const changedPath = await mailed(changed);
    const changedForm = { page: pageToken(await open(changedPath)), decision: 'approve' };
    changed.argsHash = 'of other arguments';
    expect((await open(changedPath, { form: changedForm })).status).toBe(410);
    const unknown = await open(`/api/approvals/${'x'.repeat(43)}`);
    expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('This link is not known')]);
    const revoked = await mailed(waits());
    const by = { email: false, sms: false, push: true, telegram: true, details: false };
    await at.json(at.ada, '/api/channels/asked-by', by, 'PUT');
    expect((await open(revoked)).html).toContain('You are no longer asked this way');
    expect((await at.json(at.ada, '/api/channels')).asked_by).toEqual(by);
    const quiet = waits();
    await at.fromChat('run.notice', notice('parked', quiet));
    // Told of after it, on the same way.
    await at.fromChat('run.notice', notice('waiting', quiet));
    const links = `select channel from channels.approval_links where approval_id = $1`;
    const sent = await eventually(async () => {
      const { rows } = await at.sql.query(links, [quiet.approvalId]);
      return rows.length > 0 && rows;
    });
    expect(sent).toEqual([{ channel: 'push' }]);
    await at.json(at.ada, '/api/channels/asked-by', { ...by, email: true }, 'PUT');
    await mailed(waits());
    expect(at.hosted.decided).toEqual([]);
  });

  it('of somebody else is not theirs to answer, and what needs a session is allowed only with one', async () => {
    const path = await mailed(waits({ kind: 'two', needsSession: true }));
    expect((await open(path, { who: at.bob })).html).toContain('This is for somebody else');
    expect((await answer(path, 'approve', { who: at.bob })).status).toBe(403);
    const refused = await answer(path, 'approve');
    expect([refused.status, refused.html]).toEqual([401, expect.stringContaining('Sign in first')]);
    expect(at.hosted.decided).toEqual([]);
    expect((await answer(path, 'approve', { who: at.ada })).html).toContain('Allowed');
    // A no harms nobody.
    const other = await mailed(waits({ kind: 'destroy', needsSession: true }));
    expect((await answer(other, 'deny')).html).toContain('Not allowed');
    expect(at.hosted.decided.map(({ decision }) => decision)).toEqual(['approve', 'deny']);
    at.hosted.decided.length = 0;
  });

  it('answers a question in words', async () => {
    const path = await mailed(waits({ kind: 'question', inWords: true, tool: 'ask_user' }));
    expect((await answer(path, 'approve', { reply: ' ' })).status).toBe(400);
    const answered = await answer(path, 'approve', { reply: 'the red one' });
    expect([answered.status, answered.html]).toEqual([200, expect.stringContaining('Zo goes on with your answer')]);
    const used = await open(path);
    expect([used.status, used.html]).toEqual([410, expect.stringContaining('Your answer was sent with this link')]);
    expect(at.hosted.decided).toEqual([expect.objectContaining({ decision: 'approve', reply: 'the red one' })]);
    at.hosted.decided.length = 0;
  });

  it('keeps the answer while chat does not answer, and tells it once then', async () => {
    const path = await mailed(waits());
    const form = { page: pageToken(await open(path)), decision: 'deny' };
    at.hosted.failsToDecide = true;
    expect((await open(path, { form })).status).toBe(200);
    expect(at.hosted.decided).toEqual([]);
    at.hosted.failsToDecide = false;
    await eventually(() => at.hosted.decided.length === 1);
    await eventually(async () => {
      const { rows } = await at.sql.query(
        'select 1 from channels.approval_links where decision is not null and told_at is null',
      );
      return rows.length === 0;
    });
    expect(at.hosted.decided).toHaveLength(1);
    at.hosted.decided.length = 0;
  });

  it('is told although chat fails at an answer that was given before', async () => {
    const [broken, other] = [waits(), waits()];
    at.hosted.failing.add(broken.approvalId);
    at.hosted.failsToDecide = true;
    for (const question of [broken, other]) await answer(await mailed(question), 'approve');
    at.hosted.failsToDecide = false;
    await eventually(() => at.hosted.decided.some(({ approvalId }) => approvalId === other.approvalId));
    expect(at.hosted.questions.get(broken.approvalId)!.state).toBe('open');
    at.hosted.failing.clear();
    await eventually(() => at.hosted.decided.some(({ approvalId }) => approvalId === broken.approvalId));
    at.hosted.decided.length = 0;
  });

  it('a reply by mail is a message to the chat, and no answer to the question', async () => {
    const question = waits();
    await mailed(question);
    const { id } = await messageOf(at, at.ada, ({ subject }) => subject === `Zo asks: ${question.title}`);
    await at.json(at.ada, `/api/outbox/${id}/reply`, { text: 'yes' });
    await messageOf(at, at.ada, ({ preview, state }) => preview === 'yes' && state === 'received');
    expect(at.hosted.decided).toEqual([]);
  });

  it('is opened and sent only so often', async () => {
    const path = await mailed(waits());
    for (let n = 0; n < MAX_A_MINUTE; n++) await open(path);
    expect((await open(path)).status).toBe(429);
    const asked = Array.from({ length: MAX_ASKED }, () => waits());
    for (const question of asked) await at.fromChat('run.notice', notice('parked', question));
    await at.fromChat('run.notice', notice('parked', waits({ userId: at.bob.userId, title: 'last' })));
    await messageOf(at, at.bob, ({ subject }) => subject === 'Zo asks: last');
    const sent = `select count(*)::int as count from channels.approval_links where approval_id = any($1)`;
    // One was sent before.
    const count = async () => (await at.sql.query(sent, [asked.map(({ approvalId }) => approvalId)])).rows[0].count;
    await eventually(async () => (await count()) === MAX_ASKED - 1);
  });
});
