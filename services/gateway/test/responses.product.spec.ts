/**
 * S5 S12 The headers of every response of the API, from whichever service; and requests that only look like our own.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { send, sendBytes } from './raw-http.js';

let product: Product;
let ada: Person;
beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
});
afterAll(() => product?.stop());

const signedIn = () => ({ cookie: ada.cookie });
const JSON_BODY = { 'content-type': 'application/json' };

type Row = readonly [
  what: string,
  request: { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer },
  status: number,
  visitor?: true,
];
const ROWS: Row[] = [
  ['who I am', { path: '/api/auth/me' }, 200],
  ['my settings', { path: '/api/settings/' }, 404],
  ['a folder', { path: '/api/files/list?root=w' }, 200],
  ['uploads', { path: '/api/file-uploads' }, 200],
  ['my computer', { path: '/api/computer' }, 200],
  ['conversations', { path: '/api/conversations' }, 200],
  ['personas', { path: '/api/zofiles/' }, 200],
  ['apps', { path: '/api/connections/apps' }, 200],
  ['health', { path: '/api/health' }, 200, true],
  ['description', { path: '/api/openapi.json' }, 200, true],
  ['a handle', { path: '/api/handles/somebody' }, 200, true],
  ['signed out', { path: '/api/files/list?root=w' }, 401, true],
  [
    'a wrong password',
    {
      method: 'POST',
      path: '/api/auth/sign-in',
      headers: JSON_BODY,
      body: '{"email":"a@example.com","password":"wrong"}',
    },
    401,
    true,
  ],
  ['a body that is no JSON', { method: 'POST', path: '/api/auth/sign-in', headers: JSON_BODY, body: '{' }, 400, true],
  ['no such service', { path: '/api/no-such-thing' }, 404],
  ['no such route', { path: '/api/files/no-such-thing' }, 404],
  ['no such file', { path: '/api/file/w/no-such-file.txt' }, 404],
  ['another method', { method: 'TRACE', path: '/api/auth/me' }, 405],
  [
    'a page of another origin',
    { method: 'POST', path: '/api/files/create', headers: { origin: 'http://elsewhere.example' } },
    403,
  ],
  ['an invalid address', { path: '//api/auth/me' }, 400],
];

describe('responses of the API', () => {
  it.each(ROWS.map(([what, request, status, visitor = false]) => [what, { request, status, visitor }] as const))(
    'S5 %s is neither cached, sniffed, nor readable by other origins',
    async (_what, { request, status, visitor }) => {
      const headers = { ...(visitor ? {} : signedIn()), ...request.headers };
      const answer = await send(product.port, { method: 'GET', ...request, headers });
      expect([
        answer.status,
        answer.headers['x-content-type-options'],
        answer.headers['cross-origin-resource-policy'],
        answer.headers['cache-control'],
      ]).toEqual([
        status,
        'nosniff',
        'same-origin',
        // No cache may store what one user was answered.
        'no-store',
      ]);
    },
  );

  it.each(['gzip', 'deflate', 'br', 'zstd', 'unheard-of'])(
    'S12 a body that is not encoded in %s as declared is a client error',
    async (encoding) => {
      for (const body of [
        Buffer.from('no such encoding'),
        Buffer.alloc(100, 0xff),
        Buffer.from('28b52ffd04', 'hex'),
        Buffer.of(0x8b),
      ])
        for (const path of ['/api/auth/sign-in', '/api/files/write', '/api/conversations/new/messages']) {
          const headers = { ...signedIn(), ...JSON_BODY, 'content-encoding': encoding };
          const { status } = await send(product.port, { method: 'POST', path, headers, body });
          expect([400, 415]).toContain(status);
        }
    },
  );

  it.each(['https://localhost', 'null', 'ws://localhost'])(
    'S5 an Origin of %s is foreign, even with our host and port',
    async (origin) => {
      const given = origin === 'null' ? origin : `${origin}:${product.port}`;
      const request = {
        method: 'POST',
        path: '/api/files/create',
        headers: { ...signedIn(), ...JSON_BODY, origin: given },
        body: '{}',
      };
      expect((await send(product.port, request)).status).toBe(403);
      const own = { ...request.headers, origin: `http://localhost:${product.port}` };
      expect((await send(product.port, { ...request, headers: own })).status).toBe(400);
    },
  );

  it.each(['//', '//evil.example/api/ws', '/\\evil', 'http://evil.example/api/ws'])(
    'S12 an upgrade of %s is a bad address',
    async (path) => {
      const lines = [
        `GET ${path} HTTP/1.1`,
        `Host: localhost:${product.port}`,
        `Origin: http://localhost:${product.port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ];
      expect((await sendBytes(product.port, `${lines.join('\r\n')}\r\n\r\n`)).status).toBe(400);
    },
  );
});
