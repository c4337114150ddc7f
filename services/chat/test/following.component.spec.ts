import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Answer, Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine, lastMessage } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true, limits: { ZO_STEP_MAX_CHARS: '20000' } });
});
afterAll(() => at.stop());

const ask = (...scripts: Script[]) => askScripted(at, ...scripts);
const stored = (id: string) => lastMessage(at, id);

describe('CH-01 stop', () => {
  it("CH-01 aborts the provider's request and keeps the text", async () => {
    at.provider.requests.length = 0;
    at.provider.script((answer) => answer.text('words so far'));
    const sent = await at.me.send('go');
    await at.me.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
    const begun = performance.now();
    expect((await at.me.fetch(`/api/runs/${sent.run_id}/stop`, { json: {} })).status).toBe(202);
    const { end } = await at.me.follow(sent.run_id);
    await eventually(() => at.provider.requests[0]!.cancelled);
    console.log(`CH-01: stopped after ${Math.round(performance.now() - begun)} ms`);
    expect(end.status).toBe('stopped');
    expect(await stored(sent.conversation_id)).toMatchObject({
      status: 'stopped',
      parts: [{ type: 'text', text: 'words so far' }],
    });
  });

  it('CH-01 stops before the first token, and during a retry delay', async () => {
    for (const script of [() => undefined, (answer: Answer) => answer.status(429, { 'retry-after': '2' })]) {
      at.provider.requests.length = 0;
      at.provider.script(script);
      const sent = await at.me.send('go');
      await eventually(() => at.provider.requests.length > 0);
      await at.me.fetch(`/api/runs/${sent.run_id}/stop`, { json: {} });
      expect((await at.me.follow(sent.run_id)).end.status).toBe('stopped');
      expect(at.provider.requests).toHaveLength(1);
    }
  });

  it('CH-01 stops a running command', async () => {
    at.provider.script((answer) => {
      answer.call('s', 'run_bash_command', { cmd: 'sleep 60' });
      answer.end('tool_calls');
    });
    const sent = await at.me.send('go');
    await at.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.running' });
    await at.me.fetch(`/api/runs/${sent.run_id}/stop`, { json: {} });
    const { end, parts } = await at.me.follow(sent.run_id);
    expect(end.status).toBe('stopped');
    expect(parts[0]).toMatchObject({ state: 'error', result: { code: 'stopped' } });
  });

  it('a second message during an unfinished answer is refused', async () => {
    at.provider.script(() => undefined);
    const sent = await at.me.send('go');
    const second = await at.me.fetch(`/api/conversations/${sent.conversation_id}/messages`, {
      json: { text: 'me too' },
    });
    expect([second.status, ((await second.json()) as any).code]).toEqual([409, 'chat.run_active']);
    const both = await Promise.all(
      [1, 2].map(() => at.me.fetch('/api/conversations', { json: {} }).then((r) => r.json() as any)),
    );
    const raced = await Promise.all(
      [1, 2, 3].map(() =>
        at.me.fetch(`/api/conversations/${both[0].id}/messages`, { json: { text: 'race', parent_id: null } }),
      ),
    );
    expect(raced.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await at.me.fetch(`/api/conversations/${both[0].id}`, { method: 'DELETE' });
    await at.me.fetch(`/api/runs/${sent.run_id}/stop`, { json: {} });
    await at.me.follow(sent.run_id);
  });
});

describe('D13 following a run', () => {
  it('D13 a thousand disconnects at random moments deliver every event once and in order', async () => {
    at.provider.script(async (answer) => {
      for (let index = 0; index < 60; index++) {
        answer.text(`w${index} `);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      answer.end();
    });
    const sent = await at.me.send('go');
    const readers = Array.from({ length: 25 }, async () => {
      const seen: number[] = [];
      let text = '';
      for (let drops = 0; drops < 40; drops++) {
        const part = await at.me.follow(sent.run_id, { from: seen.at(-1) ?? 0, until: () => drops < 39 });
        seen.push(...part.events.map(({ seq }) => seq));
        text += part.text;
        if (part.end.status !== 'open') break;
      }
      return { seen, text };
    });
    const whole = (await at.me.follow(sent.run_id)).text;
    for (const { seen, text } of await Promise.all(readers)) {
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => index + 1));
      expect(text).toBe(whole);
    }
  });

  it('CH-10 the first words are shown while they are stored, and stay where they are', async () => {
    let speak: () => void = () => undefined;
    const isTurn = new Promise<void>((resolve) => (speak = resolve));
    at.provider.script(async (answer) => {
      await isTurn;
      answer.text('Hello ');
      answer.text('there');
      answer.end();
    });
    const sent = await at.me.send('go');
    await at.sql.query('begin');
    await at.sql.query('select 1 from chat.runs where id = $1 for update', [sent.run_id]);
    let following = 0;
    const until = () => {
      following += 1;
      return false;
    };
    const first = at.me.follow(sent.run_id, { until, untilProvisional: true });
    const whole = at.me.follow(sent.run_id, { until });
    await eventually(() => following === 2);
    speak();
    const { events, provisional } = await first;
    expect(provisional).toEqual([
      { seq: 2, message_id: sent.assistant_message_id, type: 'text', text: expect.stringMatching(/^Hello /) },
    ]);
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([[1, 'run.started']]);
    await at.sql.query('commit');
    const all = await whole;
    expect(all.text).toBe('Hello there');
    expect(all.events[1]).toMatchObject({ seq: 2, type: 'text.delta', data: { text: 'Hello there' } });
    expect((await at.me.follow(sent.run_id)).provisional).toEqual([]);
  });

  it('CH-10 a chat opened during an answer returns the text so far and the sequence number to resume from', async () => {
    let go: () => void = () => undefined;
    at.provider.script(async (answer) => {
      answer.text('first half, ');
      await new Promise<void>((resolve) => (go = resolve));
      answer.text('second half');
      answer.end();
    });
    const sent = await at.me.send('go');
    await at.me.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
    const opened = await at.me.json<any>(`/api/conversations/${sent.conversation_id}`);
    expect(opened.messages.at(-1)).toMatchObject({
      status: 'running',
      parts: [{ type: 'text', text: 'first half, ' }],
    });
    expect(opened.active_run).toMatchObject({ id: sent.run_id, status: 'running' });
    go();
    expect((await at.me.follow(sent.run_id, { from: opened.active_run.seq })).text).toBe('second half');
  });

  it('notifies the user’s other devices', async () => {
    const heard: any[] = [];
    const stop = await at.platform.platform.cache.subscribe(`user:${at.userId}:live`, (message) =>
      heard.push(JSON.parse(message)),
    );
    const { sent } = await ask(fine);
    await eventually(() => heard.length >= 3);
    stop();
    expect(heard.map(({ type, payload }) => [type, payload.id, payload.change, payload.status])).toEqual([
      ['conversation', sent.conversation_id, 'created', undefined],
      ['conversation', sent.conversation_id, 'run', 'running'],
      ['conversation', sent.conversation_id, 'run', 'complete'],
    ]);
  });
});
