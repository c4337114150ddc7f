/** A process under test with the node options of the product, so that its memory and event loop can be measured. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { SERVICES_NODE_OPTIONS } from '../../../infra/testing/product/node-options.js';
import { fetchAs, type TestPlatform, type TestService } from './service.js';
import type { ServiceProcessInput } from './service.process.js';
import { ProcessUsage } from './usage.js';

const SCRIPT = new URL('./service.process.ts', import.meta.url);
const HOOKS = new URL('../../../infra/tools/build/ts-hooks.mjs', import.meta.url).href;

export interface ForkedProcess {
  readonly url: string;
  readonly usage: ProcessUsage;
  stop(): Promise<void>;
}

export type ServiceProcess = Omit<TestService, 'service'> & ForkedProcess;

/** Forks a script that sends its URL and calls `reportUsage`. */
export async function forkMeasured(script: URL, input: unknown): Promise<ForkedProcess> {
  const child = fork(script, [JSON.stringify(input)], {
    execArgv: [...SERVICES_NODE_OPTIONS, '--import', HOOKS],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'exit');
  const [started] = (await Promise.race([once(child, 'message'), ended])) as [{ url?: string } | number | null];
  if (typeof started !== 'object' || !started?.url) throw new Error(`${script.pathname} ended`);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url: started.url, usage: new ProcessUsage(child), stop };
}

/** Starts a service in its own process, on the database and data folder of `test`. */
export async function startServiceProcess(
  test: TestPlatform,
  input: Omit<ServiceProcessInput, 'environment'>,
): Promise<ServiceProcess> {
  const computers = input.computers?.map(([userId, { address, instance, secret }]) => [
    userId,
    { address, instance, secret },
  ]);
  const forked = await forkMeasured(SCRIPT, { ...input, computers, environment: test.environment });
  return { ...forked, ...fetchAs({ url: forked.url, service: input.name, issuer: test.platform.issuer }) };
}
