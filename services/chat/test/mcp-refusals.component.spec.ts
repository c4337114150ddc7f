/** What is said of MCP servers that do not answer as they should: the host that was tried, and what to do. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type FakeMcp, startFakeMcp } from '../../../infra/testing/product/fake-mcp.js';
import { type Harness, startHarness } from './harness.js';

const CANARY = 'mcp-canary-0123456789';
let at: Harness;
let fake: FakeMcp;

beforeAll(async () => {
  at = await startHarness();
});
afterAll(() => at.stop());
beforeEach(async () => {
  fake = await startFakeMcp();
});
afterEach(() => fake.stop().catch(() => undefined));

async function refusal(more: object = {}): Promise<string> {
  const answer = await at.me.fetch('/api/mcp-servers', { json: { name: 'Weather', url: fake.url, ...more } });
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { detail: string }).detail;
}

it('names what came of the address, and what to do', async () => {
  const { host } = new URL(fake.url);
  const check = 'Check the address of Weather.';
  fake.instead = (_request, response) => void response.writeHead(401).end();
  expect(await refusal()).toBe(`${host} asks for a token (401). Add Weather with its token in Settings › Programs.`);
  expect(await refusal({ secret: CANARY })).toBe(
    `${host} does not accept the token (401). Add Weather with another one in Settings › Programs.`,
  );
  fake.instead = (_request, response) => void response.writeHead(404).end('<html>');
  expect(await refusal()).toBe(`There is no MCP server at this address of ${host} (404). ${check}`);
  fake.instead = (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  expect(await refusal()).toBe(`${host} sends on to another address. Enter the one that it leads to.`);
  const noMcp = `${host} answers with something else than MCP, like a web page. ${check} It often ends with /mcp.`;
  fake.instead = (_request, response) => void response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>');
  expect(await refusal()).toBe(noMcp);
  fake.instead = (_request, response) => void response.setHeader('content-type', 'application/json').end('{"a":1}');
  expect(await refusal()).toBe(noMcp);
  fake.instead = (_request, response) => void response.writeHead(502).end('<title>Bad Gateway</title>');
  expect(await refusal()).toBe(
    `${host} answers with error 502. Try again later, or check the address of Weather. It says: “Bad Gateway”`,
  );
  fake.instead = (request) => void request.socket.destroy();
  expect(await refusal()).toBe(`The connection to ${host} failed: other side closed. ${check}`);
  expect(await refusal({ url: fake.url.replace('http:', 'https:') })).toMatch(
    new RegExp(`^The connection to ${host} failed: [^:]+\\. ${check}$`),
  );
  expect(await refusal({ url: 'http://nowhere.invalid/mcp' })).toBe(`nowhere.invalid cannot be found. ${check}`);
  fake.instead = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(5_000_000)}"`);
  expect(await refusal({ secret: CANARY })).toBe('The answer of 127.0.0.1 is longer than anything expected of it.');
  fake.instead = (request, response) => void response.writeHead(500).end(`no ${String(request.headers.authorization)}`);
  expect(await refusal({ secret: CANARY })).not.toContain(CANARY);
  await fake.stop();
  expect(await refusal()).toBe(`Nothing answers at ${host}. Start the server there. ${check}`);
  const { servers } = await at.me.json<{ servers: unknown[] }>('/api/mcp-servers');
  expect(servers).toEqual([]);
});
