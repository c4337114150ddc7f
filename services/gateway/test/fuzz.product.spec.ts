import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';

let product: Product;
let ada: Person;
let operations: Operation[];

interface Shape {
  readonly type?: string;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly properties?: Record<string, Shape>;
  readonly items?: Shape;
  readonly anyOf?: Shape[];
  readonly oneOf?: Shape[];
}
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: Shape;
  readonly query: readonly string[];
}

/** Routes that end the session or account under test, or wait for a user, are left out. */
const LEFT_OUT = new Set([
  '/api/auth/sign-out',
  '/api/auth/new-password',
  '/api/auth/password',
  '/api/auth/claim',
  '/api/auth/sign-in',
  '/api/auth/sign-up',
  '/api/models/providers/test',
  '/api/web-search/test',
  '/api/media-models/{task}/test',
]);

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  const { paths } = await ada.json<{
    paths: Record<
      string,
      Record<
        string,
        { requestBody?: { content: Record<string, { schema: Shape }> }; parameters?: { name: string; in: string }[] }
      >
    >;
  }>('/api/openapi.json');
  operations = Object.entries(paths)
    .filter(([path]) => !LEFT_OUT.has(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        body: operation.requestBody?.content['application/json']?.schema,
        query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      })),
    );
});

afterAll(async () => {
  await product.stop();
});

const HOSTILE_TEXT = [
  '',
  ' ',
  '\u0000',
  '..',
  '.',
  '../../etc/passwd',
  '..\\..',
  '%2e%2e%2f',
  '..%c0%af',
  '/etc/passwd',
  '//etc',
  'a/b',
  '\u202Egnp.exe',
  '\ud800',
  'e\u0301',
  '\u00e9',
  'x'.repeat(255),
  'x'.repeat(256),
  '界'.repeat(86),
  '-rf',
  '\n',
  '__proto__',
  'constructor',
  'CON',
  '.env',
  'null',
  'new',
  '${7*7}',
  '<script>',
  "'; drop table users; --",
  'a,b',
  '"',
  '\r\nx: y',
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXT),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom<unknown>(null, true, [], {}, 0, -1, -0, 1.5, 2 ** 53 + 1, 1e308, ['a', ['b']], {
    __proto__: { x: 1 },
  }),
);

/** Values that match a schema most of the time, but not always. */
function valueOf(shape: Shape, depth = 0): fc.Arbitrary<unknown> {
  const options = shape.anyOf ?? shape.oneOf;
  const fitting = options
    ? fc.oneof(...options.map((option) => valueOf(option, depth + 1)))
    : plainValueOf(shape, depth);
  return fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: hostile });
}

function plainValueOf(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.properties && depth < 5) {
    return fc.record(
      Object.fromEntries(
        Object.entries(shape.properties).map(([name, property]) => [name, valueOf(property, depth + 1)]),
      ),
      { requiredKeys: [] },
    );
  }
  if (shape.type === 'array') return fc.array(valueOf(shape.items ?? {}, depth + 1), { maxLength: 4 });
  if (shape.type === 'integer' || shape.type === 'number')
    return fc.oneof(fc.integer({ min: -2, max: 100 }), fc.constantFrom(2 ** 31, 2 ** 53));
  if (shape.type === 'boolean') return fc.boolean();
  return fc.oneof(fc.constantFrom(...HOSTILE_TEXT), fc.constantFrom('a.txt', 'folder', 'Trash', 'Articles'), fc.uuid());
}

const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');
const requestOf = (operation: Operation) =>
  fc.record({
    operation: fc.constant(operation),
    id: fc.oneof(fc.uuid(), fc.constantFrom(...HOSTILE_TEXT)),
    query: fc.record(
      Object.fromEntries(operation.query.map((name) => [name, fc.constantFrom(...HOSTILE_TEXT, '1', 'w', '["a"]')])),
      { requiredKeys: [] },
    ),
    body: operation.body ? valueOf(operation.body) : hostile,
  });

/** One hash of everything below a folder. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const walk = (path: string) => {
    for (const name of readdirSync(path).toSorted()) {
      const full = join(path, name);
      hash.update(full);
      if (statSync(full).isDirectory()) walk(full);
      else hash.update(readFileSync(full));
    }
  };
  walk(folder);
  return hash.digest('hex');
}

describe('anything sent to the API', () => {
  it('S13 S1 2,000 requests generated from the API description cause no 5xx, lose nothing, touch nothing outside', async () => {
    const canary = join(product.data, 'canary');
    mkdirSync(canary, { recursive: true });
    writeFileSync(join(canary, 'secret.txt'), 'CANARY');
    await ada.json('/api/files/create', { root: 'w', path: ['Kept'], type: 'folder' });
    await ada.json('/api/files/write', {
      root: 'w',
      path: ['Kept', 'precious.md'],
      content: 'precious',
      base: { absent: true },
    });
    const home = join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!);
    const before = hashOf(canary);
    const services = product.pids('services.mjs')[0];
    const answered = new Map<number, number>();
    const failures: string[] = [];
    const exchange = fc.constantFrom(...operations).chain(requestOf);
    for (const { operation, id, query, body } of fc.sample(exchange, { numRuns: 2_000, seed: 20261121 })) {
      const path = operation.path.replace(/\{\w+\}/g, encode(id));
      const search = Object.entries(query)
        .map(([name, value]) => `${name}=${encode(String(value))}`)
        .join('&');
      const init =
        operation.method === 'GET' || operation.method === 'HEAD'
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const cut = AbortSignal.timeout(20_000);
      const answer = await ada.fetch(search ? `${path}?${search}` : path, {
        method: operation.method,
        signal: cut,
        ...init,
      });
      const text = operation.path.endsWith('/events') ? '' : await answer.text();
      if (answer.status >= 500 && answer.status !== 507)
        failures.push(`${answer.status} ${operation.method} ${path} ${search} ${JSON.stringify(body)}`.slice(0, 400));
      expect(text).not.toContain('CANARY');
      answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
    }
    expect(failures).toEqual([]);
    expect(answered.get(400) ?? 0).toBeGreaterThan(100);
    expect(product.pids('services.mjs')[0]).toBe(services);
    expect(hashOf(canary)).toBe(before);
    expect(
      readdirSync(home)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual(['sites', 'workspace']);
    const found = await Promise.all(
      [
        ['Kept', 'precious.md'],
        ['Trash', 'Kept', 'precious.md'],
        ['Trash', 'precious.md'],
      ].map(async (slug) => ada.json<{ fileContent: string | null }>('/api/read-fs', { root: 'w', slug })),
    );
    expect(found.map(({ fileContent }) => fileContent)).toContain('precious');
  });

  it.each([
    ['not JSON', '{"a":', 'application/json', 400],
    ['ten megabytes', `{"title":"${'x'.repeat(10_000_000)}"}`, 'application/json', 413],
    ['ten thousand levels', '['.repeat(10_000) + ']'.repeat(10_000), 'application/json', 400],
    ['duplicate keys', '{"title":"a","title":{"b":1}}', 'application/json', 400],
    ['another charset', '{}', 'application/json; charset=ebcdic', 415],
    ['a scalar', 'null', 'application/json', 400],
    ['a prototype', '{"__proto__":{"title":"x"},"title":["x"]}', 'application/json', 400],
  ])('S13 a body that is %s gets a clear 4xx', async (_what, body, type, status) => {
    const { id } = await ada.json<{ id: string }>('/api/conversations', {});
    const answer = await ada.fetch(`/api/conversations/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': type },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each([
    ['TRACE', 'TRACE / HTTP/1.1\r\nhost: localhost\r\n\r\n', 405],
    [
      'both lengths',
      'POST /api/conversations HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: ' +
        'chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header of 64 KB', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(65_536)}\r\n\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
  ])('S13 a request with %s is refused and affects no other', async (_what, bytes, status) => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(product.port, '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.on('data', (data) => (text += String(data)));
      // The connection of a refused sender may be cut before it has read the response.
      socket.on('error', () => undefined).on('close', () => resolve(text || `HTTP/1.1 ${status} (cut off)`));
      socket.setTimeout(1_000, () => socket.destroy());
    });
    expect(Number(answer.split(' ')[1])).toBe(status);
    await eventually(async () => (await fetch(`${product.url}/api/health`)).ok);
  });
});
