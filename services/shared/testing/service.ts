/** Services under test as the gateway sees them: real HTTP, real tokens, real database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import type { Scope, TokenIssuer } from '@zo/auth';
import { Platform, type RunningService, type ServiceDefinition, startService } from '@zo/bootstrap';
import { setLogLevel } from '@zo/observability';
import { unhostLocally } from '@zo/rpc';
import { SERVICES, type TestDatabase, testDatabase } from './database.js';

export interface TestPlatform {
  readonly platform: Platform;
  readonly database: TestDatabase;
  /** What the platform was configured with. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

/** A platform on a temporary data folder and a fresh database. */
export async function testPlatform(environment: Record<string, string> = {}): Promise<TestPlatform> {
  setLogLevel(process.env['ZO_TEST_LOG'] ?? 'silent');
  const database = await testDatabase();
  const data = mkdtempSync(join(tmpdir(), 'zo-test-'));
  const settings = {
    DATABASE_URL: database.serviceUrl,
    ZO_DATA: data,
    ZO_CHECK_ANSWERS: '1',
    ZO_ALLOW_VOLATILE_DATABASE: '1',
    ...environment,
  };
  return {
    platform: Platform.fromEnvironment(settings),
    database,
    environment: settings,
    close: async () => {
      // The next file of the process begins without the services that this one stood in for.
      for (const service of SERVICES) unhostLocally(service);
      await database.drop();
      removeFolder(data);
    },
  };
}

export interface TestService {
  readonly url: string;
  readonly service: RunningService;
  /** `fetch` as one user, with a token minted as the gateway does; JSON bodies are given as objects. */
  as(userId: string, options?: { owner?: boolean; scopes?: readonly Scope[] }): TestFetch;
  /** A bearer token for this service, for websockets and raw requests. */
  /** With scopes it is that of a program. */
  token(userId: string, options?: { owner?: boolean; scopes?: readonly Scope[] }): Promise<string>;
  stop(): Promise<void>;
}

export type TestFetch = (
  path: string,
  init?: Omit<RequestInit, 'body'> & { json?: unknown; body?: RequestInit['body'] },
) => Promise<Response>;

/** Starts one service on its own port. */
export async function startTestService(definition: ServiceDefinition, platform: Platform): Promise<TestService> {
  const service = await startService(definition, platform);
  const server = createServer(service.handle).on('upgrade', service.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    service,
    ...fetchAs({ url, service: definition.name, issuer: platform.issuer }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      // Ends the websockets, which the server would wait for.
      await service.stop();
      await closed;
    },
  };
}

/** Requests to a service at `url`, with tokens minted as the gateway does. */
export function fetchAs({
  url,
  service,
  issuer,
}: {
  url: string;
  service: string;
  issuer: TokenIssuer;
}): Pick<TestService, 'as' | 'token'> {
  const token: TestService['token'] = (userId, { owner = false, scopes } = {}) =>
    issuer.mint(service, {
      userId,
      sessionId: 'test',
      actor: scopes ? 'api' : 'human',
      owner,
      ...(scopes && { scopes }),
    });
  return {
    token,
    as:
      (userId, options) =>
      async (path, init = {}) => {
        const { json, ...rest } = init;
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${await token(userId, options)}`);
        if (json !== undefined) headers.set('content-type', 'application/json');
        return fetch(url + path, {
          ...rest,
          headers,
          ...(json !== undefined && { method: init.method ?? 'POST', body: JSON.stringify(json) }),
        });
      },
  };
}

export { eventually } from './eventually.js';
