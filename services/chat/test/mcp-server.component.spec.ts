/** Zo as an MCP server, used by the client of the MCP library over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SCOPES, type Scope } from '@zo/auth';
import { eventually } from '@zo/testing';
import { MAX_CALLS_AT_ONCE } from '../src/origins/mcp/mcp-slots.js';
import { type Harness, startHarness } from './harness.js';
import { connectProgram, type Program, tokenOf } from './mcp-client.js';
import { fine } from './scripted.js';
import type { Script } from '../../../infra/testing/product/fake-provider.js';

let at: Harness;
const programs: Program[] = [];

beforeAll(async () => {
  at = await startHarness({ computer: true, limits: { ZO_MCP_ASKING_MS: '300' } });
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.close()));
  await at.stop();
});

async function connect(...scopes: Scope[]): Promise<Program> {
  const program = await connectProgram(at, scopes);
  programs.push(program);
  return program;
}

const chatIn = (text: string) => /chat_id ([\da-f-]{36})/.exec(text)![1]!;
const post = async (body: string, scopes: readonly Scope[] = SCOPES) =>
  fetch(`${at.service.url}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(at, scopes)}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body,
  });

describe('tools', () => {
  it('are there only within the scopes of the token', async () => {
    const offered: Partial<Record<Scope, string[]>> = {
      'files:read': ['list_files', 'read_file', 'search_files'],
      'files:write': ['write_file'],
      'chats:read': ['search_chats', 'read_chat'],
      'chats:write': ['ask_zo'],
    };
    for (const scope of SCOPES) {
      const { client } = await connect(scope);
      const { tools } = offered[scope] ? await client.listTools() : { tools: [] };
      expect([scope, tools.map(({ name }) => name)]).toEqual([scope, offered[scope] ?? []]);
    }
    const reader = await connect('files:read');
    await expect(reader.call('ask_zo', { text: 'hi' })).rejects.toThrow(/ask_zo/);
    await expect(reader.call('write_file', { path: 'a.md', content: 'x' })).rejects.toThrow(/write_file/);
    expect(existsSync(at.workspace('a.md'))).toBe(false);
  });

  it('are for tokens only, and refuse batches, huge and malformed messages', async () => {
    expect((await at.me.fetch('/api/mcp', { json: {} })).status).toBe(403);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(JSON.stringify([ping, ping]))).status).toBe(400);
    expect((await post('{"jsonrpc":')).status).toBe(400);
    expect((await post(JSON.stringify({ ...ping, params: { x: 'y'.repeat(5_000_000) } }))).status).toBe(413);
    expect((await post(JSON.stringify({ hello: 'world' }))).status).toBe(400);
    const { client, call } = await connect(...SCOPES);
    for (const args of [
      { path: '../../etc/passwd' },
      { path: '/etc/passwd' },
      { path: 'a\0b' },
      { path: 'x'.repeat(5_000) },
      {},
    ])
      expect([
        args,
        await call('read_file', args).then(
          ({ isError }) => isError,
          () => 'refused',
        ),
      ]).not.toContain(false);
    await client.ping();
  });
});

describe('ask_zo', () => {
  it('answers with the words of Zo, tells how far it is, and leaves a chat that goes on', async () => {
    at.provider.script((answer) => {
      answer.text('Forty-two.');
      answer.end();
    }, fine);
    const program = await connect('chats:write', 'chats:read');
    const told: string[] = [];
    const { text, isError } = await program.call(
      'ask_zo',
      { text: 'What is the answer?' },
      { onprogress: ({ message }) => void told.push(message ?? '') },
    );
    expect([text.startsWith('Forty-two.\n\n'), text.includes('/f?chat='), isError]).toEqual([true, true, false]);
    expect(told.length).toBeGreaterThan(0);
    const id = chatIn(text);
    const { rows } = await at.sql.query('select origin from chat.runs where conversation_id = $1', [id]);
    expect(rows).toEqual([{ origin: 'api' }]);
    expect(await program.call('ask_zo', { text: 'and?', chat_id: id })).toMatchObject({ isError: false });
    const { text: read } = await program.call('read_chat', { chat_id: id });
    expect(read).toContain('Person: What is the answer?\n\nZo: Forty-two.\n\nPerson: and?\n\nZo: fine');
    expect((await program.call('search_chats', { query: 'Forty' })).text).toContain(id);
    expect(await program.call('read_chat', { chat_id: crypto.randomUUID() })).toEqual({
      text: 'There is nothing here.',
      isError: true,
    });
  });

  it('says what Zo waits for; the person answers in the app, not the program', async () => {
    at.provider.script((answer) => {
      answer.call('x', 'run_bash_command', { cmd: 'echo done > made.txt' });
      answer.end('tool_calls');
    }, fine);
    const program = await connect('chats:write', 'chats:read');
    const { text } = await program.call('ask_zo', { text: 'make the file' });
    expect(text).toMatch(/^Zo waits for a yes of its person in the chat: .*a message that a program sent/);
    expect(existsSync(at.workspace('made.txt'))).toBe(false);
    const id = chatIn(text);
    const { active_run: run, messages } = await at.me.json<any>(`/api/conversations/${id}`);
    const approval = messages.at(-1).parts[0].approval.id;
    const decide = { method: 'POST', body: '{"decision":"approve"}' };
    const headers = {
      authorization: `Bearer ${await tokenOf(at, SCOPES)}`,
      'content-type': 'application/json',
    };
    const address = `/api/runs/${run.id}/approvals/${approval}`;
    expect((await fetch(at.service.url + address, { ...decide, headers })).status).toBe(403);
    await at.me.json(address, { json: { decision: 'approve' } });
    expect((await at.me.follow(run.id)).end.status).toBe('complete');
    expect(readFileSync(at.workspace('made.txt'), 'utf8')).toBe('done\n');
    expect((await program.call('read_chat', { chat_id: id })).text).toContain('Zo: fine');
  });

  it('goes on when the client leaves', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    at.provider.script(async (answer) => {
      answer.text('half ');
      await held;
      answer.text('and whole');
      answer.end();
    });
    const program = await connect('chats:write');
    const left = new AbortController();
    const call = program.call(
      'ask_zo',
      { text: 'a long one' },
      { signal: left.signal, onprogress: () => left.abort() },
    );
    await expect(call).rejects.toThrow();
    await program.close();
    release();
    const { rows } = await at.sql.query<{ id: string }>('select id from chat.runs order by started_at desc limit 1');
    expect((await at.me.follow(rows[0]!.id)).text).toBe('half and whole');
  });

  it('says when the answer failed, and takes no more calls at once than it should', async () => {
    at.provider.script((answer) => answer.status(400, {}, { error: { message: 'the model is out' } }));
    const program = await connect('chats:write');
    expect(await program.call('ask_zo', { text: 'hi' })).toMatchObject({ isError: true });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: Script = async (answer, request) => {
      await held;
      await fine(answer, request);
    };
    at.provider.script(...Array.from({ length: MAX_CALLS_AT_ONCE }, () => slow));
    const asked = at.provider.requests.length;
    const calls = Array.from({ length: MAX_CALLS_AT_ONCE }, () => program.call('ask_zo', { text: 'hi' }));
    await eventually(() => at.provider.requests.length === asked + MAX_CALLS_AT_ONCE);
    expect(await program.call('ask_zo', { text: 'one more' })).toEqual({
      text: `${MAX_CALLS_AT_ONCE} calls of your programs run already. Wait until one of them is done.`,
      isError: true,
    });
    release();
    expect((await Promise.all(calls)).map(({ isError }) => isError)).toEqual(calls.map(() => false));
  });
});

describe('files', () => {
  it('are listed, read, searched and written; what a program writes is text from outside', async () => {
    writeFileSync(at.workspace('poem.txt'), 'roses\nviolets\n');
    const { call } = await connect('files:read', 'files:write');
    expect((await call('list_files', {})).text).toContain('poem.txt\t14 bytes');
    expect((await call('read_file', { path: 'poem.txt' })).text).toBe('roses\nviolets\n');
    expect((await call('search_files', { query: 'violets' })).text).toBe('~/workspace/poem.txt:2: violets');
    expect((await call('search_files', { query: 'poem', kind: 'file_name' })).text).toBe('~/workspace/poem.txt');
    expect(await call('write_file', { path: 'in/letter.md', content: 'from a stranger' })).toMatchObject({
      isError: false,
    });
    expect(readFileSync(at.workspace('in', 'letter.md'), 'utf8')).toBe('from a stranger');
    expect(await call('write_file', { path: 'poem.txt', content: 'gone' })).toEqual({
      text: '~/workspace/poem.txt is there already. Send overwrite to replace it.',
      isError: true,
    });
    expect(readFileSync(at.workspace('poem.txt'), 'utf8')).toBe('roses\nviolets\n');
    await call('write_file', { path: 'poem.txt', content: 'new', overwrite: true });
    expect(readFileSync(at.workspace('poem.txt'), 'utf8')).toBe('new');

    at.provider.script((answer) => {
      answer.call('r', 'read_file', { target_file: 'in/letter.md' });
      answer.end('tool_calls');
    }, fine);
    const { sent } = await at.me.ask('read the letter');
    const { rows } = await at.sql.query('select tainted from chat.conversations where id = $1', [sent.conversation_id]);
    expect(rows).toEqual([{ tainted: true }]);
  });
});
