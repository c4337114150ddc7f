import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Agent, fetch as fetchFrom } from 'undici';
import { WebSocket } from 'ws';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { createObjects } from './possess.js';
import { type OwnedObjects, rows } from './rows.js';

let product: Product;
let ada: Person;
let bob: Person;
let theirs: OwnedObjects;
let routes: string[];

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  bob = await Person.invited(product, ada, 'bob');
  theirs = await createObjects(ada);
  const { paths } = await ada.json<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json');
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});

afterAll(async () => {
  await Promise.all(visitors.map((visitor) => visitor.close()));
  await product.stop();
});

const fill = (path: string) => path.replace(/\{\w+\}/g, crypto.randomUUID());
/** Visitors have a limit for each minute and address, so they come from many loopback addresses. */
const VISITS_OF_ONE = 500;
const visitors: Agent[] = [];
let visits = 0;
const anonymous = (method: string, path: string, headers: Record<string, string> = {}) => {
  const n = Math.floor(visits++ / VISITS_OF_ONE);
  visitors[n] ??= new Agent({ localAddress: `127.0.1.${n + 1}`, connect: { family: 4 } });
  return fetchFrom(product.url + path, { method, headers, dispatcher: visitors[n] });
};

/** A request with exactly this target and these headers; `fetch` would normalise them. */
function raw(target: string, headers: Record<string, string | string[]> = {}, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: product.port,
        path: target,
        method,
        headers: { host: `localhost:${product.port}`, ...headers },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject).end();
  });
}

describe('every route', () => {
  it('S4 has a row, and every row a route', () => {
    expect(routes.toSorted()).toEqual(Object.keys(rows).toSorted());
  });

  it('AU-01 S4 answers 401 when signed out, or with a made-up or an ended session', async () => {
    const ended = await Person.signIn(product, 'bob');
    await ended.post('/api/auth/sign-out', {});
    const cookies = ['', `sid=${'A'.repeat(43)}`, 'sid=short', ended.cookie];
    for (const route of routes.filter((name) => rows[name]!.kind !== 'public')) {
      const [method, path] = route.split(' ') as [string, string];
      for (const cookie of cookies) {
        const answer = await anonymous(method, fill(path), cookie ? { cookie } : {});
        expect([route, cookie, answer.status]).toEqual([route, cookie, 401]);
      }
    }
  });

  it('S4 no other method of a guarded address admits a visitor', async () => {
    const guarded = routes.filter((name) => rows[name]!.kind !== 'public').map((route) => route.split(' ')[1]!);
    for (const path of new Set(guarded)) {
      for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await anonymous(method, fill(path));
        expect([path, method, answer.status]).toEqual([path, method, 401]);
      }
    }
  });

  it('S4 another user’s object answers the same 404 as one that never existed', async () => {
    for (const [route, row] of Object.entries(rows)) {
      if (row.kind === 'public' || row.kind === 'own') continue;
      const made = Object.fromEntries(
        Object.keys(theirs).map((key) => [key, crypto.randomUUID()]),
      ) as unknown as OwnedObjects;
      const absent = { ...made, terminal: randomBytes(8).toString('hex') };
      const [foreign, missing] = [await row.attempt(bob, theirs), await row.attempt(bob, absent)];
      const expected = row.kind === 'foreign' && row.quiet ? [204, 204] : [404, 404];
      expect([route, foreign.status, missing.status]).toEqual([route, ...expected]);
      expect(await foreign.text()).toBe(await missing.text());
    }
  });

  it('S4 nothing of the first user was changed by all that', async () => {
    expect(await ada.json(`/api/conversations/${theirs.conversation}`)).toMatchObject({ title: 'run echo mine' });
    expect(await ada.json(`/api/file-uploads/${theirs.upload}`)).toMatchObject({ received: [] });
    const { terminals } = await ada.json<{ terminals: { id: string }[] }>('/api/terminals');
    expect(terminals.map(({ id }) => id)).toContain(theirs.terminal);
    expect(await ada.json('/api/admin/sign-up')).toMatchObject({ mode: 'invitation' });
  });

  it('S4 whatever a client claims about its identity is dropped', async () => {
    const claims = {
      'x-user-id': ada.me.claims.id,
      'x-internal-user': ada.me.claims.id,
      authorization: 'Bearer x',
      'x-forwarded-for': '127.0.0.1',
      'x-http-method-override': 'GET',
    };
    expect((await anonymous('GET', '/api/auth/me', claims)).status).toBe(401);
    const answer = await bob.fetch('/api/auth/me', { headers: claims });
    expect(((await answer.json()) as Person['me']).claims.id).toBe(bob.me.claims.id);
  });

  it('S4 variants of a guarded address reach nothing', async () => {
    for (const target of [
      '//api/auth/me',
      '/API/auth/me',
      '/%61pi/auth/me',
      '/api//auth/me',
      '/api/./auth/me',
      '/api/auth/../auth/me',
      '/api/auth/me;x=1',
      '/api\\auth\\me',
      '/api/auth/me/',
      '/api/auth%2fme',
      '/api/%2e%2e/api/auth/me',
    ]) {
      expect([target, [400, 401, 404, 200].includes(await raw(target))]).toEqual([target, true]);
      const answer = await raw(target, { cookie: '' });
      expect([target, answer === 200 ? 'page' : answer]).not.toEqual([target, 500]);
    }
  });
});

describe('requests from other sites', () => {
  it('S8 writes from another origin are refused', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: `http://localhost.evil.example:${product.port}` },
      { origin: `http://bob.localhost:${product.port}` },
      { origin: product.url.replace('http', 'https').replace(/\d+$/, '1') },
    ];
    for (const headers of foreign) {
      for (const [path, type] of [
        ['/api/conversations', 'application/json'],
        ['/api/files/empty-trash', 'text/plain'],
        ['/api/auth/sign-out', 'application/x-www-form-urlencoded'],
        ['/api/file-uploads/single', 'multipart/form-data; boundary=x'],
        ['/api/transcribe/audio', 'multipart/form-data; boundary=x'],
      ] as const) {
        const answer = await ada.fetch(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': type },
          body: '{}',
        });
        expect([path, headers, answer.status]).toEqual([path, headers, 403]);
      }
    }
    expect((await ada.fetch('/api/auth/me')).status).toBe(200);
  });

  it('S8 opening /logout from another site asks first, from the app it signs out', async () => {
    const person = await Person.signIn(product, 'bob');
    const asked = await person.fetch('/logout', { headers: { 'sec-fetch-site': 'cross-site' }, redirect: 'manual' });
    expect([asked.status, (await asked.text()).includes('Sign out of this computer?')]).toEqual([200, true]);
    expect((await person.fetch('/api/auth/me')).status).toBe(200);
    const done = await person.fetch('/logout', { headers: { 'sec-fetch-site': 'same-origin' }, redirect: 'manual' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
    // The session, and the names of files that were opened last.
    expect(done.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'))).toEqual([
      expect.stringMatching(/^\S*sid=;/),
      'appRecentsV2=; Path=/; Max-Age=0',
    ]);
    await eventually(async () => (await person.fetch('/api/auth/me')).status === 401);
  });

  it('S8 a foreign Host is not served', async () => {
    expect(await raw('/api/auth/setup', { host: 'rebound.example:4600' })).toBe(421);
    expect(await raw('/', { host: 'rebound.example' })).toBe(421);
  });

  it('S8 pages of the app allow scripts by nonce only and cannot be framed', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(product.url)).headers.get('content-security-policy') ?? ''),
    );
    expect(policies[0]).toMatch(/script-src 'nonce-[\w+/=]{24}'/);
    expect(policies[0]).toContain("frame-ancestors 'none'");
    expect(policies[0]).not.toBe(policies[1]);
  });
});

describe('websockets', () => {
  const dial = (url: string, options: { origin?: string; cookie?: string } = {}) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(url, {
        origin: options.origin,
        headers: options.cookie ? { cookie: options.cookie } : {},
      });
      socket.once('open', () => resolve(101) as unknown as void).once('open', () => socket.terminate());
      socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0));
      socket.once('error', () => resolve(0));
    });

  it('AU-07 S8 a ticket opens one socket, from our own origin, with the session it was issued to', async () => {
    const url = await ada.socketUrl('/api/ws');
    expect(await dial(url, { origin: product.url, cookie: ada.cookie })).toBe(101);
    expect(await dial(url, { origin: product.url, cookie: ada.cookie })).toBe(401);
    expect(await dial(await ada.socketUrl('/api/ws'), { origin: product.url, cookie: bob.cookie })).toBe(401);
    expect(await dial(await ada.socketUrl('/api/ws'), { origin: product.url })).toBe(401);
    for (const origin of [undefined, 'null', 'http://evil.example', `http://localhost.evil.example:${product.port}`]) {
      expect([origin, await dial(await ada.socketUrl('/api/ws'), { origin, cookie: ada.cookie })]).toEqual([
        origin,
        403,
      ]);
    }
    const bare = `${product.url.replace('http', 'ws')}/api/ws`;
    for (const query of ['', '?nonce=', '?nonce=x', '?nonce=a&nonce=b'])
      expect(await dial(bare + query, { origin: product.url, cookie: ada.cookie })).toBe(401);
  });

  it('AU-07 S8 of 64 sockets racing for one ticket exactly one opens', async () => {
    for (let round = 0; round < 5; round++) {
      const url = await bob.socketUrl('/api/ws');
      const results = await Promise.all(
        Array.from({ length: 64 }, () => dial(url, { origin: product.url, cookie: bob.cookie })),
      );
      expect(results.filter((status) => status === 101)).toHaveLength(1);
    }
  });

  it('S4 another user’s terminal cannot be attached', async () => {
    const url = await bob.socketUrl(`/api/terminals/${theirs.terminal}/attach?from=0`);
    expect(await dial(url, { origin: product.url, cookie: bob.cookie })).toBe(404);
  });

  it('S9 signing out closes open sockets and streams within five seconds', async () => {
    const person = await Person.signIn(product, 'bob');
    const socket = new WebSocket(await person.socketUrl('/api/ws'), {
      origin: product.url,
      headers: { cookie: person.cookie },
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('open', resolve));
    await person.post('/api/auth/sign-out', {});
    await closed;
    expect((await person.fetch('/api/auth/me')).status).toBe(401);
  });
});
