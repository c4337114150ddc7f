/** The chat service with a real database, a real computer and a scripted provider. */
import {
  hostComputers,
  startTestComputer,
  startTestService,
  type TestComputer,
  type TestPlatform,
  testPlatform,
  type TestService,
} from '@zo/testing';
import { chat } from '../src/service.js';
import { ChatClient } from './chat-client.js';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';

export interface Harness {
  readonly platform: TestPlatform;
  readonly service: TestService;
  readonly provider: FakeProvider;
  readonly computer: TestComputer | undefined;
  readonly userId: string;
  /** The user of this suite. */
  readonly me: ChatClient;
  /** Another user, without a computer. */
  readonly other: ChatClient;
  stop(): Promise<void>;
}

const LIMITS: Record<string, string> = {
  ZO_MODEL_IDLE_MS: '600',
  ZO_RETRY_BASE_MS: '10',
  ZO_RETRY_AFTER_MAX_MS: '3000',
  ZO_RUN_LEASE_MS: '1000',
};

export async function startHarness({
  computer: wanted = false,
  limits = {},
}: { computer?: boolean; limits?: Record<string, string> } = {}): Promise<Harness> {
  Object.assign(process.env, LIMITS, limits);
  const platform = await testPlatform();
  const userId = crypto.randomUUID();
  const computer = wanted ? await startTestComputer() : undefined;
  hostComputers(platform.platform, new Map(computer ? [[userId, computer]] : []));
  const service = await startTestService(chat, platform.platform);
  const provider = await startFakeProvider();
  const me = new ChatClient(service, userId);
  return {
    platform,
    service,
    provider,
    computer,
    userId,
    me,
    other: new ChatClient(service, crypto.randomUUID(), { owner: false }),
    stop: async () => {
      await service.stop();
      await provider.stop();
      await computer?.stop();
      await platform.close();
    },
  };
}
