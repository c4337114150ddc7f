import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Agent, until } from './agent.js';

/** A server that records registrations and answers with these statuses, one after the other. */
async function listener(...answers: number[]): Promise<{ url: string; received: string[]; server: http.Server }> {
  const received: string[] = [];
  const server = http
    .createServer(({ method, url, headers: { authorization, 'content-length': length } }, response) => {
      response.writeHead(answers[received.push([method, url, authorization, length].join(' ')) - 1] ?? 500).end();
    })
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/registrations`, received, server };
}

it('PC-01 a computer registers with the token of its pod, without delaying its start, and retries until it is accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zo-registration-'));
  const { url, received, server } = await listener(503, 204);
  // The agent is ready without the token, which is written a moment later.
  const agent = await Agent.start({ env: { ZO_REGISTRATION_URL: url, ZO_PLATFORM_TOKEN_FILE: join(folder, 'token') } });
  writeFileSync(join(folder, 'token'), 'a.b.c\n');
  await until(
    () => received.length,
    (count) => count === 2,
  );
  expect(received).toEqual(['POST /registrations Bearer a.b.c 0', 'POST /registrations Bearer a.b.c 0']);
  let environment = '';
  for await (const { event } of agent.processes.run({ command: 'env' }))
    if (event.case === 'output') environment += Buffer.from(event.value.data).toString();
  expect(environment).toContain('HOME=');
  expect(environment).not.toMatch(/ZO_HELLO|ZO_REGISTRATION|ZO_PLATFORM/);
  expect(agent.log).not.toContain('registration failed');
  await agent.stop();
  server.close();
  rmSync(folder, { recursive: true });
});

it('PC-01 a computer whose registration is refused or unreachable logs it once and starts nevertheless', async () => {
  const { url, received, server } = await listener(403);
  const env = { ZO_PLATFORM_TOKEN_FILE: '/proc/self/comm' };
  const [refused, alone] = await Promise.all([
    // The name of the variable that older operators set.
    Agent.start({ env: { ...env, ZO_HELLO_URL: url } }),
    Agent.start({ env: { ...env, ZO_REGISTRATION_URL: 'http://127.0.0.1:1/registrations' } }),
  ]);
  await until(
    () => refused.log,
    (log) => log.includes('the registration failed: the response was 403'),
  );
  await until(
    () => alone.log,
    (log) => /the registration failed: connect ECONNREFUSED/.test(log),
  );
  expect(received).toHaveLength(1);
  for (const agent of [refused, alone]) {
    expect((await agent.computer.info({})).startedMs).toBeGreaterThan(0);
    await agent.stop();
  }
  server.close();
});
