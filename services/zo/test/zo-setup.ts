/** The service with a user, requests as their browser sends them, and what chat says of their runs. */
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { systemCtx } from '@zo/auth';
import { adminUrlOptions, Database } from '@zo/db';
import { publish, writeOutbox } from '@zo/events';
import { chatEvents } from '@zo/proto/topics';
import {
  hostComputers,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestFetch,
  testPlatform,
  type TestPlatform,
  type TestService,
} from '@zo/testing';
import { rmSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { zo } from '../src/service.js';

export let test: TestPlatform;
export let service: TestService;
/** As an administrator of the database. */
export let sql: Client;
export let userId: string;
export let me: TestFetch;
/** Of the user, where the tests have one. */
export let computer: TestComputer;
/** Computers of users. */
export const computers = new Map<string, TestComputer>();
let chat: Database;

/** Starts everything before the tests of a file. `userPerTest`: each test begins with a user who has nothing yet. */
export function useZo({ withComputer = false, userPerTest = false } = {}): void {
  beforeAll(async () => {
    test = await testPlatform();
    userId = crypto.randomUUID();
    computers.clear();
    if (withComputer) {
      computer = await startTestComputer();
      computers.set(userId, computer);
      hostComputers(test.platform, computers);
    }
    await startService();
    sql = new Client(adminUrlOptions(test.database.adminUrl));
    await sql.connect();
    chat = new Database({ service: 'chat', url: test.database.serviceUrl, entities: [], migrations: [] });
    chat.setOutbox(writeOutbox, () => void chat.dataSource.query('notify zo_events'));
    await chat.open();
  });
  if (userPerTest)
    beforeEach(() => {
      userId = crypto.randomUUID();
      me = service.as(userId);
    });
  afterAll(async () => {
    await service.stop();
    await Promise.all([chat.close(), sql.end()]);
    if (withComputer) await computer.stop();
    await test.close();
  });
}

/** After `service.stop()`, as after a crash: what it had in memory is lost. */
export async function startService(): Promise<void> {
  service = await startTestService(zo, test.platform);
  me = service.as(userId);
}

export const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
export const act = (id: string, action: string, who = me) => who(`/api/schedules/${id}/${action}`, { json: {} });
/** On the disk of the user. */
export const onDisk = (path: string) => join(computer.home, 'workspace', path);
export function emptyWorkspace(): void {
  for (const name of readdirSync(onDisk(''))) rmSync(onDisk(name), { recursive: true });
}

/** By which chat names the run of an occurrence. */
export const originOf = (scheduleId: string, { due_at }: { readonly due_at: string }) =>
  `occurrence:${scheduleId}:${Date.parse(due_at)}`;

/** What chat says about runs. */
export const tell = (...facts: readonly (readonly [keyof typeof chatEvents.events, object])[]) =>
  chat.tx(systemCtx(userId), async (tx) => {
    for (const [type, fact] of facts)
      publish(tx, chatEvents, type, { userId, runId: crypto.randomUUID(), ...fact } as never);
  });
