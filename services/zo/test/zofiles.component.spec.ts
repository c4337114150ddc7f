import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromBinary, fromJson } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { systemCtx } from '@zo/auth';
import { adminUrlOptions } from '@zo/db';
import { ZofileDeletedSchema, ZofileService } from '@zo/proto/zo/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { startTestService, type TestFetch, testPlatform, type TestPlatform, type TestService } from '@zo/testing';
import { Client } from 'pg';
import { zo } from '../src/service.js';

interface Zofile {
  readonly id: string;
  readonly name: string;
  readonly prompt: string;
  readonly image: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const PNG = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')}`;
const NONE = { main: null, greeting: null, sms: null, email: null, schedule: {} };

let test: TestPlatform;
let service: TestService;
let userId: string;
let me: TestFetch;
let other: TestFetch;

beforeAll(async () => {
  test = await testPlatform();
  service = await startTestService(zo, test.platform);
});
afterAll(async () => {
  await service.stop();
  await test.close();
});
/** Two users who have nothing yet. */
function newUsers(): void {
  userId = crypto.randomUUID();
  me = service.as(userId);
  other = service.as(crypto.randomUUID());
}

const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
const list = (who = me) => read<Zofile[]>(who('/api/zofiles/'));
const create = (fields: object = {}, who = me) =>
  read<Zofile>(who('/api/zofiles/', { json: { name: 'Editor', prompt: 'Plain words.', image: null, ...fields } }));
const put = (id: string, json: object, who = me) => who(`/api/zofiles/${id}`, { method: 'PUT', json });
const remove = (id: string, who = me) => who(`/api/zofiles/${id}`, { method: 'DELETE' });
const active = (who = me) => read<object>(who('/api/zofiles/active'));
const set = (id: string, json: object, who = me) => who(`/api/zofiles/active/${id}`, { json });
const problem = async (answer: Promise<Response>) => {
  const { status, detail } = (await (await answer).json()) as { status: number; detail: string };
  return [status, detail];
};
/** What others are told of the user's personas. */
async function published() {
  const sql = new Client(adminUrlOptions(test.database.adminUrl));
  await sql.connect();
  const query = 'select payload from events.log where topic = $1 and key = $2';
  const { rows } = await sql.query<{ payload: Buffer }>(query, ['zo.events.v1', userId]).finally(() => sql.end());
  return rows.map(({ payload }) => fromBinary(ZofileDeletedSchema, payload));
}
/** What chat is told. */
const asked = async (conversationType: string, eventId = '', user = userId) => {
  const zofiles = createClient(ZofileService, serviceTransport('zo', undefined));
  const caller = await asCaller(test.platform.issuer, 'zo', systemCtx(user));
  return (await zofiles.getActive({ conversationType, eventId }, caller)).zofile?.prompt;
};

describe('Zofiles', () => {
  beforeAll(newUsers);

  it('ZF-01 are created, listed oldest first, changed and deleted', async () => {
    expect(await list()).toEqual([]);
    const answer = await me('/api/zofiles/', { json: { name: '  Editor ', prompt: 'Plain words.', image: PNG } });
    const editor = (await answer.json()) as Zofile;
    expect([answer.status, editor]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Editor',
        prompt: 'Plain words.',
        image: PNG,
        created_at: expect.any(String),
        updated_at: editor.created_at,
      },
    ]);
    const guide = await create({ name: 'Kyoto guide' });
    expect((await list()).map(({ name }) => name)).toEqual(['Editor', 'Kyoto guide']);
    const changed = await read<Zofile>(put(editor.id, { prompt: 'Short sentences.', image: null }));
    expect(changed).toMatchObject({ name: 'Editor', prompt: 'Short sentences.', image: null });
    expect(changed.updated_at > editor.updated_at).toBe(true);
    expect((await list())[0]).toEqual(changed);
    expect((await remove(guide.id)).status).toBe(204);
    expect(await list()).toEqual([changed]);
    expect((await remove(guide.id)).status).toBe(404);
    // Once, although it was asked for twice.
    expect(await published()).toEqual([fromJson(ZofileDeletedSchema, { userId, zofileId: guide.id })]);
  });

  it.each<[string, object, string]>([
    ['no name', { name: '  ' }, 'name: a persona needs a name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name: a name has at most 80 characters'],
    ['a name of two lines', { name: 'a\nb' }, 'name: a name must be plain text in one line'],
    ['a prompt of a megabyte', { prompt: 'x'.repeat(1_000_000) }, 'prompt: a prompt has at most 20,000 characters'],
    ['a prompt with a null character', { prompt: 'a\0b' }, 'prompt: a prompt must be plain text'],
    ['half a character in a prompt', { prompt: '\ud800' }, 'prompt: a prompt must be plain text'],
  ])('ZF-01 %s is refused with a sentence', async (_what, fields, sentence) => {
    const before = await list();
    const json = { name: 'x', prompt: 'y', image: null, ...fields };
    expect(await problem(me('/api/zofiles/', { json }))).toEqual([400, sentence]);
    expect(await problem(put(before[0]!.id, fields))).toEqual([400, sentence]);
    expect(await list()).toEqual(before);
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a page', 'data:text/html;base64,PHNjcmlwdD4='],
    ['an address inside the network', 'http://169.254.169.254/latest/meta-data'],
    ['a drawing', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['bytes of another type', PNG.replace('png', 'jpeg')],
    ['more than 32 KB', `data:image/png;base64,${Buffer.alloc(33_000, 1).toString('base64')}`],
    ['more than a megabyte', `data:image/png;base64,${'A'.repeat(900_000)}`],
  ])('ZF-01 a picture that is %s is refused', async (_what, image) => {
    const [status, detail] = await problem(me('/api/zofiles/', { json: { name: 'x', prompt: 'y', image } }));
    expect([status, detail]).toEqual([400, 'image: a picture must be a PNG, JPEG or WebP image of at most 32 KB']);
  });

  it('ZF-01 a user has 50 of them at most', async () => {
    newUsers();
    for (let n = 0; n < 50; n++) expect((await create({ name: `${n}` })).name).toBe(`${n}`);
    expect(await problem(me('/api/zofiles/', { json: { name: 'x', prompt: 'y' } }))).toEqual([
      409,
      'There are 50 personas already. Delete one that you do not use.',
    ]);
  });
});

describe('the active Zofile', () => {
  let editor: Zofile;
  let guide: Zofile;
  beforeAll(async () => {
    newUsers();
    [editor, guide] = [await create(), await create({ name: 'Kyoto guide', prompt: 'Temples.' })];
  });

  it('ZF-02 is none at first, and chat is told so', async () => {
    expect(await active()).toEqual(NONE);
    expect(await asked('main')).toBeUndefined();
  });

  it('ZF-02 is set by PUT for chats, and by POST for conversations of each type and each event', async () => {
    const main = await me(`/api/zofiles/active/${editor.id}`, { method: 'PUT' });
    expect([main.status, await main.json()]).toEqual([200, { ...NONE, main: editor.id }]);
    for (const conversation_type of ['greeting', 'sms', 'email'])
      expect((await set(guide.id, { conversation_type, event_id: null })).status).toBe(200);
    await set(guide.id, { conversation_type: 'schedule', event_id: 'weekly' });
    await set(editor.id, { conversation_type: 'schedule', event_id: 'daily' });
    const { id } = guide;
    const schedule = { weekly: id, daily: editor.id };
    expect(await active()).toEqual({ main: editor.id, greeting: id, sms: id, email: id, schedule });
    await set(id, { conversation_type: 'main' });
    expect(await active()).toEqual({ main: id, greeting: id, sms: id, email: id, schedule });
    await set(editor.id, { conversation_type: 'main' });
  });

  it('ZF-03 chat is told the prompt of each type of conversation', async () => {
    expect(await Promise.all(['main', 'greeting', 'sms', 'email'].map((type) => asked(type)))).toEqual([
      'Plain words.',
      'Temples.',
      'Temples.',
      'Temples.',
    ]);
    expect(await asked('schedule', 'daily')).toBe('Plain words.');
    expect(await asked('schedule', 'yearly')).toBeUndefined();
    expect(await asked('main', '', crypto.randomUUID())).toBeUndefined();
    await expect(asked('fax')).rejects.toThrow('there are no such conversations');
  });

  it('ZF-02 is cleared by POST of null, and by DELETE with and without a body', async () => {
    await set('null', { conversation_type: 'sms' });
    await me('/api/zofiles/active', { method: 'DELETE', json: { conversation_type: 'schedule', event_id: 'daily' } });
    const { id } = guide;
    expect(await active()).toEqual({ main: editor.id, greeting: id, sms: null, email: id, schedule: { weekly: id } });
    const answer = await me('/api/zofiles/active', { method: 'DELETE' });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { main: null, greeting: id, sms: null, email: id, schedule: { weekly: id } },
    ]);
    expect((await set('null', { conversation_type: 'sms' })).status).toBe(200);
  });

  it.each<[string, object]>([
    ['a schedule without an event', { conversation_type: 'schedule' }],
    ['an event that is no schedule’s', { conversation_type: 'main', event_id: 'daily' }],
  ])('ZF-02 %s is refused', async (_what, json) => {
    const refused = [400, 'event_id: a schedule is named by its event_id, and nothing else has one'];
    expect(await problem(set(editor.id, json))).toEqual(refused);
    expect(await problem(me('/api/zofiles/active', { method: 'DELETE', json }))).toEqual(refused);
  });

  it('ZF-02 deleting a Zofile leaves none in its conversations', async () => {
    await set(editor.id, { conversation_type: 'main' });
    expect((await remove(guide.id)).status).toBe(204);
    expect(await active()).toEqual({ ...NONE, main: editor.id });
  });

  it('ZF-02 another user’s Zofile does not exist', async () => {
    expect(await list(other)).toEqual([]);
    expect(await active(other)).toEqual(NONE);
    const refusals = [put(editor.id, { name: 'mine' }, other), remove(editor.id, other)];
    for (const answer of [...refusals, set(editor.id, { conversation_type: 'main' }, other)])
      expect((await answer).status).toBe(404);
    expect(await active(other)).toEqual(NONE);
    expect(await list()).toEqual([editor]);
  });

  it('ZF-02 a user has 1,000 schedules with one at most', async () => {
    const sql = new Client(adminUrlOptions(test.database.adminUrl));
    await sql.connect();
    await sql.query(
      `insert into zo.active_zofiles (user_id, conversation_type, event_id, zofile_id)
       select $1, 'schedule', 'event-' || n, $2 from generate_series(1, 1000) n`,
      [userId, editor.id],
    );
    await sql.end();
    expect(await problem(set(editor.id, { conversation_type: 'schedule', event_id: 'more' }))).toEqual([
      409,
      'There are 1000 schedules with a persona already. Clear one that you do not use.',
    ]);
    expect((await set(editor.id, { conversation_type: 'schedule', event_id: 'event-7' })).status).toBe(200);
  });
});
