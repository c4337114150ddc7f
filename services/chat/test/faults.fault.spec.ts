import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { existsSync } from 'node:fs';
import type { Answer, Script } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine, lastMessage } from './scripted.js';

const IDLE_MS = 1_500;
let at: Harness;
beforeAll(async () => {
  at = await startHarness({
    computer: true,
    limits: { ZO_STEP_MAX_CHARS: '20000', ZO_MODEL_IDLE_MS: String(IDLE_MS), ZO_MODEL_PATIENCE_MS: String(IDLE_MS) },
  });
});
afterAll(() => at.stop());

/** A part of an answer as providers stream it. */
const chunkOf = (content: string) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
});
const ask = (...scripts: Script[]) => askScripted(at, ...scripts);
const stored = (id: string) => lastMessage(at, id);

describe('D12 a provider that fails', () => {
  it.each<[string, () => Record<string, string>, number]>([
    ['seconds', () => ({ 'retry-after': '1' }), 950],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 2_000).toUTCString() }), 900],
    ['milliseconds', () => ({ 'retry-after-ms': '400' }), 390],
    ['nothing', () => ({}), 0],
  ])('D12 429 with a retry delay of %s is retried after that delay', async (_name, headers, least) => {
    const { text, end, ms, asked } = await ask((answer) => answer.status(429, headers()), fine);
    expect([text, end.status, asked]).toEqual(['fine', 'complete', 2]);
    expect(ms).toBeGreaterThan(least);
  });

  it('D12 a retry delay longer than the limit fails at once with the reason', async () => {
    const { end, asked } = await ask((answer) => answer.status(429, { 'retry-after': '3600' }), fine);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('too many requests') });
    expect(asked).toBe(1);
  });

  it.each([500, 503, 529])('D12 status %i is retried', async (status) => {
    expect(
      await ask(
        (answer) => answer.status(status),
        (answer) => answer.status(status),
        fine,
      ),
    ).toMatchObject({ text: 'fine', asked: 3 });
  });

  it.each([
    [400, 'status 400'],
    [401, 'does not accept the key'],
    [404, 'does not know this model'],
  ])('D12 status %i is not retried', async (status, sentence) => {
    const { end, asked } = await ask((answer) => answer.status(status), fine);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining(sentence) });
    expect(asked).toBe(1);
  });

  it('D12 a reset before the first token is retried; after it the text is kept and marked', async () => {
    expect(await ask((answer) => answer.reset(), fine)).toMatchObject({ text: 'fine', asked: 2 });
    let breakOff: () => void = () => undefined;
    at.provider.requests.length = 0;
    at.provider.script((answer) => {
      answer.text('half an ');
      breakOff = () => answer.reset();
    }, fine);
    const sent = await at.me.send('go');
    await at.me.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
    breakOff();
    const cut = { ...(await at.me.follow(sent.run_id)), asked: at.provider.requests.length };
    expect(cut).toMatchObject({ text: 'half an ', asked: 1, end: { status: 'failed', error: expect.any(String) } });
    expect(await stored(sent.conversation_id)).toMatchObject({
      status: 'failed',
      parts: [{ type: 'text', text: 'half an ' }],
      error: expect.any(String),
    });
  });

  it('D12 a stalled stream ends after the idle timeout, with the text kept', async () => {
    const { end, text, ms } = await ask((answer) => answer.text('and then'));
    expect(end).toMatchObject({ status: 'failed', error: 'The model stopped answering.' });
    expect(text).toBe('and then');
    console.log(`D12: a stalled stream ended after ${Math.round(ms)} ms (idle timeout ${IDLE_MS} ms)`);
  });

  it('D12 keep-alives without content count as a stall', async () => {
    const { end } = await ask(async (answer) => {
      answer.text('x');
      while (!answer.cancelled) {
        answer.raw(': ping\n\n');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    expect(end.status).toBe('failed');
  });

  it('D12 an error event after 200 fails the run and keeps the text', async () => {
    const { end, text, asked } = await ask((answer) => {
      answer.text('so far');
      answer.event({ error: { message: 'Overloaded', type: 'overloaded_error', code: null } });
      answer.response.end();
    }, fine);
    expect([text, end.status, asked]).toEqual(['so far', 'failed', 1]);
  });

  it('D12 characters split between packets arrive intact', async () => {
    const words = 'Grüße 👋🏽 日本';
    const { text } = await ask(async (answer) => {
      const bytes = Buffer.from(`data: ${JSON.stringify(chunkOf(words))}\n\n`);
      for (const byte of bytes) {
        answer.raw(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      answer.end();
    });
    expect(text).toBe(words);
  });

  it('D12 null characters and unpaired surrogates cannot break the log', async () => {
    const { text, end } = await ask((answer) => {
      // The surrogate is escaped on the wire.
      answer.raw(`data: ${JSON.stringify(chunkOf('a\0b\ud83d'))}\n\n`);
      answer.end();
    });
    expect([text, end.status]).toEqual(['a\uFFFDb\uFFFD', 'complete']);
  });

  const touch = (answer: Answer, name: string) => answer.call('t', 'run_bash_command', { cmd: `touch ${name}` });
  const there = (name: string) => existsSync(at.workspace(name));

  it.each<[string, (answer: Answer) => void]>([
    [
      'without an end',
      (answer) => {
        touch(answer, 'bad1');
        answer.response.end();
      },
    ],
    [
      'cut off by a reset',
      (answer) => {
        touch(answer, 'bad1');
        setTimeout(() => answer.reset(), 50);
      },
    ],
    [
      'ended by its length',
      (answer) => {
        touch(answer, 'bad1');
        answer.end('length');
      },
    ],
    ['stalled', (answer) => touch(answer, 'bad1')],
  ])('D12 no call runs from a stream %s', async (_name, script) => {
    const { end, parts } = await ask(script);
    expect(end.status).toBe('failed');
    expect(parts.filter(({ type }) => type === 'tool')).toEqual([]);
    expect(there('bad1')).toBe(false);
  });

  it('D12 truncated arguments never run, and the model is told', async () => {
    const { parts } = await ask((answer) => {
      answer.call('t', 'run_bash_command', '{"cmd": "touch bad2');
      answer.end('tool_calls');
    }, fine);
    expect(parts[0]).toMatchObject({ type: 'tool', state: 'error', result: { code: 'invalid' } });
    expect(there('bad2')).toBe(false);
  });

  it('D12 an endless answer is ended and the request to the provider aborted', async () => {
    const { end, text } = await ask(async (answer) => {
      while (!answer.cancelled) {
        answer.text('on and on '.repeat(20));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('too long') });
    expect(text.length).toBeLessThan(40_000);
    await eventually(() => at.provider.requests[0]!.cancelled);
  });

  it.each(['eos_token', 'FUNCTION_CALL', 'whatever', ''])(
    'D12 a call runs although the provider calls the end of the stream %j',
    async (reason) => {
      const name = `ended-${reason || 'empty'}`;
      const { end, parts } = await ask((answer) => {
        touch(answer, name);
        answer.end(reason);
      }, fine);
      expect([end.status, parts[0]]).toMatchObject(['complete', { type: 'tool', state: 'done' }]);
      expect(there(name)).toBe(true);
    },
  );

  it('D12 a provider that is silent is not asked again', async () => {
    expect(await ask(() => undefined, fine)).toMatchObject({
      asked: 1,
      end: { error: 'The model stopped answering.' },
    });
  });

  it('D12 an answer of nothing but thoughts says so', async () => {
    const { end } = await ask((answer) => {
      answer.thought('Hm.');
      answer.end();
    });
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('wrote no answer') });
  });

  it.each<[string, number, string, string, string]>([
    ['a page', 200, 'text/html', '<h1>Sign in to the network</h1>', 'Sign in to the network'],
    ['an error as JSON', 200, 'application/json', '{"error":{"message":"model is loading"}}', 'model is loading'],
    ['malformed events', 200, 'text/event-stream', 'data: {"id": nonsense}\n\n', 'could not be understood'],
    ['a long prompt', 400, 'application/json', '{"error":{"message":"prompt is too long: 9 tokens"}}', 'too long for'],
    ['a word of context', 400, 'application/json', '{"error":{"message":"bad context item"}}', 'bad context item'],
    ['a country', 403, 'application/json', '{"error":{"message":"Country not supported"}}', 'Country not supported'],
    [
      'no credit',
      429,
      'application/json',
      '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}',
      'out of credit',
    ],
  ])('D12 %s is told in the provider’s own words, and not asked again', async (_name, status, type, body, words) => {
    const { end, asked } = await ask((answer) => {
      answer.response.writeHead(status, { 'content-type': type }).end(body);
    }, fine);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining(words) });
    expect(asked).toBe(1);
  });

  it('D12 a call without a name ends the answer with a sentence', async () => {
    const { end } = await ask((answer) => (answer.call('odd', '', '{}'), answer.end('tool_calls')), fine);
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('without naming it') });
  });

  it.each([200, 5_000, 9_900])('D12 a call with arguments nested %i deep does not run, and says why', async (depth) => {
    const { end, parts } = await ask((answer) => {
      answer.call('odd', 'run_bash_command', `${'['.repeat(depth)}${']'.repeat(depth)}`);
      answer.end('tool_calls');
    }, fine);
    expect(end.status).toBe('complete');
    expect(parts[0]).toMatchObject({ type: 'tool', state: 'error', args: '(nested too deep)' });
  });

  it.each<[string, (id: string) => Promise<unknown>, string]>([
    ['removed', (id) => at.me.fetch(`/api/models/providers/${id}`, { method: 'DELETE' }), 'is not available any more'],
    [
      'switched off',
      (id) => at.me.json(`/api/models/providers/${id}`, { method: 'PATCH', json: { enabled: false } }),
      'is not available any more',
    ],
    ['without its key', async () => undefined, 'does not accept the key'],
  ])(
    'D12 an answer whose model is %s in the middle keeps what was done, and says why it ends',
    async (how, change, why) => {
      const id = await at.me.useProvider(at.provider.url, 'other');
      const name = `kept-${how.replaceAll(' ', '-')}`;
      const { end, parts, asked } = await ask(
        async (answer) => {
          answer.text('First I write it down. ');
          answer.call('w', 'run_bash_command', { cmd: `touch ${name}` });
          await change(id);
          answer.end('tool_calls');
        },
        (answer) => answer.status(401, {}),
      );
      expect(end).toMatchObject({
        status: 'failed',
        error: expect.stringContaining(why),
        receipt: { files: [{ path: [name], change: 'created' }], commands: [{ exit_code: 0 }], undo: 'available' },
      });
      expect(parts).toMatchObject([{ text: 'First I write it down. ' }, { type: 'tool', state: 'done' }]);
      expect(asked).toBe(how === 'without its key' ? 2 : 1);
    },
  );
});
