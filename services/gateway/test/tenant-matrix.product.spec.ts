import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { Pool } from 'pg';
import { eventually } from '@zo/testing';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { createObjects } from './possess.js';
import { type OwnedObjects, rows } from './rows.js';

const MIN = 2_000;
let folder: string;
let postgres: Postgres;
let admin: Pool;
let product: Product;
let ada: Person;
let bob: Person;
let theirs: OwnedObjects;
let routes: { method: string; path: string; route: string }[];
let checks = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-matrix-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false, maxConnections: 100 });
  product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_ALLOW_VOLATILE_DATABASE: '1' } });
  admin = new Pool({ connectionString: postgres.adminUrl, max: 2, options: '-c app.all_tenants=on' });
  ada = await Person.claim(product);
  bob = await Person.invited(product, ada, 'bob');
  theirs = await createObjects(ada);
  const { paths } = await ada.json<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json');
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path,
      route: `${method.toUpperCase()} ${path}`,
    })),
  );
});

afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly status: number;
  readonly body: string;
}

/** Sends exactly what is given: a GET may have a body here, and a header may occur twice. */
function send(
  method: string,
  target: string,
  { headers = {}, body }: { headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<Said> {
  // One address may send twelve hundred visitor requests a minute, so the test uses many addresses.
  const localAddress = `127.0.0.${2 + Math.floor(checks++ / 1_000)}`;
  return new Promise((resolve, reject) => {
    const type =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      {
        localAddress,
        host: '127.0.0.1',
        port: product.port,
        path: target,
        method,
        headers: { host: `localhost:${product.port}`, ...type, ...headers },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (data: Buffer) => (text += data.toString('latin1')))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      },
    );
    outgoing.on('error', reject).end(body);
  });
}

const guarded = () => routes.filter(({ route }) => rows[route]!.kind !== 'public');
/** The address with an object of the first user in place of every id. */
const aimed = (path: string) =>
  path
    .replace('/sessions/{id}', `/sessions/${theirs.session}`)
    .replace('/mcp-servers/{id}', `/mcp-servers/${theirs.server}`)
    .replace('/tokens/{id}', `/tokens/${theirs.token}`)
    .replace('/invitations/{id}', `/invitations/${theirs.invitation}`)
    .replace('/file-uploads/{id}', `/file-uploads/${theirs.upload}`)
    .replace('/terminals/{id}', `/terminals/${theirs.terminal}`)
    .replace('/conversations/{id}', `/conversations/${theirs.conversation}`)
    .replace('/runs/{id}', `/runs/${theirs.run}`)
    .replace('/providers/{id}', `/providers/${theirs.provider}`)
    .replace('/granted-hosts/{id}', `/granted-hosts/${theirs.grant}`)
    .replace('/zofiles/{id}', `/zofiles/${theirs.zofile}`)
    .replace('/zofiles/active/{id}', `/zofiles/active/${theirs.zofile}`)
    .replace('/outbox/{id}', `/outbox/${theirs.letter}`)
    .replace('/senders/{id}', `/senders/${theirs.sender}`)
    .replace('/devices/{id}', `/devices/${theirs.device}`)
    .replace('/machines/{id}', `/machines/${theirs.machine}`)
    .replace('/oauth/requests/{id}', `/oauth/requests/${theirs.question}`)
    .replace('/oauth/programs/{id}', `/oauth/programs/${theirs.program}`)
    .replace('/programs/{hash}', '/programs/0123456789ab')
    .replace('/zoroutines/{id}', `/zoroutines/${theirs.routine}`)
    .replace('/schedules/{id}', `/schedules/${theirs.schedule}`)
    .replace('{run}', theirs.run)
    .replace('{approval}', theirs.run)
    .replace('{picture}', theirs.run)
    .replace('{message}', theirs.message)
    .replace('{path}', 'private.md')
    .replace('{text}', 'ada');

/** Cookies of sessions that ended in different ways, by the way they ended. */
async function endedSessions(): Promise<Record<string, string>> {
  const [out, expired, idle, revoked] = [
    await Person.signIn(product, 'bob'),
    await Person.signIn(product, 'bob'),
    await Person.signIn(product, 'bob'),
    await Person.signIn(product, 'bob'),
  ];
  await out.post('/api/auth/sign-out', {});
  const current = async (person: Person) =>
    (await person.json<{ sessions: { id: string; current: boolean }[] }>('/api/auth/sessions')).sessions.find(
      (session) => session.current,
    )!.id;
  await bob.fetch(`/api/auth/sessions/${await current(revoked)}`, { method: 'DELETE' });
  await admin.query(`update accounts.sessions set created_at = now() - interval '91 days' where id = $1`, [
    await current(expired),
  ]);
  await admin.query(`update accounts.sessions set last_seen_at = now() - interval '15 days' where id = $1`, [
    await current(idle),
  ]);
  const ended = [out, expired, idle, revoked];
  // The gateway may cache a session for five more seconds.
  await eventually(
    async () =>
      (await Promise.all(ended.map((person) => person.fetch('/api/auth/me')))).every(({ status }) => status === 401),
    6_000,
  );
  return {
    'signed out': '',
    'made up': `sid=${'A'.repeat(43)}`,
    malformed: 'sid=short',
    'ended by its person': out.cookie,
    'older than ninety days': expired.cookie,
    'unused for fourteen days': idle.cookie,
    revoked: revoked.cookie,
  };
}

describe('tenant matrix', () => {
  it('S4 AU-01 without a live session every method answers 401, whatever else is sent', async () => {
    const cookies = await endedSessions();
    const failures: string[] = [];
    for (const { method, path, route } of guarded()) {
      for (const [who, cookie] of Object.entries(cookies)) {
        const { status } = await send(method, aimed(path), { headers: cookie ? { cookie } : {} });
        if (status !== 401) failures.push(`${route} ${who}: ${status}`);
      }
      for (const twin of ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (name) => name !== method,
      )) {
        const { status } = await send(twin, aimed(path));
        if (status !== 401) failures.push(`${twin} ${path}: ${status}`);
      }
      const claims: [string, Record<string, string | string[]>][] = [
        [
          'id in a header',
          { 'x-user-id': ada.me.claims.id, 'x-user': ada.me.claims.id, 'x-internal-user-id': ada.me.claims.id },
        ],
        ['bearer', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }],
        ['cookie in another name', { cookie: ada.cookie.replace('sid', 'SID') }],
        ['cookie in a header', { 'x-cookie': ada.cookie }],
        ['two cookies', { cookie: [`sid=${'A'.repeat(43)}`, 'sid=short'] }],
        ['method override', { 'x-http-method-override': 'OPTIONS' }],
      ];
      for (const [what, headers] of claims) {
        const { status } = await send(method, aimed(path), { headers });
        if (status !== 401) failures.push(`${route} ${what}: ${status}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it('S4 another user’s objects are absent by every method, and naming their owner changes nothing', async () => {
    const failures: string[] = [];
    const id = ada.me.claims.id;
    const secrets = [
      theirs.conversation,
      theirs.run,
      theirs.upload,
      theirs.terminal,
      theirs.provider,
      theirs.invitation,
      'run echo mine',
      'private words',
      'sk-canary',
      'ada@example.com',
    ];
    const carriers: [
      string,
      (path: string) => { target: string; headers?: Record<string, string | string[]>; body?: string },
    ][] = [
      ['plain', (path) => ({ target: path })],
      [
        'id in the body',
        (path) => ({ target: path, body: JSON.stringify({ user_id: id, userId: id, id: theirs.conversation }) }),
      ],
      ['ids in a list', (path) => ({ target: path, body: JSON.stringify([{ id: theirs.conversation, user_id: id }]) })],
      ['id in the query', (path) => ({ target: `${path}?user_id=${id}&userId=${id}&as=${id}` })],
      [
        'twice in the query',
        (path) => ({
          target: `${path}?id=${crypto.randomUUID()}&id=${theirs.conversation}&user_id=${bob.me.claims.id}&user_id=${id}`,
        }),
      ],
      [
        'id in headers',
        (path) => ({
          target: path,
          headers: {
            'x-user-id': id,
            'x-internal-user': id,
            'x-forwarded-user': id,
            forwarded: `for=127.0.0.1;by=${id}`,
          },
        }),
      ],
      [
        'duplicate headers',
        (path) => ({
          target: path,
          headers: { 'x-user-id': [bob.me.claims.id, id], 'upload-id': [crypto.randomUUID(), theirs.upload] },
        }),
      ],
    ];
    for (const { path } of guarded()) {
      const own = !path.includes('{id}');
      for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
        // Routes that end the session, or change the caller's own objects, are covered by their row.
        if (own && (method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE')) continue;
        for (const [what, carry] of carriers) {
          const { target, ...more } = carry(aimed(path));
          const { status, body } = await send(method, target, {
            ...more,
            headers: { ...more.headers, cookie: bob.cookie },
          });
          // An address without an id answers about the caller; one with another user's id answers that there is
          // nothing.
          const fine = own
            ? status < 500
            : [400, 404, 405].includes(status) || (status === 204 && method === 'OPTIONS');
          const shown = secrets.filter((secret) => body.includes(secret));
          const echoed = shown.every((secret) => target.includes(secret)) && status >= 400;
          if (!fine || (shown.length > 0 && !echoed))
            failures.push(`${method} ${path} ${what}: ${status} ${shown.join()} ${body.slice(0, 100)}`);
        }
      }
    }
    expect(failures).toEqual([]);
    expect((await ada.json<{ title: string }>(`/api/conversations/${theirs.conversation}`)).title).toBe(
      'run echo mine',
    );
    expect(
      (await ada.json<{ terminals: { id: string }[] }>('/api/terminals')).terminals.map(({ id: terminal }) => terminal),
    ).toContain(theirs.terminal);
  });

  it(`S4 there were at least ${MIN} checks`, () => {
    console.log(`S4: ${checks} checks`);
    expect(checks).toBeGreaterThanOrEqual(MIN);
  });
});
