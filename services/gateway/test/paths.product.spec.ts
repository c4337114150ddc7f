import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { createHostileLinks, LINKS, createOutside, LEAK, outside } from './path-traps.js';
import { pathRoutes, type PathRoute, type Shape, toolArguments } from './path-slots.js';
import { ROUTES_WITH_PATHS } from './routes-with-paths.js';
import { followAndDeny } from './follow-and-deny.js';

const PATHS = 500;
let product: Product;
let ada: Person;
let home: string;
let routes: PathRoute[];
let provider: FakeProvider;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  provider = await startFakeProvider();
  await ada.json('/api/files/create', { root: 'w', path: ['folder'], type: 'folder' });
  home = join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!);
  createOutside(home);
  const { paths } = await ada.json<{ paths: Parameters<typeof pathRoutes>[0] }>('/api/openapi.json');
  routes = pathRoutes(paths);
});
afterAll(async () => {
  await provider?.stop();
  await product.stop();
});

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(LINKS)) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '',
      '/',
      '\0',
      'secret.txt\0.md',
      '../outside',
      '../../outside/secret.txt',
      '..\\.computer',
      '%2e%2e',
      '..%2f.computer',
      '%252e%252e%252f',
      '..%c0%af',
      '..;',
      '.. ',
      '...',
      '\ud800',
      'x'.repeat(256),
      'é'.repeat(128),
      '界'.repeat(86),
      '.zo-tmp-x',
      '-rf',
      '\n',
      '~',
      '$HOME',
      '{a,b}',
      '*',
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'outside',
      'secret.txt',
      'dir',
      'link',
      '.env',
      'etc',
      'passwd',
      'proc',
      'self',
      'environ',
      'fd',
      '1',
      '.computer',
      'home',
      'ada',
      'workspace',
      'sites',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('folder', 'file.txt', 'Trash', 'Articles', 's', 'w', 'new') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
const path = fc.oneof(
  { weight: 9, arbitrary: fc.array(segment, { minLength: 1, maxLength: 7 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(Array(600).fill('a'), Array(10_000).fill('..'), Array(20).fill('x'.repeat(250)), [
      '..',
      '..',
      '..',
      'etc',
      'passwd',
    ]),
  },
);
const root = fc.constantFrom<unknown>('w', 'w', 's', 'x', '../..', '', null, ['w'], 'w/..');

/** Sends exactly these bytes as the target; `fetch` would normalise them. */
function raw(target: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: product.port,
        path: target,
        headers: { host: `localhost:${product.port}`, cookie: ada.cookie },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer
          .on('data', (data: Buffer) => parts.push(data))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('latin1') }));
      },
    );
    outgoing.on('error', reject).end();
  });
}

async function pool(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = next++; n < count; n = next++) await work(n);
    }),
  );
}

describe('paths', () => {
  it(`S1 ${PATHS} generated paths through every route reach nothing outside, and cause no 5xx`, async () => {
    expect(routes.map(({ route }) => route).toSorted()).toEqual(ROUTES_WITH_PATHS.toSorted());
    const chosen = fc.sample(fc.tuple(path, root), { numRuns: PATHS, seed: 20261121 });
    // Terminals and messages are expensive; a tenth of the paths is enough to test the same parser.
    const exchanges = chosen.flatMap(([segments, where], n) =>
      routes
        .filter(({ route }) => n % 10 === 0 || !/terminals|messages/.test(route))
        .map((route) => ({ route, ...route.fill(segments, where) })),
    );
    createHostileLinks(home);
    const before = outside(home);
    const failures: string[] = [];
    const begun = performance.now();
    await pool(exchanges.length, async (n) => {
      if (n % 400 === 0) createHostileLinks(home);
      const { route, method, address, body } = exchanges[n]!;
      const answer = await ada.fetch(address, {
        method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (LEAK.test(text) || (answer.status >= 500 && answer.status !== 507))
        failures.push(
          `${route.route} ${address.slice(0, 100)} ${JSON.stringify(body)?.slice(0, 300)}: ${answer.status} ` +
            `${text.slice(0, 200)}`,
        );
      if (answer.ok && route.route === 'POST /api/terminals')
        await ada.fetch(`/api/terminals/${(JSON.parse(text) as { id: string }).id}`, { method: 'DELETE' });
    });
    console.log(`S1: ${exchanges.length} requests in ${Math.round(performance.now() - begun)} ms`);
    expect(failures).toEqual([]);
    expect(outside(home)).toBe(before);
  });

  it(`S1 ${PATHS} generated paths as raw addresses and as names of uploads`, async () => {
    createHostileLinks(home);
    const before = outside(home);
    const failures: string[] = [];
    const chosen = fc.sample(path, { numRuns: PATHS, seed: 7 }).filter((segments) => segments.length < 100);
    const tidy = (text: string) =>
      text.toWellFormed().replace(/[^!-~]|[#?\\]/gu, (letter) => encodeURIComponent(letter));
    await pool(chosen.length, async (n) => {
      const segments = chosen[n]!;
      for (const target of [
        `/api/file/${tidy(segments.join('/'))}`,
        `/api/file/s/${segments.map((name) => encodeURIComponent(encodeURIComponent(name.toWellFormed()))).join('/')}`,
        `/api/file/../${tidy(segments.join('/'))}`,
      ]) {
        const { status, text } = await raw(target);
        if (LEAK.test(text) || status >= 500) failures.push(`${target}: ${status} ${text.slice(0, 200)}`);
      }
      const form = new FormData();
      form.set('pathParts', JSON.stringify(segments.slice(0, -1)));
      form.set('file', new File(['evil'], segments.at(-1)!.toWellFormed()));
      const { status } = await ada
        .fetch('/api/file-uploads/single', { method: 'POST', body: form, signal: AbortSignal.timeout(10_000) })
        .catch(() => ({ status: 599 }));
      if (status >= 500) failures.push(`single ${JSON.stringify(segments)}: ${status}`);
    });
    expect(failures).toEqual([]);
    expect(outside(home)).toBe(before);
  });

  it(`S1 ${PATHS} generated paths as arguments of every tool that takes one`, async () => {
    const { id } = await ada.json<{ id: string }>('/api/models/providers', {
      kind: 'openai-compatible',
      label: 'Fake',
      base_url: provider.url,
      api_key: 'sk-none',
      models: ['m'],
    });
    // Results that do not fit would be summarised.
    const limits = [{ model: 'm', context_window: 10_000_000, patience_seconds: null }];
    expect((await ada.post(`/api/models/providers/${id}`, { limits }, 'PATCH')).status).toBe(200);
    const chosen = fc.sample(path, { numRuns: PATHS, seed: 11 }).filter((segments) => segments.length < 100);
    createHostileLinks(home);
    const before = outside(home);
    const toolResults: string[] = [];
    let tools: string[] = [];
    let given = 0;
    provider.script((answer, asked) => {
      for (const message of asked.messages) if (message.role === 'tool') toolResults.push(String(message.content));
      const known = (asked.tools ?? []) as { function: { name: string; parameters?: Shape } }[];
      // A request beside the steps of the run.
      if (known.length === 0) return (answer.text('none'), answer.end());
      // What commands and other models are told in words is no path of ours.
      const takers = known.filter(
        (tool) => !/bash|cmds|coding/.test(tool.function.name) && toolArguments(tool.function.parameters!, ['x']),
      );
      tools = takers.map(({ function: { name } }) => name);
      if (given >= chosen.length) return (answer.text('done'), answer.end());
      for (let index = 0; index < 120 && given < chosen.length; given++, index++) {
        const tool = takers[given % takers.length]!.function;
        answer.call(`c${given}`, tool.name, toolArguments(tool.parameters!, chosen[given]!));
      }
      answer.end('tool_calls');
    });
    while (given < chosen.length) {
      const message = { text: 'go', model: `${id}:m` };
      const sent = await ada.json<{ run_id: string }>('/api/conversations/new/messages', message);
      await followAndDeny(ada, sent.run_id);
    }
    expect(tools.toSorted()).toEqual([
      'create_or_rewrite_file',
      'edit_file',
      'edit_file_llm',
      'grep_search',
      'read_file',
    ]);
    expect(toolResults.length).toBeGreaterThan(300);
    expect(toolResults.filter((text) => LEAK.test(text))).toEqual([]);
    expect(outside(home)).toBe(before);
  });
});
