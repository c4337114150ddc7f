/** The service on its own platform, with a computer for each of two users. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hostComputers,
  type HostedMachine,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestFetch,
  testPlatform,
  type TestPlatform,
  type TestService,
} from '@zo/testing';
import { files } from '../src/service.js';

export const ADA = crypto.randomUUID();
export const BOB = crypto.randomUUID();
export let test: TestPlatform;
export let service: TestService;
export let computers: Map<string, TestComputer>;
export let ada: TestFetch;
/** The connected machines of users, beside their computers. */
export const machines = new Map<string, readonly HostedMachine[]>();

/** `environment`: more settings of the agents. */
export async function openScene(environment: Record<string, string> = {}): Promise<void> {
  test = await testPlatform();
  computers = new Map([
    [ADA, await startTestComputer(environment)],
    [BOB, await startTestComputer(environment)],
  ]);
  hostComputers(test.platform, computers, machines);
  service = await startTestService(files, test.platform);
  ada = service.as(ADA);
}

/** Ends the service and starts it anew, as after a crash: what it had in memory is lost. */
export async function reopenService(): Promise<void> {
  await service.stop();
  service = await startTestService(files, test.platform);
  ada = service.as(ADA);
}

export async function closeScene(): Promise<void> {
  await service.stop();
  for (const computer of computers.values()) await computer.stop();
  await test.close();
}

export const at = (...path: string[]) => ({ root: 'w', path });
export const onDisk = (...path: string[]) => join(computers.get(ADA)!.home, 'workspace', ...path);
export const put = (content: string | Uint8Array, ...path: string[]) => {
  mkdirSync(join(onDisk(...path), '..'), { recursive: true });
  writeFileSync(onDisk(...path), content);
};
export const json = async <T = Record<string, never>>(answer: Promise<Response>) => (await (await answer).json()) as T;
export const call = <T = { [key: string]: any }>(path: string, body: unknown) =>
  json<T>(ada(`/api/${path}`, { json: body }));
export const status = async (path: string, body: unknown) => {
  const answer = await ada(`/api/${path}`, { json: body });
  return [answer.status, ((await answer.json()) as { detail?: string }).detail];
};
