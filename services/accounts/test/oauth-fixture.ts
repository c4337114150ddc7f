/** The accounts service with its owner, and programs that sign in to it. */
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApiToken, systemCtx } from '@zo/auth';
import { Database, rowsOf } from '@zo/db';
import { ApiTokenService } from '@zo/proto/accounts/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { startTestService, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { accounts } from '../src/service.js';
import { Program, SITE, type Tokens } from './oauth-program.js';

export const PASSWORD = 'correct horse';

interface Running {
  readonly test: TestPlatform;
  readonly service: TestService;
  readonly database: Database;
}

export class OAuthFixture {
  readonly test: TestPlatform;
  private readonly database: Database;
  private readonly service: TestService;

  private constructor(
    { test, service, database }: Running,
    readonly ownerId: string,
  ) {
    this.test = test;
    this.service = service;
    this.database = database;
  }

  static async start(): Promise<OAuthFixture> {
    const test = await testPlatform({ ZO_PUBLIC_URL: SITE });
    const service = await startTestService(accounts, test.platform);
    const url = test.database.serviceUrl;
    const database = new Database({ service: 'accounts', url, entities: [], migrations: [] });
    await database.open();
    const token = readFileSync(join(test.platform.config.ZO_DATA, 'secrets', 'claim-token'), 'utf8');
    const owner = await makeAccount(service.url, 'claim', { email: 'owner@example.com', token });
    return new OAuthFixture({ test, service, database }, owner);
  }

  async stop(): Promise<void> {
    await this.database.close();
    await this.service.stop();
    await this.test.close();
  }

  get url(): string {
    return this.service.url;
  }

  get me(): TestFetch {
    return this.service.as(this.ownerId, { owner: true });
  }

  /** A new user, of whom a test may count things. */
  async somebody(): Promise<{ user: string; as: TestFetch }> {
    await this.me('/api/admin/sign-up', { method: 'PUT', json: { mode: 'open' } });
    const user = await makeAccount(this.url, 'sign-up', { email: `${crypto.randomUUID()}@example.com` });
    return { user, as: this.service.as(user) };
  }

  async registered(metadata: object = {}): Promise<Program> {
    const program = new Program(this.url);
    const { status } = await program.register(metadata);
    if (status !== 201) throw new Error(`the registration was answered ${status}`);
    return program;
  }

  async connected(user: TestFetch = this.me): Promise<{ program: Program; tokens: Tokens }> {
    const program = await this.registered();
    const { body } = await program.exchange(await program.code(user));
    return { program, tokens: body as unknown as Tokens };
  }

  /** What the gateway is told of a token; undefined if it is not valid. */
  async resolve(token: string) {
    const gateway = createClient(ApiTokenService, serviceTransport('accounts', undefined));
    const caller = await asCaller(this.test.platform.issuer, 'accounts', systemCtx(crypto.randomUUID()));
    try {
      return await gateway.resolve({ hash: readApiToken(token)!.hash }, caller);
    } catch (error) {
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw error;
    }
  }

  async listed(user: TestFetch = this.me): Promise<Record<string, unknown>[]> {
    const answer = await user('/api/oauth/programs');
    return ((await answer.json()) as { programs: Record<string, unknown>[] }).programs;
  }

  /** Rows of all users, read or changed beside the service. */
  query<T = unknown>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.database.acrossTenants(async (tx) => {
      const answer = (await tx.query(sql, [...values])) as T[] | [T[], number];
      return (Array.isArray(answer[0]) ? answer[0] : answer) as T[];
    });
  }

  /** Why programs of a user ended, from the audit log. */
  async endings(user: string): Promise<string[]> {
    const rows = await this.database.read(systemCtx(user), ({ tx }) =>
      rowsOf<{ why: string }>(
        tx,
        `select details->>'why' as why from audit.entry where user_id = $1 and action = 'program.ended' order by seq`,
        [user],
      ),
    );
    return rows.map(({ why }) => why);
  }
}

/** Creates an account and returns the id of its user. */
async function makeAccount(url: string, path: 'claim' | 'sign-up', fields: object): Promise<string> {
  const answer = await fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-address': crypto.randomUUID() },
    body: JSON.stringify({ password: PASSWORD, ...fields }),
  });
  return ((await answer.json()) as { claims: { id: string } }).claims.id;
}
