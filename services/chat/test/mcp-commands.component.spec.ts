/** MCP servers by command: a real program in the computer of its user, which misbehaves as it is told. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { fine } from './scripted.js';

interface Listed {
  readonly name: string;
  readonly fingerprint: string;
  readonly on: boolean;
  readonly changed: boolean;
}
interface Server {
  readonly id: string;
  readonly url: string;
  readonly command?: string;
  readonly has_secret: boolean;
  readonly tools: readonly Listed[];
}

const CANARY = 'mcp-canary-0123456789';
const PROGRAM = new URL('../../../infra/testing/product/stdio-mcp.mjs', import.meta.url).pathname;
const COMMAND = `exec ${process.execPath} ${PROGRAM}`;
let at: Harness;

beforeAll(async () => {
  at = await startHarness({ computer: true });
});
afterAll(() => at.stop());
afterEach(async () => {
  for (const { id } of await servers()) await at.me.fetch(`/api/mcp-servers/${id}`, { method: 'DELETE' });
});

const servers = async () => (await at.me.json<{ servers: Server[] }>('/api/mcp-servers')).servers;
const post = (more: object = {}, as = at.me) =>
  as.fetch('/api/mcp-servers', { json: { name: 'Local', command: COMMAND, env: { TOKEN: CANARY }, ...more } });
const add = async (more: object = {}) => (await (await post(more)).json()) as Server;
const choose = ({ id, tools }: Server) =>
  at.me.fetch(`/api/mcp-servers/${id}/tools`, {
    method: 'PUT',
    json: { on: tools.map(({ name, fingerprint }) => ({ name, fingerprint })) },
  });
const addAndTick = async (more: object = {}) => {
  const server = await add(more);
  expect((await choose(server)).status).toBe(200);
  return server;
};
const refusal = async (more: object) => {
  const answer = await post(more);
  return [answer.status, ((await answer.json()) as { detail: string }).detail] as const;
};
const offered = () => (at.provider.requests.at(-1)!.request.tools ?? []).map(({ function: { name } }) => name);

/** One call of the model; the person answers each question so. */
async function call(tool: string, args: object, decision = 'approve') {
  at.provider.script((answer) => {
    answer.call('x', tool, args);
    answer.end('tool_calls');
  }, fine);
  const sent = await at.me.send('go');
  const questions: { reason: string; hosts?: string[] }[] = [];
  let from = 0;
  for (;;) {
    const { events } = await at.me.follow(sent.run_id, { from, until: ({ type }) => type === 'tool.approval' });
    const last = events.at(-1)!;
    if (last.type !== 'tool.approval') break;
    from = last.seq;
    questions.push({ reason: last.data.reason, hosts: last.data.hosts });
    await at.me.json(`/api/runs/${sent.run_id}/approvals/${last.data.approval_id}`, { json: { decision } });
  }
  const { parts, end } = await at.me.follow(sent.run_id);
  return { part: parts.find((part): part is ToolPart => part.type === 'tool')!, questions, sent, end };
}

it('a tool that is switched leaves the others as they are, also those that another tab switched', async () => {
  const { id, tools } = await add();
  const [first, second] = tools as [Listed, Listed];
  const switchOne = async ({ name, fingerprint }: Listed, on: boolean) => {
    const json = { tools: [{ name, fingerprint, on }] };
    return (await at.me.fetch(`/api/mcp-servers/${id}/tools`, { method: 'PUT', json })).status;
  };
  const now = async () => (await servers())[0]!.tools.slice(0, 2).map(({ on }) => on);
  expect(await Promise.all([switchOne(first, true), switchOne(second, true)])).toEqual([200, 200]);
  expect(await now()).toEqual([true, true]);
  const earlier = { ...second, fingerprint: 'of an earlier description' };
  expect(await switchOne(earlier, false)).toBe(200);
  expect(await now()).toEqual([true, false]);
  expect(await switchOne(earlier, true)).toBe(409);
});

describe('a server by command', () => {
  it('runs in the computer with its tools off; its values are kept encrypted, and never shown', async () => {
    const server = await add();
    expect(server).toMatchObject({ url: '', command: COMMAND, has_secret: true });
    expect(server.tools.map(({ name, on }) => [name, on])).toEqual([
      ['echo', false],
      ['where', false],
    ]);
    expect(JSON.stringify(await servers())).not.toContain(CANARY);
    const { rows } = await at.sql.query<{ row: string }>('select row_to_json(s)::text as row from chat.mcp_servers s');
    expect(rows.map(({ row }) => row.includes(CANARY) || row.includes(Buffer.from(CANARY).toString('hex')))).toEqual([
      false,
    ]);
    at.provider.script(fine);
    await at.me.ask('hello');
    expect(offered().filter((name) => name.startsWith('mcp_'))).toEqual([]);
    expect((await at.other.json<{ servers: Server[] }>('/api/mcp-servers')).servers).toEqual([]);
  });

  it('is asked before each use, answers text of others, and keeps running between calls', async () => {
    await addAndTick();
    const first = await call('mcp_pc_local_where', {});
    expect(offered()).toEqual(expect.arrayContaining(['mcp_pc_local_echo', 'mcp_pc_local_where']));
    expect(first.questions).toEqual([
      { reason: 'This goes to Local (a program in your computer). It is the first time for this recipient.' },
    ]);
    const told = (part: ToolPart) => JSON.parse((part.result as { text: string }).text);
    expect(told(first.part)).toMatchObject({ cwd: at.workspace(), token: CANARY, calls: 1 });
    const second = await call('mcp_pc_local_where', {});
    expect(second.questions).toHaveLength(1);
    expect(told(second.part)).toEqual({ ...told(first.part), calls: 2 });
    const { rows } = await at.sql.query(
      'select tainted, secret, foreign_sources from chat.conversations where id = $1',
      [second.sent.conversation_id],
    );
    expect(rows).toEqual([{ tainted: true, secret: true, foreign_sources: [{ kind: 'mcp', name: 'Local' }] }]);
  });

  it('does not run without a yes', async () => {
    await addAndTick();
    const { part } = await call('mcp_pc_local_echo', { words: 'hi' }, 'deny');
    expect(part).toMatchObject({ state: 'denied' });
  });

  it('is off again when it describes a tool in another way', async () => {
    const server = await addAndTick({ env: {}, command: `MODE=$(cat mode 2>/dev/null) ${COMMAND}` });
    const change = await call('run_bash_command', { cmd: 'echo -n changed > mode; kill $(pgrep -f stdio-mcp.mjs)' });
    expect(change.part.state).toBe('done');
    const { part } = await call('mcp_pc_local_echo', { words: 'hi' });
    expect(part.result).toMatchObject({
      type: 'error',
      message: expect.stringContaining('Local describes echo in another way than before'),
    });
    const [after] = await servers();
    expect(after!.tools.find(({ name }) => name === 'echo')).toMatchObject({ on: false, changed: true });
    expect(after!.id).toBe(server.id);
  });

  it('can change files, which the receipt lists and undo takes back', async () => {
    const script = `const lines = require('readline').createInterface({ input: process.stdin });
      const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      lines.on('line', (line) => { const { id, method, params } = JSON.parse(line);
        if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} },
          serverInfo: { name: 'a', version: '1' } });
        if (method === 'tools/list') say(id, { tools: [{ name: 'write', inputSchema: { type: 'object' } }] });
        if (method === 'tools/call') { require('fs').writeFileSync('made.txt', 'by a program');
          say(id, { content: [{ type: 'text', text: 'written' }] }); } });`.replaceAll(/\s+/g, ' ');
    await addAndTick({ command: `exec ${process.execPath} -e "${script.replaceAll('"', '\\"')}"` });
    const { end, sent } = await call('mcp_pc_local_write', {});
    expect(end.receipt!.files).toMatchObject([{ path: ['made.txt'], change: 'created' }]);
    await at.me.json(`/api/runs/${sent.run_id}/undo`, { json: {} });
    expect(readdirSync(at.workspace())).not.toContain('made.txt');
  });

  it.each([
    ['crash', 'Local could not be used. It ended with exit code 1. It said: cannot find module left-pad'],
    ['unwilling', /^Local could not be used\./],
  ])('that is told to %s is refused with why', async (MODE, reason) => {
    const [status, detail] = await refusal({ env: { MODE } });
    expect(status).toBe(422);
    if (typeof reason === 'string') expect(detail).toBe(reason);
    else expect(detail).toMatch(reason);
    expect(await servers()).toEqual([]);
  });

  it('that ends without an error before it answers is no server', async () => {
    expect(await refusal({ command: 'echo hello' })).toEqual([
      422,
      'Local could not be used. It ended with exit code 0, but an MCP server keeps running. Check the command.',
    ]);
  });

  it('does not say in errors what it was given', async () => {
    const [, detail] = await refusal({ command: 'echo "token $TOKEN is wrong" >&2; exit 2' });
    expect(detail).toBe('Local could not be used. It ended with exit code 2. It said: token … is wrong');
  });

  it.each([
    ['dies', /^Local could not be used\. It ended with exit code 3\. It said: the disk is on fire$/],
    ['flood', /^Local could not be used\. It talks without being asked, and without end\.$/],
    ['huge', /^Local could not be used\. It said more than 1 MB at once\.$/],
    ['error', /^Local could not be used\..*No luck today/],
  ])('whose call %s is told in words', async (MODE, reason) => {
    await addAndTick({ env: { MODE } });
    const { part } = await call('mcp_pc_local_echo', { words: 'hi' });
    expect(part.result).toMatchObject({ type: 'error', message: expect.stringMatching(reason) });
  });

  it.each([
    { command: '' },
    { command: 'a\nb' },
    { env: { 'A B': 'c' } },
    { env: { HTTP_PROXY: 'http://evil.example' } },
    { env: { ZO_AGENT_SECRET: 'x' } },
    { env: { A: '\0' } },
    { url: 'https://example.org' },
    { secret: 'a token' },
    { command: 'x'.repeat(2_001) },
  ])('is not taken from %#', async (wrong) => {
    expect((await refusal(wrong))[0]).toBe(400);
  });

  it('needs a computer', async () => {
    const answer = await post({}, at.other);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await at.other.json<{ servers: Server[] }>('/api/mcp-servers')).servers).toEqual([]);
  });
});
