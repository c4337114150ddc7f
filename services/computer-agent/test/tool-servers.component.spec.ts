import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import type { ConnectError } from '@connectrpc/connect';
import { RequestRequestSchema } from '@zo/proto/agent/v1';
import { Agent, until } from './agent.js';

const PROGRAM = new URL('../../../infra/testing/product/stdio-mcp.mjs', import.meta.url).pathname;
const COMMAND = `exec ${process.execPath} ${PROGRAM}`;

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

interface More {
  readonly id?: string;
  readonly env?: Record<string, string>;
  readonly command?: string;
  readonly params?: unknown;
  readonly signal?: AbortSignal;
}

async function ask(
  method: string,
  { id: serverId = 's1', env = {}, command = COMMAND, params, signal }: More = {},
  on = agent,
) {
  const text = params === undefined ? '' : JSON.stringify(params);
  const request = create(RequestRequestSchema, { serverId, command, env, method, params: text });
  const { result, error } = await on.toolServers.request(request, { signal });
  return { result: result && (JSON.parse(result) as any), error: error && (JSON.parse(error) as any) };
}
const call = (name: string, more: More = {}, on?: Agent) =>
  ask('tools/call', { params: { name, arguments: { words: 'hello' } }, ...more }, on);
const words = async (asked: ReturnType<typeof call>) => (await asked).result.content[0].text as string;
const where = async (more: More = {}, on?: Agent) => JSON.parse(await words(call('where', more, on)));
const refusal = (work: Promise<unknown>) =>
  work.then(
    (value) => `answered ${JSON.stringify(value).slice(0, 200)}`,
    (error: ConnectError) => error.rawMessage,
  );
const isAlive = (pid: number) =>
  readdirSync('/proc').includes(String(pid)) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

describe('a program that offers tools', () => {
  it('is started in the workspace with its own settings, once, and says what it said when it began', async () => {
    expect((await ask('initialize', { params: { protocolVersion: '2025-11-25' } })).result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'fixture' },
    });
    expect((await ask('tools/list')).result.tools).toHaveLength(2);
    expect(await words(call('echo'))).toBe('hello');
    expect((await agent.computer.info({})).busyReason).toBe(`An MCP server is running: ${COMMAND.slice(0, 80)}`);
    const own = { id: 's2', env: { TOKEN: 'secret' } };
    const first = await where(own);
    expect(first).toMatchObject({ cwd: agent.workspace, token: 'secret', calls: 1 });
    expect(await where(own)).toEqual({ ...first, calls: 2 });
    // Another environment is another program; the earlier one ends.
    const next = await where({ ...own, env: { TOKEN: 'new' } });
    expect(next).toMatchObject({ token: 'new', calls: 1 });
    await until(
      () => isAlive(first.pid),
      (alive) => !alive,
    );
  });

  it('answers each of several at once', async () => {
    const texts = Array.from({ length: 10 }, (_none, n) => `text ${n}`);
    const answers = texts.map((text) => words(call('echo', { params: { name: 'echo', arguments: { words: text } } })));
    expect(await Promise.all(answers)).toEqual(texts);
  });

  it('ends when nobody asks it, and with the computer', async () => {
    const short = await Agent.start({ env: { ZO_TOOL_SERVER_IDLE_MS: '50' } });
    const { pid } = await where({}, short);
    await until(
      () => isAlive(pid),
      (alive) => !alive,
    );
    const again = await where({}, short);
    expect(again).toMatchObject({ calls: 1 });
    await short.stop();
    const ending = await Agent.start();
    const last = await where({ command: `${process.execPath} ${PROGRAM}; sleep 1000` }, ending);
    ending.child.kill('SIGTERM');
    await until(
      () => ending.child.exitCode,
      (code) => code === 0,
    );
    expect(isAlive(last.pid)).toBe(false);
    await ending.stop();
  });

  it('makes room for another one, the one first that was not asked for longest', async () => {
    const pids: number[] = [];
    for (let n = 0; n < 9; n++) pids.push((await where({ id: `many-${n}` })).pid);
    await until(
      () => isAlive(pids[0]!),
      (alive) => !alive,
    );
    expect(pids.slice(1).map(isAlive)).toEqual(Array(8).fill(true));
  });
});

describe('a hostile program', () => {
  const fine = async () => expect(await words(call('echo'))).toBe('hello');

  it.each([
    ['crash', /^It ended with exit code 1\. It said: cannot find module left-pad$/],
    ['unwilling', /^answered .*"code":1/],
    ['dies', /^It ended with exit code 3\. It said: the disk is on fire$/],
    ['flood', /^It talks without being asked, and without end\.$/],
    ['endless', /^It said more than 1 MB at once\.$/],
    ['huge', /^It said more than 1 MB at once\.$/],
    ['error', /^answered .*"No luck today"/],
  ])('that is told to %s is refused in words, and started again at the next request', async (mode, reason) => {
    expect(await refusal(call('echo', { id: mode, env: { MODE: mode } }))).toMatch(reason);
    await fine();
    expect(await words(call('echo', { id: mode }))).toBe('hello');
  });

  it.each(['noise', 'others', 'asks'])('that makes %s changes nothing', async (mode) => {
    expect(await words(call('echo', { id: mode, env: { MODE: mode } }))).toBe('hello');
    await fine();
  });

  it('that says nothing does not keep a call that nobody waits for', async () => {
    const stop = new AbortController();
    const stopped = refusal(call('echo', { id: 'silent', env: { MODE: 'silent' }, signal: stop.signal }));
    setImmediate(() => stop.abort());
    expect(await stopped).not.toMatch(/^answered/);
    await fine();
  });

  it('that fails with a long stack is refused with what it failed at', async () => {
    const frame = `'\\n    at step ' + i + ' of ${'a long '.repeat(20)} way'`;
    const script = `const e = new Error('no key given'); for (let i = 0; i < 9; i++) e.stack += ${frame}; throw e`;
    const said = await refusal(call('echo', { id: 'stack', command: `exec ${process.execPath} -e "${script}"` }));
    expect(said).toMatch(/^It ended with exit code 1\. It said: [^]*Error: no key given/);
    expect(said).not.toContain('at step 8');
  });

  it('that does not exist is refused in words', async () => {
    expect(await refusal(call('echo', { id: 'none', command: 'no-such-program' }))).toMatch(
      /^It ended with exit code 127\. It said: .*no-such-program: command not found$/,
    );
  });

  it.each<[string, More & { method?: string }]>([
    ['no name', { id: '' }],
    ['a name that is a path', { id: '../a' }],
    ['no command', { command: '' }],
    ['a command with NUL', { command: 'a\0b' }],
    ['a variable that is none', { env: { 'A B': 'c' } }],
    ['a value with NUL', { env: { A: '\0' } }],
    ['a method that is none', { method: 'a\nb' }],
    ['too long parameters', { params: 'x'.repeat(1024 * 1024) }],
  ])('is not asked with %s', async (_, { method = 'tools/list', ...more }) => {
    expect(await refusal(ask(method, more))).toMatch(
      /^(A server needs|This environment|A request needs|The request is)/,
    );
  });
});
