import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Agent, until } from './agent.js';

/** A server that records registrations and answers with these statuses, one after the other. */
async function listener(...answers: number[]): Promise<{ url: string; said: string[]; server: http.Server }> {
  const said: string[] = [];
  const server = http
    .createServer(({ method, url, headers: { authorization, 'content-length': length } }, response) => {
      response.writeHead(answers[said.push([method, url, authorization, length].join(' ')) - 1] ?? 500).end();
    })
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hello`, said, server };
}

it('PC-01 a computer registers with the token of its pod, without delaying its start, and retries until it is accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-hello-'));
  const { url, said, server } = await listener(503, 204);
  // The agent is ready without the token, which is written a moment later.
  const agent = await Agent.start({ env: { ZO_HELLO_URL: url, ZO_PLATFORM_TOKEN_FILE: join(folder, 'token') } });
  writeFileSync(join(folder, 'token'), 'a.b.c\n');
  await until(
    () => said.length,
    (count) => count === 2,
  );
  expect(said).toEqual(['POST /hello Bearer a.b.c 0', 'POST /hello Bearer a.b.c 0']);
  let environment = '';
  for await (const { event } of agent.processes.run({ command: 'env' }))
    if (event.case === 'output') environment += Buffer.from(event.value.data).toString();
  expect(environment).toContain('HOME=');
  expect(environment).not.toMatch(/ZO_HELLO|ZO_PLATFORM/);
  expect(agent.log).not.toContain('hello');
  await agent.stop();
  server.close();
  rmSync(folder, { recursive: true });
});

it('PC-01 a computer whose registration is refused or unreachable logs it once and works all the same', async () => {
  const { url, said, server } = await listener(403);
  const env = { ZO_PLATFORM_TOKEN_FILE: '/proc/self/comm' };
  const [refused, alone] = await Promise.all([
    Agent.start({ env: { ...env, ZO_HELLO_URL: url } }),
    Agent.start({ env: { ...env, ZO_HELLO_URL: 'http://127.0.0.1:1/hello' } }),
  ]);
  await until(
    () => refused.log,
    (log) => log.includes('the hello was not heard: it was answered 403'),
  );
  await until(
    () => alone.log,
    (log) => /the hello was not heard: connect ECONNREFUSED/.test(log),
  );
  expect(said).toHaveLength(1);
  for (const agent of [refused, alone]) {
    expect((await agent.computer.info({})).startedMs).toBeGreaterThan(0);
    await agent.stop();
  }
  server.close();
});
