/** Cost of a request with a thousand accounts instead of one: processor time and SQL statements. */
import { mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '@zo/embedded-postgres';
import { Person, startProduct } from '../testing/product/product.js';
import { familyOf } from './memory.js';
import { print } from './report.js';

const OTHERS = 999;
const CONVERSATIONS = 10;
const ROUNDS = 300;
/** Milliseconds per tick of the kernel's process accounting. */
const TICK_MS = 10;

/** Copies the rows of the first user to all others, under new ids. */
const MULTIPLY = `
  create temp table copied_users as select gen_random_uuid() as id, n from generate_series(1, ${OTHERS}) n;
  insert into accounts.users (id, email, handle, password_hash, settings, onboarding)
    select p.id, 'p' || n || '@example.com', 'p' || n, u.password_hash, u.settings, u.onboarding
    from copied_users p, accounts.users u where u.owner;
  insert into accounts.sessions (id, user_id, token_hash, user_agent)
    select gen_random_uuid(), id, sha256(id::text::bytea), 'bench' from copied_users;
  insert into compute.computers (id, user_id, handle, owner) select gen_random_uuid(), id, 'p' || n, false
    from copied_users;
  create temp table copies as
    select c.id as old, gen_random_uuid() as id, p.id as user_id from chat.conversations c, copied_users p;
  insert into chat.conversations (id, user_id, title)
    select k.id, k.user_id, c.title from copies k join chat.conversations c on c.id = k.old;
  insert into chat.messages (id, user_id, conversation_id, role, status, text, parts)
    select gen_random_uuid(), k.user_id, k.id, m.role, m.status, m.text, m.parts
    from copies k join chat.messages m on m.conversation_id = k.old;
  analyze`;

export async function accounts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zo-bench-accounts-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    maxConnections: 100,
    countStatements: true,
  });
  const product = await startProduct({ environment: { DATABASE_URL: postgres.adminUrl, ZO_CHECK_ANSWERS: undefined } });
  const admin = new Client({ connectionString: postgres.adminUrl });
  try {
    await admin.connect();
    await admin.query('create extension pg_stat_statements');
    const ada = await Person.claim(product);
    const chats: string[] = [];
    for (let n = 0; n < CONVERSATIONS; n++) chats.push((await said(ada, `write note-${n}.md: words`)).conversation_id);
    const requests = [
      () => ada.fetch('/api/auth/me'),
      () => ada.post('/api/read-fs', { root: 'w', slug: [] }),
      () => ada.fetch('/api/conversations'),
      () => ada.fetch(`/api/conversations/${chats[0]}`),
      () => ada.fetch('/api/file-uploads'),
    ];
    const pids = () => [...product.services(), postgres.pid].flatMap(familyOf);
    const measure = () => costOf(requests, { admin, pids });
    const alone = await measure();
    await admin.query(MULTIPLY);
    const many = await measure();
    print({
      area: 'accounts',
      name: `processor per request, ${OTHERS + 1} accounts`,
      ours: many.cpu,
      unit: 'ms',
      floor: alone.cpu,
      goal: '≤ 1.2 × one account',
    });
    print({
      area: 'accounts',
      name: `statements per request, ${OTHERS + 1} accounts`,
      ours: many.statements,
      unit: '',
      floor: alone.statements,
      goal: '≤ 1.2 × one account',
    });
  } finally {
    await admin.end();
    await product.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Average processor time and SQL statements of one request. */
async function costOf(
  requests: readonly (() => Promise<Response>)[],
  { admin, pids }: { admin: Client; pids: () => readonly number[] },
): Promise<{ cpu: number; statements: number }> {
  // Warm up code and caches first.
  for (let n = 0; n < ROUNDS; n++) await again(requests);
  await admin.query('select pg_stat_statements_reset()');
  const before = ticks(pids());
  for (let n = 0; n < ROUNDS; n++) await again(requests);
  const used = (ticks(pids()) - before) * TICK_MS;
  const {
    rows: [row],
  } = await admin.query<{ calls: string }>(
    `select sum(calls) as calls from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname like 'zo\\_%' and r.rolname <> current_user`,
  );
  return { cpu: used / (ROUNDS * requests.length), statements: Number(row!.calls) / (ROUNDS * requests.length) };
}

async function said(person: Person, text: string): Promise<{ conversation_id: string }> {
  const sent = await person.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
    text,
  });
  await (await person.fetch(`/api/runs/${sent.run_id}/events`)).text();
  return sent;
}

async function again(requests: readonly (() => Promise<Response>)[]): Promise<void> {
  for (const request of requests) {
    const answer = await request();
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  }
}

/** Processor time of the processes so far in ticks, user and system. */
function ticks(pids: readonly number[]): number {
  return pids.map(statOf).reduce((sum, stat) => {
    const [, , user, system] = stat
      .slice(stat.lastIndexOf(')') + 4)
      .split(' ')
      .slice(8);
    return sum + Number(user ?? 0) + Number(system ?? 0);
  }, 0);
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process ended in the meantime.
    return '';
  }
}
