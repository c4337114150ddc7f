/** Starts the chat service as a separate process and talks to it. */
import type { TestComputer, TestPlatform, TestService } from '@zo/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ChatClient } from './chat-client.js';

const MAIN = new URL('./service-process.ts', import.meta.url);
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url);

export interface ChatProcess {
  readonly child: ChildProcess;
  readonly me: ChatClient;
}

export async function startChatProcess({
  platform,
  computer,
  userId,
  nodeOptions = [],
  environment = {},
}: {
  platform: TestPlatform;
  computer: TestComputer;
  userId: string;
  nodeOptions?: readonly string[];
  environment?: Readonly<Record<string, string>>;
}): Promise<ChatProcess> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: platform.database.serviceUrl,
    ZO_ALLOW_VOLATILE_DATABASE: '1',
    ZO_DATA: platform.platform.config.ZO_DATA,
    ZO_LOG_LEVEL: 'silent',
    ZO_RUN_LEASE_MS: '1000',
    ZO_MODEL_IDLE_MS: '20000',
    ...environment,
    TEST_USER: userId,
    TEST_COMPUTER: JSON.stringify({ address: computer.address, instance: computer.instance, secret: computer.secret }),
  };
  const child = spawn(process.execPath, [...nodeOptions, '--import', HOOKS.href, MAIN.pathname], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const url = line.toString().trim();
  const token = () => platform.platform.issuer.mint('chat', { userId, sessionId: 'test', actor: 'human', owner: true });
  const as: TestService['as'] =
    () =>
    async (path, init = {}) => {
      const { json, ...rest } = init;
      const headers = {
        authorization: `Bearer ${await token()}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      };
      return fetch(url + path, {
        ...rest,
        headers,
        ...(json !== undefined && { method: init.method ?? 'POST', body: JSON.stringify(json) }),
      });
    };
  return { child, me: new ChatClient({ url, as, token } as unknown as TestService, userId) };
}
