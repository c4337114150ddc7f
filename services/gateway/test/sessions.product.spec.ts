import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { eventually } from '@zo/testing/eventually';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { subscriptionAt } from '../../../infra/testing/product/fake-push.js';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';

const ROUNDS = 25;
let product: Product;
let ada: Person;
let provider: FakeProvider;
let model: string;

beforeAll(async () => {
  // Behind TLS as in public installations, so the cookie has its strict name.
  product = await startProduct({ environment: { ZO_PUBLIC_URL: 'https://zo.example' } });
  ada = await Person.claim(product);
  provider = await startFakeProvider();
  provider.script((answer) => answer.text('and on'));
  const { id } = await ada.json<{ id: string }>('/api/models/providers', {
    kind: 'openai-compatible',
    label: 'Fake',
    base_url: provider.url,
    api_key: 'sk-none',
    models: ['m'],
  });
  model = `${id}:m`;
});
afterAll(async () => {
  await provider?.stop();
  await product.stop();
});

const origin = () => product.url;
const value = (person: Person) => person.cookie.split('=')[1]!;

/** The user id that a cookie header resolves to, or the status. */
function whoIs(cookie: string): Promise<string | number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: product.port,
        path: '/api/auth/me',
        headers: { host: `localhost:${product.port}`, cookie },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (data: Buffer) => (text += data.toString()))
          .on('end', () =>
            resolve(answer.statusCode === 200 ? (JSON.parse(text) as Person['me']).claims.id : answer.statusCode!),
          );
      },
    );
    outgoing.on('error', reject).end();
  });
}

/** Opens everything of a session that stays open: the live socket, a terminal and a running answer. */
async function openAll(person: Person): Promise<{ closed: Promise<number>; kinds: number }> {
  const terminal = await person.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
  const sockets = await Promise.all(
    ['/api/ws', `/api/terminals/${terminal.id}/attach?from=0`].map(async (path) => {
      const socket = new WebSocket(await person.socketUrl(path), {
        origin: origin(),
        headers: { cookie: person.cookie },
      });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return socket;
    }),
  );
  const sent = await person.json<{ run_id: string; conversation_id: string }>('/api/conversations/new/messages', {
    text: 'go',
    model,
  });
  const stream = await person.fetch(`/api/runs/${sent.run_id}/events`);
  const reader = stream.body!.getReader();
  await reader.read();
  const drained = (async () => {
    while (!(await reader.read()).done);
  })().catch(() => undefined);
  const begun = performance.now();
  const closed = Promise.all([
    drained,
    ...sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
  ]).then(() => performance.now() - begun);
  return { closed, kinds: sockets.length + 1 };
}

const ENDS: [string, (person: Person) => Promise<Response>][] = [
  ['sign-out', (person) => person.post('/api/auth/sign-out', {})],
  ['revoked', async (person) => ada.fetch(`/api/auth/sessions/${await idOf(person)}`, { method: 'DELETE' })],
  ['new password', () => ada.post('/api/auth/password', { current: 'correct horse', next: 'correct horse' })],
];

const idOf = async (person: Person) =>
  (await person.json<{ sessions: { id: string; current: boolean }[] }>('/api/auth/sessions')).sessions.find(
    ({ current }) => current,
  )!.id;

describe('sessions', () => {
  it('S9 the cookie is bound to its host, hidden from scripts, and new with every sign-in, whatever was sent before', async () => {
    const planted = 'A'.repeat(43);
    const answer = await fetch(`${product.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `__Host-sid=${planted}` },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
    });
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^__Host-sid=[\w-]{43};/);
    for (const word of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(word);
    expect(cookie).not.toMatch(/domain=/i);
    expect(cookie).not.toContain(planted);
    expect(await whoIs(`__Host-sid=${planted}`)).toBe(401);
    const again = await Person.signIn(product, 'ada');
    expect(value(again)).not.toBe(value(ada));
  });

  it('S9 a cookie set by another site is not accepted as the session, in any order, nor when the header overflows', async () => {
    const eve = await Person.invited(product, ada, 'eve');
    const [mine, evil] = [`__Host-sid=${value(ada)}`, value(eve)];
    const tossed = [
      `sid=${evil}; ${mine}`,
      `${mine}; sid=${evil}`,
      `sid=${evil}; __Secure-sid=${evil}; ${mine}; sid=${evil}`,
      `__host-sid=${evil}; ${mine}`,
      ` =; ;;__Host-sid; ${mine}`,
      `${'x='.padEnd(4_096, 'y')}; ${mine}`,
    ];
    for (const header of tossed)
      expect([header.slice(0, 60), await whoIs(header)]).toEqual([header.slice(0, 60), ada.me.claims.id]);
    expect([400, 401, 431]).toContain(await whoIs(`${'x='.padEnd(40_000, 'y')}; ${mine}`));
    expect(await whoIs(`sid=${value(ada)}`)).toBe(401);
  });

  it('S9 signing out, revoking and a new password each close sockets and streams within five seconds', async () => {
    const took: Record<string, number> = {};
    for (const [name, end] of ENDS) {
      const person = await Person.signIn(product, 'ada');
      const { closed, kinds } = await openAll(person);
      expect(kinds).toBe(3);
      expect((await end(person)).status).toBe(204);
      took[name] = Math.round(await closed);
      expect((await person.fetch('/api/auth/me')).status).toBe(401);
    }
    console.log(`S9: closed after ${JSON.stringify(took)} ms`);
    expect((await ada.fetch('/api/auth/me')).status).toBe(200);
  });

  it('S9 AP-02 signing out, revoking and a new password each forget the browser as a device that is told of news', async () => {
    const add = (person: Person, name: string) =>
      person.json('/api/channels/devices', { subscription: subscriptionAt(`https://push.example/${name}`), name });
    const names = async () =>
      (await ada.json<{ devices: { name: string }[] }>('/api/channels/devices')).devices.map(({ name }) => name);
    await add(ada, 'at home');
    for (const [name, end] of ENDS) {
      const person = await Person.signIn(product, 'ada');
      await add(person, name);
      expect(await names()).toEqual(['at home', name]);
      expect((await end(person)).status).toBe(204);
      await eventually(async () => (await names()).length === 1);
      expect(await names()).toEqual(['at home']);
    }
  });

  it(`S8 AU-07 of 64 sockets racing for one ticket exactly one opens, ${3 * ROUNDS} times`, async () => {
    const people = [ada, await Person.signIn(product, 'ada'), await Person.signIn(product, 'eve')];
    const dial = (url: string, cookie: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(url, { origin: origin(), headers: { cookie } });
        socket
          .once('open', () => (socket.terminate(), resolve(101)))
          .once('unexpected-response', (_request, answer) => (answer.destroy(), resolve(answer.statusCode ?? 0)))
          .on('error', () => resolve(0));
      });
    const begun = performance.now();
    for (let round = 0; round < ROUNDS; round++) {
      for (const person of people) {
        const url = await person.socketUrl('/api/ws');
        const results = await Promise.all(Array.from({ length: 64 }, () => dial(url, person.cookie)));
        expect(results.filter((status) => status === 101)).toHaveLength(1);
        expect(results.filter((status) => status === 401)).toHaveLength(63);
      }
    }
    console.log(`S8: ${3 * ROUNDS} races of 64 in ${Math.round(performance.now() - begun)} ms`);
  });

  it('AU-07 the rate of tickets is limited, with a Retry-After', async () => {
    const person = await Person.signIn(product, 'eve');
    const answers: Response[] = [];
    for (let n = 0; n < 31; n++) answers.push(await person.post('/api/tokens/wss-nonce', {}));
    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(answers[0]!.status));
    expect([answers[30]!.status, Number(answers[30]!.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
