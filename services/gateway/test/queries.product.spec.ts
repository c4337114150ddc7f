import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { consumerGroups, topics } from '@zo/proto/topics';
import { eventually } from '@zo/testing';
import { type Postgres, startPostgres } from '@zo/embedded-postgres';
import { Person, type Product, startProduct } from '../../../infra/testing/product/product.js';
import { rows } from './rows.js';

let folder: string;
let postgres: Postgres;
let admin: Client;
let product: Product;
let ada: Person;
/** The objects whose own pages are read; all others only fill the tables. */
let known: {
  conversation: string;
  run: string;
  upload: string;
  share: string;
  schedule?: string;
  routine?: string;
  letter?: string;
  question?: string;
  rehearsal?: string;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zo-queries-'));
  chmodSync(folder, 0o711);
  postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    durable: false,
    maxConnections: 100,
    countStatements: true,
  });
  product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_ALLOW_VOLATILE_DATABASE: '1' } });
  admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query('create extension pg_stat_statements');
  ada = await Person.claim(product);
});

afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('tables', () => {
  it('D5 a service has an inbox exactly when a topic names it as a consumer', async () => {
    const { rows: found } = await admin.query<{ schema: string }>(
      `select table_schema as schema from information_schema.tables where table_name = 'inbox' order by 1`,
    );
    expect(found.map(({ schema }) => schema)).toEqual([...new Set(topics.flatMap(consumerGroups))].toSorted());
  });
});

type Sent = { conversation_id: string; run_id: string };

async function say(conversation: string, text: string): Promise<Sent> {
  const sent = await ada.json<Sent>(`/api/conversations/${conversation}/messages`, { text });
  await (await ada.fetch(`/api/runs/${sent.run_id}/events`)).text();
  return sent;
}

const MAX_PROVIDERS = 20;
const MAX_ZOFILES = 50;
const MAX_SCHEDULES = 100;
const MAX_ROUTINES = 100;
const SCHEDULE = {
  instruction: 'words',
  rrule: 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=8;BYMINUTE=0',
  zone: 'UTC',
};

/** Disabled at once: the responses in this suite come from the helper, not from a real provider. */
async function addProvider(n: number): Promise<void> {
  const { id } = await ada.json<{ id: string }>('/api/models/providers', {
    kind: 'openai',
    label: `mine ${n}`,
    api_key: 'sk-none',
    models: ['gpt'],
  });
  expect((await ada.post(`/api/models/providers/${id}`, { enabled: false }, 'PATCH')).status).toBe(200);
}

/** A run that a mail has started waits for its user. @returns the token of the link in the mail about it */
async function ask(): Promise<string> {
  await ada.json('/api/outbox/mail', { subject: '', text: 'write site/.git/hooks/pre-commit: words' });
  return eventually(async () => {
    const { items } = await ada.json<{ items: { id: string }[] }>('/api/outbox');
    const letters = await Promise.all(items.map(({ id }) => ada.json<{ body: string }>(`/api/outbox/${id}`)));
    return letters.map(({ body }) => /\/api\/approvals\/([\w-]+)/.exec(body)?.[1]).find(Boolean);
  });
}

async function rehearse(routine: string): Promise<string> {
  const sent = await ada.json<Sent>(`/api/zoroutines/${routine}/rehearse`, {});
  await (await ada.fetch(`/api/runs/${sent.run_id}/events`)).text();
  return sent.run_id;
}

/** Creates `count` more of everything that users accumulate. */
async function collect(count: number, start: number): Promise<void> {
  for (let n = start; n < start + count; n++) {
    const sent = await say(known?.conversation ?? 'new', `write note-${n}.md: words`);
    await say('new', 'read note-0.md');
    const { uploadId } = await ada.json<{ uploadId: string }>('/api/file-uploads/init', {
      pathParts: [],
      fileName: `up-${n}.bin`,
      totalBytes: 4,
    });
    known ??= {
      conversation: sent.conversation_id,
      run: sent.run_id,
      upload: uploadId,
      share: (await ada.json<{ token: string }>(`/api/conversations/${sent.conversation_id}/shares`, { days: 30 }))
        .token,
    };
    await ada.json('/api/admin/invitations', {});
    await ada.json('/api/files/create', { root: 'w', path: [`gone-${n}.md`], type: 'note', content: 'x' });
    await ada.json('/api/files/trash', { items: [{ root: 'w', path: [`gone-${n}.md`] }] });
    if (n < MAX_PROVIDERS) await addProvider(n);
    if (n < MAX_ROUTINES) {
      const file_path = `w/Routines/routine ${n}.zoroutine`;
      const made = await ada.json<{ id: string }>('/api/zoroutines', { file_path, instruction: 'words' });
      known.routine ??= made.id;
    }
    if (n < MAX_SCHEDULES) {
      const made = await ada.json<{ id: string }>('/api/schedules', { ...SCHEDULE, title: `schedule ${n}` });
      known.schedule ??= made.id;
    }
    if (n < MAX_ZOFILES) await ada.json('/api/zofiles/', { name: `persona ${n}`, prompt: 'words' });
  }
  known.letter ??= (await ada.json<{ id: string }>('/api/outbox/mail', { subject: 'x', text: 'words' })).id;
  known.question ??= await ask();
  known.rehearsal ??= await rehearse(known.routine!);
  // Inserted, because mails of one user are limited to twenty an hour.
  await admin.query(
    `insert into channels.messages (id, user_id, channel, direction, state, peer, event_id, answers_id)
     select gen_random_uuid(), $1, 'email', 'in', 'held', 'x@example.org', gen_random_uuid(), $3
     from generate_series(1, $2)`,
    [ada.me.claims.id, count, known.letter],
  );
  // Inserted, because sign-ins are limited to ten a minute.
  await admin.query(
    `insert into accounts.sessions (id, user_id, token_hash, user_agent)
     select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), 'test' from generate_series(1, $2)`,
    [ada.me.claims.id, count],
  );
  // Inserted, because programs register ten times a minute.
  await admin.query(
    `with client as (
       insert into accounts.oauth_clients (id, name, redirect_uris, expires_at)
       select gen_random_uuid(), 'x', '{}', now() + interval '1 day' from generate_series(1, $2) returning id)
     insert into accounts.oauth_grants
       (id, user_id, client_id, redirect_uri, scopes, audience, per_minute, family_hash, refresh_hash, expires_at)
     select gen_random_uuid(), $1, id, 'https://client.example/', '{}', 'mcp', 1, sha256(id::text::bytea), '',
       now() + interval '1 day' from client`,
    [ada.me.claims.id, count],
  );
}

/** Statements of all services since the last reset. */
async function statements(): Promise<number> {
  const {
    rows: [row],
  } = await admin.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname like 'zo\\_%' and r.rolname <> current_user`,
  );
  return Number(row!.calls);
}

/** A response does not wait for the end of a read-only transaction, but the count has to. */
const settled = () =>
  eventually(async () => {
    const {
      rows: [row],
    } = await admin.query<{ busy: string }>(
      `select count(*) as busy from pg_stat_activity where usename like 'zo\\_%' and usename <> current_user and ` +
        `state <> 'idle'`,
    );
    return row!.busy === '0';
  });

/** Statements of one request: the minimum of several samples, because background work only adds to it. */
async function costOf(request: () => Promise<Response>): Promise<number> {
  let least = Infinity;
  for (let sample = 0; sample < 6; sample++) {
    await settled();
    await admin.query('select pg_stat_statements_reset()');
    const answer = await request();
    await answer.arrayBuffer();
    expect([answer.url, answer.status]).toEqual([answer.url, 200]);
    await settled();
    least = Math.min(least, await statements());
  }
  return least;
}

/** Query strings that some addresses need. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/conversations/by-file': '?file_path=note-0.md',
  '/api/conversations/by-message': '?message_id=018f3a3e-0000-4000-8000-000000000001',
  '/api/conversations/provenance': '?file_path=w/note-0.md',
  '/api/conversations/search': '?q=note',
  '/api/conversations/{id}/find': '?q=note',
  '/api/schedules/calendar': '?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z',
  '/api/files/list': '?root=w',
  '/api/files/search': '?q=note',
  '/api/files/search/everything': '?q=note',
  '/api/files/versions/folder/files': '?moment=1',
  '/api/files/versions': `?path=${encodeURIComponent('["note-0.md"]')}`,
  '/api/file': '?download=1&paths=note-0.md',
};
const address = (path: string) =>
  path
    .replace('{text}', 'somebody')
    .replace('{hash}', '0123456789ab')
    .replace('{path}', 'note-0.md')
    .replace('/approvals/{token}', `/approvals/${known.question}`)
    .replace('{token}', known.share)
    .replace('/runs/{id}', `/runs/${known.run}`)
    .replace('{run}', known.rehearsal!)
    .replace('/outbox/{id}', `/outbox/${known.letter}`)
    .replace('/zoroutines/{id}', `/zoroutines/${known.routine}`)
    .replace('/schedules/{id}', `/schedules/${known.schedule}`)
    .replace('/file-uploads/{id}', `/file-uploads/${known.upload}`)
    .replace('/conversations/{id}', `/conversations/${known.conversation}`) + (QUERIES[path] ?? '');

async function costs(): Promise<Record<string, number>> {
  const measured: Record<string, number> = {};
  for (const route of Object.keys(rows)) {
    const [method, path] = route.split(' ') as [string, string];
    // Answered without a session only: on the content origin, and to programs.
    if (path.startsWith('/api/content/') || path === '/api/mcp') continue;
    // What they show is in an app, which nobody has connected here.
    if (/^\/api\/connections\/(callback|drive|notion)/.test(path)) continue;
    // One row by its key, and only a model that looks at something makes one.
    if (path.endsWith('/pictures/{picture}')) continue;
    if (method === 'GET' || method === 'HEAD')
      measured[route] = await costOf(() => ada.fetch(address(path), { method }));
  }
  for (const slug of [[], ['Trash'], ['note-0.md']])
    measured[`POST /api/read-fs ${slug.join('/')}`] = await costOf(() => ada.post('/api/read-fs', { root: 'w', slug }));
  return measured;
}

describe('cost of reading', () => {
  it('S12 the number of queries per request is the same with 1× and 100× rows', async () => {
    await collect(1, 0);
    const once = await costs();
    expect(Object.keys(once).length).toBeGreaterThan(20);
    // Proves that counting works: this route reads tables.
    expect(once['GET /api/conversations']).toBeGreaterThan(0);
    await collect(99, 1);
    await eventually(async () => (await ada.json<{ uploads: unknown[] }>('/api/file-uploads')).uploads.length >= 100);
    expect(await costs()).toEqual(once);
  });
});
