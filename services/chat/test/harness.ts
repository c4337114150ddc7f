/** The chat service with a real database, a real computer and a scripted provider. */
import { adminUrlOptions } from '@zo/db';
import {
  hostComputers,
  type HostedMachine,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestPlatform,
  testPlatform,
  type TestService,
} from '@zo/testing';
import { join } from 'node:path';
import { Client } from 'pg';
import { chat } from '../src/service.js';
import { ChatClient } from './chat-client.js';
import { hostZofiles, type HostedZofiles } from './hosted-zofiles.js';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';

export interface Harness {
  readonly platform: TestPlatform;
  readonly service: TestService;
  readonly provider: FakeProvider;
  /** The active Zofiles of users, by type of conversation. */
  readonly zofiles: HostedZofiles;
  readonly computer: TestComputer | undefined;
  /** The connected machines of users. */
  readonly machines: Map<string, readonly HostedMachine[]>;
  /** Path on this machine of an entry of the user's workspace. @throws if the suite has no computer */
  workspace(...names: string[]): string;
  /** The database, as its administrator. */
  readonly sql: Client;
  readonly userId: string;
  /** The user of this suite. */
  readonly me: ChatClient;
  /** Another user, without a computer. */
  readonly other: ChatClient;
  stop(): Promise<void>;
}

const LIMITS: Record<string, string> = {
  // Suites about stalled providers shorten it; in the others a busy machine must not look like one.
  ZO_MODEL_IDLE_MS: '60000',
  ZO_RETRY_BASE_MS: '10',
  ZO_RETRY_AFTER_MAX_MS: '3000',
  ZO_RUN_LEASE_MS: '1000',
};

export interface HarnessOptions {
  readonly computer?: boolean;
  readonly limits?: Record<string, string>;
  /** Whether the user of the suite prefers a model of the scripted provider. */
  readonly usesProvider?: boolean;
}

export async function startHarness({
  computer: wanted = false,
  limits = {},
  usesProvider = true,
}: HarnessOptions = {}): Promise<Harness> {
  Object.assign(process.env, LIMITS, limits);
  const platform = await testPlatform();
  const userId = crypto.randomUUID();
  const computer = wanted ? await startTestComputer() : undefined;
  const machines: Harness['machines'] = new Map();
  hostComputers(platform.platform, new Map(computer ? [[userId, computer]] : []), machines);
  const zofiles = hostZofiles(platform.platform);
  const service = await startTestService(chat, platform.platform);
  const provider = await startFakeProvider();
  const me = new ChatClient(service, userId);
  if (usesProvider) await me.useProvider(provider.url);
  const sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
  return {
    platform,
    service,
    provider,
    zofiles,
    computer,
    machines,
    workspace: (...names) => join(computer!.home, 'workspace', ...names),
    sql,
    userId,
    me,
    other: new ChatClient(service, crypto.randomUUID(), { owner: false }),
    stop: async () => {
      await sql.end();
      await service.stop();
      await provider.stop();
      await computer?.stop();
      await platform.close();
    },
  };
}
