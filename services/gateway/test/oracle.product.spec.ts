import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { createObjects } from './possess.js';
import { send } from './raw-http.js';
import { type Attempt, type OwnedObjects, rows } from './rows.js';
import { differences, judge, type Question, type Verdict } from './timing.js';

let product: Product;
let ada: Person;
let bob: Person;
let theirs: OwnedObjects;
let mine: OwnedObjects;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  bob = await Person.invited(product, ada, 'bob');
  theirs = await createObjects(ada);
  const sent = await bob.json<{ conversation_id: string; message_id: string; run_id: string }>(
    '/api/conversations/new/messages',
    { text: 'run echo own' },
  );
  await (await bob.fetch(`/api/runs/${sent.run_id}/events`)).text();
  mine = { ...theirs, conversation: sent.conversation_id, run: sent.run_id, message: sent.message_id };
  await ada.json('/api/files/create', { root: 'w', path: ['theirs.md'], type: 'file' });
});
afterAll(() => product.stop());

/** Well-formed ids of objects that never existed. */
function unknownIds(): OwnedObjects {
  const made = Object.fromEntries(
    Object.keys(theirs).map((key) => [key, crypto.randomUUID()]),
  ) as unknown as OwnedObjects;
  return { ...made, terminal: randomBytes(8).toString('hex') };
}

/** What another user can see of a response: everything but its time and request id. */
async function seen(answer: Response) {
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'traceparent'].includes(name));
  const text = (await answer.text()).replace(/"(instance|request_id)":"[^"]*"/g, '"$1":""');
  return { status: answer.status, headers, text };
}

/** Requests on one's own objects that contain ids of another user. */
const carried: Record<string, (person: Person, things: OwnedObjects) => Promise<Response>> = {
  'parent of a message': (person, { message }) =>
    person.post(`/api/conversations/${mine.conversation}/messages`, { text: 'hi', parent_id: message }),
  'parent of a streamed message': (person, { message }) =>
    person.post(`/api/conversations/${mine.conversation}/messages/stream`, { text: 'hi', parent_id: message }),
  'parent in a new conversation': (person, { message }) =>
    person.post('/api/conversations/new/messages', { text: 'hi', parent_id: message }),
  'branch to show': (person, { message }) =>
    person.post(`/api/conversations/${mine.conversation}`, { leaf_id: message }, 'PATCH'),
  'page of messages': (person, { message }) =>
    person.fetch(`/api/conversations/${mine.conversation}?before=${message}`),
  'model of a message': (person, { provider }) =>
    person.post('/api/conversations/new/messages', { text: 'hi', model: `${provider}:gpt` }),
  'preferred model': (person, { provider }) =>
    person.post('/api/models/preference', { value: `${provider}:gpt` }, 'PUT'),
  'provider to test': (person, { provider }) =>
    person.post('/api/models/providers/test', { kind: 'openai', id: provider }),
  'question of one’s own run': (person, { message }) =>
    person.post(`/api/runs/${mine.run}/approvals/${message}`, { decision: 'approve' }),
};

const item = (name: string) => ({ root: 'w', path: [name] });
/** Paths are always in one's own home: a file of the same name in another home makes no difference. */
const paths: Record<string, (person: Person, name: string) => Promise<Response>> = {
  'read-fs': (person, name) => person.post('/api/read-fs', { root: 'w', slug: [name] }),
  'read-z': (person, name) => person.post('/api/read-z', { root: 'w', slug: [name] }),
  list: (person, name) => person.fetch(`/api/files/list?root=w&path=${name}`),
  search: (person, name) => person.fetch(`/api/files/search?q=${name}`),
  file: (person, name) => person.fetch(`/api/file/w/${name}`),
  'file, head': (person, name) => person.fetch(`/api/file/w/${name}`, { method: 'HEAD' }),
  'file beside the home': (person, name) =>
    person.fetch(`/api/file/w/..%2f..%2f${ada.me.handle}%2fworkspace%2f${name}`),
  'several files': (person, name) => person.fetch(`/api/file?paths=w/${name}`),
  'conversation of a file': (person, name) => person.fetch(`/api/conversations/by-file?file_path=w/${name}`),
  write: (person, name) => person.post('/api/files/write', { ...item(name), content: 'x', base: { hash: 'x' } }),
  rename: (person, name) => person.post('/api/files/rename', { ...item(name), name: 'other' }),
  move: (person, name) => person.post('/api/files/move', { items: [item(name)], target: item('Articles') }),
  copy: (person, name) => person.post('/api/files/copy', { items: [item(name)], target: item('Articles') }),
  trash: (person, name) => person.post('/api/files/trash', { items: [item(name)] }),
  restore: (person, name) => person.post('/api/files/restore', { items: [{ root: 'w', path: ['Trash', name] }] }),
  delete: (person, name) => person.post('/api/files/delete', { items: [item(name)] }),
};

describe('content of a response', () => {
  const named = Object.entries(rows).flatMap(([route, row]): [string, Attempt][] =>
    row.kind === 'foreign' || row.kind === 'owner' ? [[route, row.attempt]] : [],
  );

  it.each(named)(
    'S4 %s answers the same for another user’s object and for one that never existed',
    async (_route, attempt) => {
      const foreign = await seen(await attempt(bob, theirs));
      expect(foreign).toEqual(await seen(await attempt(bob, unknownIds())));
      expect([204, 404]).toContain(foreign.status);
    },
  );

  it.each(Object.entries(carried))(
    'S4 an id of another user as %s answers the same as one that never existed',
    async (_what, attempt) => {
      const foreign = await seen(await attempt(bob, theirs));
      expect(foreign).toEqual(await seen(await attempt(bob, unknownIds())));
    },
  );

  it.each(Object.entries(paths))(
    'S4 a path that exists for another user answers the same as one that exists for none: %s',
    async (_what, attempt) => {
      const [foreign, missing] = [
        await seen(await attempt(bob, 'theirs.md')),
        await seen(await attempt(bob, 'nobody.md')),
      ];
      // Entity tags depend on the body, and some bodies repeat the name.
      const [one, other] = [foreign, missing].map(({ headers, text, ...answer }) => ({
        ...answer,
        headers: headers.filter(([name]) => name !== 'etag'),
        text: text.replaceAll('theirs.md', 'nobody.md'),
      }));
      expect(one).toEqual(other);
    },
  );

  it('S4 another user’s terminal is refused like one that never existed', async () => {
    const refusal = async (terminal: string) => {
      const url = new URL(await bob.socketUrl(`/api/terminals/${terminal}/attach?from=0`));
      const headers = {
        origin: product.url,
        cookie: bob.cookie,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      };
      const {
        headers: { date: _date, ...others },
        ...answer
      } = await send(product.port, { method: 'GET', path: `${url.pathname}${url.search}`, headers });
      return { ...answer, headers: others };
    };
    const foreign = await refusal(theirs.terminal);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await refusal(unknownIds().terminal));
  });
});

const PAIRS = 120;
const TOLD: Record<string, Verdict> = {};
async function verdict(title: string, ask: (things: OwnedObjects) => Omit<Question, 'headers'>): Promise<Verdict> {
  const to = (things: () => OwnedObjects) => (): Question => ({ ...ask(things()), headers: { cookie: bob.cookie } });
  return (TOLD[title] = judge(
    await differences(product.port, { pairs: PAIRS, warmUp: 20, one: to(() => theirs), other: to(unknownIds) }),
  ));
}

describe('time of a response', () => {
  afterAll(() =>
    console.log(
      `S4 timing, ms: ${Object.entries(TOLD)
        .map(([what, { difference, bound }]) => `${what} ${difference.toFixed(2)} (bound ${bound.toFixed(2)})`)
        .join(', ')}`,
    ),
  );

  it.each<[string, (things: OwnedObjects) => Omit<Question, 'headers'>]>([
    ['accounts', ({ session }) => ({ method: 'DELETE', path: `/api/auth/sessions/${session}` })],
    ['accounts, owner', ({ invitation }) => ({ method: 'DELETE', path: `/api/admin/invitations/${invitation}` })],
    ['uploads', ({ upload }) => ({ method: 'GET', path: `/api/file-uploads/${upload}` })],
    ['chat', ({ conversation }) => ({ method: 'GET', path: `/api/conversations/${conversation}` })],
    ['chat, run', ({ run }) => ({ method: 'GET', path: `/api/runs/${run}/events` })],
    [
      'chat, provider',
      ({ provider }) => ({ method: 'PATCH', path: `/api/models/providers/${provider}`, body: '{"enabled":false}' }),
    ],
    ['zo', ({ zofile }) => ({ method: 'PUT', path: `/api/zofiles/${zofile}`, body: '{"name":"mine"}' })],
    ['zo, schedule', ({ schedule }) => ({ method: 'DELETE', path: `/api/schedules/${schedule}` })],
    ['channels', ({ letter }) => ({ method: 'GET', path: `/api/outbox/${letter}` })],
    ['compute', ({ terminal }) => ({ method: 'DELETE', path: `/api/terminals/${terminal}` })],
  ])('S4 does not distinguish another user’s object from one that never existed: %s', async (service, ask) => {
    expect(await verdict(service, ask)).toMatchObject({ tells: false });
  });

  it('S4 does not distinguish a file of another user from one that exists for none: files', async () => {
    const ask = (name: string) => (): Question => ({
      method: 'GET',
      path: `/api/file/w/${name}`,
      headers: { cookie: bob.cookie },
    });
    const found = judge(
      await differences(product.port, { pairs: PAIRS, warmUp: 20, one: ask('theirs.md'), other: ask('nobody.md') }),
    );
    expect((TOLD['files'] = found)).toMatchObject({ tells: false });
  });

  it('S4 AU-02 does not distinguish an e-mail with an account from one without', async () => {
    const known = ['ada@example.com', 'bob@example.com'];
    // Each e-mail and each address is limited to ten attempts per window.
    const ask =
      (email: (pair: number) => string) =>
      (pair: number): Question => ({
        method: 'POST',
        path: '/api/auth/sign-in',
        headers: {},
        body: JSON.stringify({ email: email(pair), password: 'wrong' }),
        localAddress: `127.0.1.${pair + 1}`,
      });
    const found = judge(
      await differences(product.port, {
        pairs: 16,
        warmUp: 2,
        one: ask((pair) => known[pair % 2]!),
        other: ask((pair) => `nobody-${pair}@example.com`),
      }),
    );
    expect((TOLD['sign-in'] = found)).toMatchObject({ tells: false });
  });

  it('S4 the measurement detects a difference of 20 ms within noise of 30 ms', () => {
    const noise = (n: number) => ((n * 7_919) % 30) - 15;
    const pairs = Array.from({ length: PAIRS }, (_, n) => noise(n));
    expect(judge(pairs)).toMatchObject({ tells: false });
    expect(judge(pairs.map((value) => value + 20))).toMatchObject({ tells: true });
  });
});
