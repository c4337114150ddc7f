/** Questions of waiting runs in notifications. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { FakeBrowser, type FakePush, startFakePush } from '../../../infra/testing/product/fake-push.js';
import { MAX_ON_WAY } from '../src/push/devices.service.js';
import { MAX_TEXT } from '../src/approvals/notification-text.js';
import { askedOf } from './asked.js';
import { type Harness, startHarness } from './harness.js';
import type { HostedQuestion } from './hosted-people.js';

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
  push.requests.length = 0;
});

const { waits, notice, mailed, open } = askedOf(() => at);

describe('a notification', () => {
  it('says what kind of act is asked, and carries what answers it', async () => {
    const phone = new FakeBrowser('https://push.example/phone');
    await at.json(at.ada, '/api/channels/devices', { subscription: phone.subscription, name: 'Chrome' });
    const question = waits({ kind: 'publish', needsSession: true });
    await at.fromChat('run.notice', notice('waiting', question));
    const told = await eventually(() => push.requests[0]);
    const { text, ask, ...shown } = phone.read(told) as any;
    expect(text).toBe('Zo wants to publish something.');
    expect(shown.title).toBe(question.title);
    expect((await open(ask.path)).html).toContain('A yes needs you to be signed in');
    const done = await open(ask.path, { form: { decision: 'deny', page: ask.page } });
    expect(done.status).toBe(200);
    expect(at.hosted.decided).toEqual([expect.objectContaining({ decision: 'deny', via: 'push' })]);
    at.hosted.decided.length = 0;
  });

  it('is answered with yes only by who is signed in: it may be seen where they have signed out', async () => {
    const phone = new FakeBrowser('https://push.example/left');
    await at.json(at.ada, '/api/channels/devices', { subscription: phone.subscription, name: 'Left' });
    await at.fromChat('run.notice', notice('waiting', waits()));
    const told = await eventually(() => push.requests.find(({ path }) => path.endsWith('/left')));
    const { ask } = phone.read(told) as { ask: { path: string; page: string } };
    const form = { decision: 'approve', page: ask.page };
    expect((await open(ask.path, { form })).status).toBe(401);
    expect(at.hosted.decided).toEqual([]);
    expect((await open(ask.path, { form, who: at.ada })).status).toBe(200);
    expect(at.hosted.decided).toEqual([expect.objectContaining({ decision: 'approve', via: 'push' })]);
    at.hosted.decided.length = 0;
  });

  it('of a push service that does not answer holds up nothing else, and only a few wait for it', async () => {
    const { devices } = await at.json(at.ada, '/api/channels/devices');
    let release = () => undefined as void;
    push.held = new Promise((resolve) => (release = resolve));
    for (let n = 0; n <= MAX_ON_WAY; n++) await at.fromChat('run.notice', notice('waiting', waits()));
    await mailed(waits());
    expect([push.requests.length, push.broken]).toEqual([MAX_ON_WAY * devices.length, 0]);
    release();
    push.held = undefined;
  });

  it('shows what is asked only to users who want that on a locked screen, cut and with hidden characters visible', async () => {
    const phone = new FakeBrowser('https://push.example/locked');
    await at.json(at.ada, '/api/channels/devices', { subscription: phone.subscription, name: 'Locked' });
    const { asked_by: by } = await at.json(at.ada, '/api/channels');
    expect(by.details).toBe(false);
    const change = (changed: object) => at.json(at.ada, '/api/channels/asked-by', changed, 'PUT');
    // Two tabs, each of which changes one thing.
    await Promise.all([change({ details: true }), change({ telegram: false })]);
    expect((await at.json(at.ada, '/api/channels')).asked_by).toEqual({ ...by, details: true, telegram: false });
    const textOf = async (question: HostedQuestion) => {
      push.requests.length = 0;
      await at.fromChat('run.notice', notice('waiting', question));
      const told = await eventually(() => push.requests.find(({ path }) => path.endsWith('/locked')));
      return (phone.read(told) as { text: string }).text;
    };
    expect(await textOf(waits())).toBe('Run this command? echo <b>hi</b>⟨U+202E⟩');
    expect(await textOf(waits({ inWords: true, reason: 'Which\nhotel?' }))).toBe('Zo has a question Which hotel?');
    const long = await textOf(waits({ args: JSON.stringify({ cmd: `echo ${'🚂'.repeat(5_000)}` }) }));
    expect([Array.from(long).length, long.endsWith('🚂…')]).toEqual([MAX_TEXT, true]);
    await at.json(at.ada, '/api/channels/asked-by', by, 'PUT');
    expect(await textOf(waits())).toBe('Zo wants to run a command.');
  });
});
