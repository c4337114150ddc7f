import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
let mock: LLMock;
beforeAll(async () => {
  at = await startHarness({ computer: true, usesProvider: false });
  mock = new LLMock({ port: 0 });
  const toolCalls = [{ name: 'run_bash_command', arguments: '{"cmd":"echo wired"}' }];
  // Gemini's finish reason for a completed call is STOP; the mock would send one Google does not have.
  mock.addFixture({
    match: { userMessage: 'use the tool, gemini', hasToolResult: false },
    response: { content: '', toolCalls, finishReason: 'STOP' } as never,
  });
  mock.addFixture({
    match: { userMessage: 'use the tool', hasToolResult: false },
    response: { content: '', toolCalls },
  });
  mock.addFixture({
    match: { userMessage: 'use the tool', hasToolResult: true },
    response: { content: 'The command said wired.' },
  });
  mock.onMessage('hello', { content: 'Hello from the wire.' });
  await mock.start();
});
afterAll(async () => {
  await mock.stop();
  await at.stop();
});

/** Returns a port nobody listens on. It is not one of the ports that fetch refuses to try. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const add = (json: object) => at.me.json<any>('/api/models/providers', { json });
const KEY = 'sk-canary-5f2c9e-do-not-leak';

describe('MD-01 models', () => {
  it.each([
    ['openai', 'gpt-5-mini', '/v1'],
    ['anthropic', 'claude-sonnet-4-5', '/v1'],
    ['google', 'gemini-2.5-flash', '/v1beta'],
    ['xai', 'grok-4', '/v1'],
    ['openai-compatible', 'local-model', '/v1'],
    ['ollama', 'llama3.2', ''],
  ])('MD-01 %s uses its own wire format, streams and calls tools', async (kind, slug, path) => {
    const provider = await add({ kind, base_url: `${mock.url}${path}`, api_key: KEY, models: [slug] });
    const model = `${provider.id}:${slug}`;
    const hello = await at.me.ask('hello', { model });
    expect([hello.end.status, hello.text]).toEqual(['complete', 'Hello from the wire.']);
    const { parts, text, end } = await at.me.ask(kind === 'google' ? 'use the tool, gemini' : 'use the tool', {
      model,
    });
    expect([end.status, text]).toEqual(['complete', 'The command said wired.']);
    expect(parts.find((part): part is ToolPart => part.type === 'tool')).toMatchObject({
      tool: 'run_bash_command',
      state: 'done',
      result: { type: 'text', text: 'wired' },
    });
  });

  it('MD-01 lists every field, sorted by priority and label, the helper last', async () => {
    const models = await at.me.json<any[]>('/api/models/available');
    const { provider_id, value, ...claude } = models.find(({ slug }) => slug === 'claude-sonnet-4-5');
    expect(value).toBe(`${provider_id}:claude-sonnet-4-5`);
    expect(claude).toEqual({
      slug: 'claude-sonnet-4-5',
      label: 'claude-sonnet-4-5',
      description: expect.any(String),
      type: 'other',
      priority: 11,
      vendor_slug: 'anthropic',
      knowledge_cutoff_date: expect.any(String),
      context_window: 200_000,
      features: { extend_reasoning: true, control_verbosity: false },
      meter: ['chat'],
      vision: true,
      reasoning: { kind: 'token_budget', min_tokens: 1_024, max_tokens: 64_000 },
      provider_label: 'Anthropic',
    });
    expect(models.find(({ slug }) => slug === 'gpt-5-mini')).toMatchObject({
      type: 'fast',
      vendor_slug: 'openai',
      reasoning: { kind: 'levels' },
      features: { control_verbosity: true },
    });
    expect(models.find(({ slug }) => slug === 'grok-4').vendor_slug).toBe('x');
    const order = models.map(({ priority }) => priority);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(models.at(-1)).toMatchObject({ value: 'zo/helper', label: 'Built-in helper', helper: true });
    expect(await at.other.json<any[]>('/api/models/available')).toEqual([
      expect.objectContaining({ value: 'zo/helper' }),
    ]);
  });

  it('MD-02 models are discovered from the provider’s list, without those that cannot chat', async () => {
    const provider = await add({ kind: 'openai-compatible', base_url: at.provider.url });
    expect(provider.models).toEqual([
      {
        slug: 'small-mini',
        label: 'small-mini',
        context_window: null,
        patience_seconds: null,
        vision: false,
        sees: null,
        price: null,
      },
      {
        slug: 'big',
        label: 'big',
        context_window: null,
        patience_seconds: null,
        vision: false,
        sees: null,
        price: null,
      },
    ]);
    await at.me.json(`/api/models/providers/${provider.id}`, { method: 'PATCH', json: { enabled: false } });
    expect(
      (await at.me.json<any[]>('/api/models/available')).some(({ provider_id }) => provider_id === provider.id),
    ).toBe(false);
    expect((await at.me.fetch(`/api/models/providers/${provider.id}`, { method: 'DELETE' })).status).toBe(204);
  });

  it('MD-03 reasoning and verbosity are stored, and sent to the provider', async () => {
    const provider = await add({ kind: 'openai', base_url: `${mock.url}/v1`, api_key: KEY, models: ['gpt-5'] });
    const preference = { value: `${provider.id}:gpt-5`, reasoning: { kind: 'level', level: 'low' }, verbosity: 'high' };
    expect(await at.me.json('/api/models/preference', { method: 'PUT', json: preference })).toEqual(preference);
    expect(await at.me.json('/api/models/preference')).toEqual(preference);
    await at.me.ask('hello');
    const sent = (mock.getRequests().at(-1) as any).body;
    const seen = JSON.stringify(sent);
    expect(seen).toContain('gpt-5');
    for (const json of [
      { value: 'nope' },
      { value: null, verbosity: 'loud' },
      { value: null, reasoning: { kind: 'budget_tokens', tokens: 1e9 } },
    ]) {
      expect((await at.me.fetch('/api/models/preference', { method: 'PUT', json })).status).toBe(400);
    }
    await at.me.json('/api/models/preference', { method: 'PUT', json: { value: null } });
  });

  it('MD-02 the test reports what works: streaming, tools, or the reason of the failure', async () => {
    at.provider.script((answer) => {
      answer.text('ready');
      answer.call('c', 'report', { word: 'ready' });
      answer.end('tool_calls');
    });
    const test = (json: object) => at.me.json<any>('/api/models/providers/test', { json });
    expect(await test({ kind: 'openai-compatible', base_url: at.provider.url })).toMatchObject({
      ok: true,
      streaming: true,
      tools: true,
      models: ['small-mini', 'big'],
      latency_ms: expect.any(Number),
    });
    at.provider.script((answer) => {
      answer.text('ready');
      answer.end();
    });
    expect(await test({ kind: 'openai-compatible', base_url: at.provider.url })).toMatchObject({
      ok: true,
      streaming: true,
      tools: false,
      message: expect.stringContaining('did not call a tool'),
    });
    at.provider.script((answer) => answer.status(401));
    expect(await test({ kind: 'openai-compatible', base_url: at.provider.url })).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not accept the key'),
    });
    expect(
      await test({ kind: 'openai-compatible', base_url: `http://127.0.0.1:${await closedPort()}/v1` }),
    ).toMatchObject({ ok: false, message: expect.stringMatching(/^Nothing answers at the provider’s address\./) });
    expect(await test({ kind: 'openai-compatible', base_url: 'http://nowhere.invalid/v1' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The provider’s address cannot be found\./),
    });
  });

  it('S3 only the owner of the installation can reach its private network', async () => {
    let reached = 0;
    const trap = createServer((_request, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433']) {
      const result = await at.other.json<any>('/api/models/providers/test', {
        json: { kind: 'openai-compatible', base_url: `http://${host}:${port}/v1`, model: 'm' },
      });
      expect([host, result.ok]).toEqual([host, false]);
    }
    const created = await at.other.json<any>('/api/models/providers', {
      json: { kind: 'ollama', base_url: `http://127.0.0.1:${port}`, models: ['x'] },
    });
    const { end } = await at.other.ask('hi', { model: `${created.id}:x` });
    expect(end.status).toBe('failed');
    expect(reached).toBe(0);
    trap.close();
  });

  it('S11 a key is encrypted at rest, bound to its row, and never returned', async () => {
    const client = new Client(adminUrlOptions(at.platform.database.adminUrl));
    await client.connect();
    const { rows } = await client.query('select id, key from chat.providers where key is not null');
    await client.end();
    expect(rows.length).toBeGreaterThan(3);
    for (const { key } of rows) expect((key as Buffer).toString('latin1')).not.toContain('canary');
    const shown = JSON.stringify(await at.me.json('/api/models/providers'));
    expect(shown).not.toContain('canary');
    expect(shown).toContain('"has_key":true');
  });

  it('S11 a stored key is never sent to an address it was not entered for', async () => {
    const provider = await add({ kind: 'openai', base_url: `${mock.url}/v1`, api_key: KEY, models: ['gpt-5'] });
    const moved = await at.me.fetch(`/api/models/providers/${provider.id}`, {
      method: 'PATCH',
      json: { base_url: at.provider.url },
    });
    expect([moved.status, ((await moved.json()) as any).code]).toEqual([400, 'chat.key_for_address']);
    let authorization: string | undefined;
    const trap = createServer((request, response) => {
      authorization = request.headers.authorization;
      response.statusCode = 404;
      response.end();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    await at.me.json('/api/models/providers/test', {
      json: {
        kind: 'openai',
        id: provider.id,
        base_url: `http://127.0.0.1:${(trap.address() as AddressInfo).port}/v1`,
        model: 'm',
      },
    });
    expect(authorization ?? '').not.toContain('canary');
    trap.close();
  });
});
