/** Messages sent while an answer is written. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { calls } from './scripted.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());
beforeEach(() => void (at.provider.requests.length = 0));

/** An answer that goes on when the test says so. */
function gated(...scripts: Script[]) {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const first: Script = async (answer, request) => {
    answer.text('Begun. ');
    await gate;
    await scripts[0]!(answer, request);
  };
  at.provider.script(first, ...scripts.slice(1));
  return { open };
}

const says =
  (text: string): Script =>
  (answer) => {
    answer.text(text);
    answer.end();
  };
const opened = (id: string) => at.me.json<any>(`/api/conversations/${id}`);
const queue = (id: string, text: string, more = {}) =>
  at.me.json<{ id: string }>(`/api/conversations/${id}/queue`, { json: { text, ...more } });
const sendNow = (id: string, message: string) =>
  at.me.json(`/api/conversations/${id}/queue/${message}/send`, { json: {} });
const requests = () => at.provider.requests.map(({ request }) => request.messages);
const begun = (run: string) => at.me.follow(run, { until: ({ type }) => type === 'text.delta' });
const nextRun = (id: string, before: string) =>
  eventually(async () => {
    const { messages } = await opened(id);
    const { run_id, status } = messages.at(-1);
    return run_id !== before && status === 'complete' ? messages : undefined;
  });

describe('CH-03 a message while an answer is written', () => {
  it('CH-03 waits, is shown to every device, and is sent after the answer, in order', async () => {
    const { open } = gated(says('one'), says('two'), says('three'));
    const sent = await at.me.send('first');
    await begun(sent.run_id);
    const pasted = { id: 'p', kind: 'text', title: 'list', content: 'a\nb', lineCount: 2, charCount: 3, createdAt: 0 };
    await queue(sent.conversation_id, 'second', { attachments: [pasted] });
    await queue(sent.conversation_id, 'third');
    expect((await opened(sent.conversation_id)).queued).toMatchObject([
      { kind: 'after', text: 'second', attachments: [{ title: 'list' }] },
      { kind: 'after', text: 'third' },
    ]);
    open();
    const messages = await eventually(async () => {
      const { messages: all, queued } = await opened(sent.conversation_id);
      return queued.length === 0 && all.length === 6 && all.at(-1).status === 'complete' ? all : undefined;
    });
    expect(messages.map(({ parts }: any) => parts[0].text)).toEqual([
      'first',
      'Begun. one',
      'second',
      'two',
      'third',
      'three',
    ]);
    expect(requests()[1]!.at(-1)!.content).toContain('a\nb');
    expect(requests()).toHaveLength(3);
  });

  it('CH-03 steers: the model is shown it before its next step, and later requests repeat it there', async () => {
    const { open } = gated(
      (answer) => {
        answer.call('c', 'run_bash_command', { cmd: 'echo hi' });
        answer.end('tool_calls');
      },
      says('Done in blue.'),
      says('later'),
    );
    const sent = await at.me.send('paint it red');
    await begun(sent.run_id);
    const { id } = await queue(sent.conversation_id, 'no, blue');
    await sendNow(sent.conversation_id, id);
    open();
    const { end, parts } = await at.me.follow(sent.run_id);
    expect(end.status).toBe('complete');
    expect(parts.map(({ type }) => type)).toEqual(['text', 'tool', 'steer', 'text']);
    expect(
      requests()[1]!
        .map(({ role }) => role)
        .slice(-3),
    ).toEqual(['assistant', 'tool', 'user']);
    expect(requests()[1]!.at(-1)!.content).toBe('no, blue');
    const { messages, queued } = await opened(sent.conversation_id);
    expect(queued).toEqual([]);
    expect(messages.at(-1).parts[2]).toMatchObject({ type: 'steer', text: 'no, blue' });
    await at.me.ask('next', { id: sent.conversation_id });
    expect(requests()[2]!.slice(0, requests()[1]!.length)).toEqual(requests()[1]);
  });

  it('CH-03 steers a model that was about to end', async () => {
    const { open } = gated(says('I am done.'), says('And that too.'));
    const sent = await at.me.send('do this');
    await begun(sent.run_id);
    const { id } = await queue(sent.conversation_id, 'and that');
    await sendNow(sent.conversation_id, id);
    open();
    const { end, parts } = await at.me.follow(sent.run_id);
    expect(end.status).toBe('complete');
    expect(parts.map((part) => ('text' in part ? part.text : part.type))).toEqual([
      'Begun. I am done.',
      'and that',
      'And that too.',
    ]);
    expect(requests()).toHaveLength(2);
  });

  it('CH-03 keeps what waits when the answer is stopped, until it is sent or removed', async () => {
    const { open } = gated(says('never'));
    const sent = await at.me.send('long');
    await begun(sent.run_id);
    const first = await queue(sent.conversation_id, 'first of two');
    const second = await queue(sent.conversation_id, 'second of two');
    await at.me.json(`/api/runs/${sent.run_id}/stop`, { json: {} });
    await at.me.follow(sent.run_id);
    open();
    expect((await opened(sent.conversation_id)).queued).toMatchObject([
      { kind: 'held', text: 'first of two' },
      { kind: 'held', text: 'second of two' },
    ]);
    at.provider.script(says('sent by hand'));
    await sendNow(sent.conversation_id, first.id);
    const messages = await nextRun(sent.conversation_id, sent.run_id);
    expect(messages.at(-2).parts).toEqual([{ type: 'text', text: 'first of two' }]);
    await at.me.json(`/api/conversations/${sent.conversation_id}/queue/${second.id}`, { method: 'DELETE' });
    expect((await opened(sent.conversation_id)).queued).toEqual([]);
    const again = await at.me.fetch(`/api/conversations/${sent.conversation_id}/queue/${first.id}/send`, { json: {} });
    expect(again.status).toBe(404);
  });

  it('CH-03 waits once for its id, and is sent once, whether it is queued or sent again', async () => {
    const { open } = gated(says('never'));
    const sent = await at.me.send('long');
    const { conversation_id: chat } = sent;
    await begun(sent.run_id);
    const id = crypto.randomUUID();
    const add = () => queue(chat, 'once', { id });
    expect((await Promise.all([add(), add()])).concat(await add()).map((each) => each.id)).toEqual([id, id, id]);
    expect((await opened(chat)).queued).toMatchObject([{ id, kind: 'after' }]);
    await at.me.json(`/api/runs/${sent.run_id}/stop`, { json: {} });
    await at.me.follow(sent.run_id);
    open();
    at.provider.script(says('sent as usual'));
    const { run_id } = await at.me.json<{ run_id: string }>(`/api/conversations/${chat}/messages`, {
      json: { id, text: 'once' },
    });
    await at.me.follow(run_id);
    const { queued, messages } = await opened(chat);
    expect([queued, messages.length, messages.at(-2).id]).toEqual([[], 4, id]);
    const late = await at.me.fetch(`/api/conversations/${chat}/queue`, { json: { id, text: 'once' } });
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'chat.already_sent' }]);
  });

  it('CH-03 sends nothing again that the model was shown while it answered', async () => {
    const { open } = gated(calls('run_bash_command', { cmd: 'echo hi' }), says('seen'));
    const { conversation_id: chat, run_id } = await at.me.send('work');
    await begun(run_id);
    const { id } = await queue(chat, 'once more');
    await sendNow(chat, id);
    open();
    await at.me.follow(run_id);
    const again = await at.me.fetch(`/api/conversations/${chat}/messages`, { json: { id, text: 'once more' } });
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'chat.already_sent' }]);
    expect((await opened(chat)).messages).toHaveLength(2);
  });

  it('CH-03 refuses what cannot wait, and hides the queue from others', async () => {
    at.provider.script(says('short'));
    const { sent } = await at.me.ask('short');
    const { fetch } = at.me;
    const path = `/api/conversations/${sent.conversation_id}/queue`;
    const late = await fetch(path, { json: { text: 'too late' } });
    expect([late.status, await late.json()]).toMatchObject([409, { code: 'chat.not_running' }]);
    expect((await fetch(path, { json: { text: ' ' } })).status).toBe(400);
    const { open } = gated(says('end'));
    const { run_id } = await at.me.send('again', { id: sent.conversation_id });
    const { id } = await queue(sent.conversation_id, 'mine');
    const strangers = [
      await at.other.fetch(path, { json: { text: 'theirs' } }),
      await at.other.fetch(`${path}/${id}/send`, { json: {} }),
      await at.other.fetch(`${path}/${id}`, { method: 'DELETE' }),
    ];
    expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404]);
    at.provider.script(says('end'));
    open();
    await nextRun(sent.conversation_id, run_id);
  });
});
