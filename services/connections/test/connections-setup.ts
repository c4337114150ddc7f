/** The service with the fakes of the apps, and requests as a browser sends them. */
import { afterAll, beforeAll } from '@jest/globals';
import { hostComputers, startTestComputer, startTestService } from '@zo/testing';
import { type TestComputer, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { type FakeApps, startFakeApps } from '../../../infra/testing/product/fake-apps.js';
import { connections } from '../src/service.js';

export let test: TestPlatform;
export let service: TestService;
export let fake: FakeApps;
export let computer: TestComputer;
export let owner: TestFetch;
export let ada: TestFetch;
export const ADA = crypto.randomUUID();
export const BOB = crypto.randomUUID();

/** Starts everything before the tests of a file. `withComputer`: also the computer of Ada, with this environment. */
export function useConnections({ withComputer }: { withComputer?: Record<string, string> } = {}): void {
  beforeAll(async () => {
    fake = await startFakeApps();
    // Read when the module starts.
    process.env['ZO_APPS_RELAY'] = fake.url;
    test = await testPlatform({ ZO_PUBLIC_URL: 'https://zo.example.com' });
    if (withComputer) {
      computer = await startTestComputer(withComputer);
      hostComputers(test.platform, new Map([[ADA, computer]]));
    }
    service = await startTestService(connections, test.platform);
    owner = service.as(crypto.randomUUID(), { owner: true });
    ada = service.as(ADA);
  });
  afterAll(async () => {
    delete process.env['ZO_APPS_RELAY'];
    await service.stop();
    await computer?.stop();
    await test.close();
    await fake.stop();
  });
}

export interface ListedApp {
  readonly app_slug: string;
  readonly display_name: string;
  readonly connected: boolean;
  readonly state: string;
  readonly account: string | null;
  readonly error: string | null;
  readonly writing: boolean;
  readonly writing_asks_for: string | null;
}

export const listed = async (who = ada) => (await (await who('/api/connections/apps')).json()) as ListedApp[];
export const appOf = async (slug: string, who = ada) => (await listed(who)).find((app) => app.app_slug === slug)!;
export const outcome = async (answer: Response | Promise<Response>) => {
  const response = await answer;
  const { code, detail } = (await response.json()) as { code?: string; detail?: string };
  return [response.status, code, detail];
};

/** The owner enters the client of a provider. */
export const setUp = (provider = 'google', client: object = {}, who = owner) =>
  who(`/api/connections/clients/${provider}`, {
    method: 'PUT',
    json: { client_id: fake.oauth.clientId, client_secret: fake.oauth.clientSecret, ...client },
  });

/** Where the browser is sent for consent. */
export const consentOf = async (slug: string, who = ada, asked: object = {}) =>
  ((await (await who(`/api/connections/apps/${slug}/connect`, { json: asked })).json()) as { url: string }).url;

/** What the browser is sent back with by the app. */
export const answerOf = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'https://nowhere.example/');
};

/** The callback, as the browser opens it; returns where it ends. */
export const finish = async ({ pathname, search }: URL, who = ada) => {
  const response = await who(pathname + search, { redirect: 'manual' });
  return [response.status, response.headers.get('location')];
};

export async function connect(slug: string, who = ada, asked: object = {}): Promise<void> {
  await finish(await answerOf(await consentOf(slug, who, asked)), who);
}
