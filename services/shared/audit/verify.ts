/** Verifies the audit log: every chain from its first row to its head, and every anchor against its chain. */
import { createHash } from 'node:crypto';
import type { Head, Query } from './anchor.js';
import { AT } from './schema.js';

export interface Verified {
  readonly users: number;
  readonly rows: number;
  /** One sentence for each broken chain. */
  readonly errors: readonly string[];
}

interface Entry {
  readonly fields: readonly string[];
  readonly seq: number;
  readonly hash: string;
}

const BATCH = 1_000;
const ENTRIES = `select array[user_id::text, seq::text, ${AT}, service, actor, session_id, request_id,
  action, target, details::text] as fields,
    seq::float8 as seq, encode(hash, 'hex') as hash
  from audit.entry where user_id = $1 and seq > $2 order by seq limit ${BATCH}`;
const PEOPLE = 'select user_id as id from audit.entry union select user_id from audit.head';

/** `query` needs a role that sees all rows. `anchors` are the heads stored outside the database. */
export async function verifyAudit(query: Query, anchors: readonly Head[], only?: string): Promise<Verified> {
  const inDatabase = await query<{ id: string }>(PEOPLE);
  const users = new Set([...inDatabase.map(({ id }) => id), ...anchors.map(({ userId }) => userId)]);
  const errors: string[] = [];
  let rows = 0;
  for (const userId of [...users].filter((id) => only === undefined || id === only)) {
    const chain = await readChain(query, userId);
    rows += chain.length;
    const error = chain.error ?? (await headError(query, userId, chain)) ?? anchorError(anchors, userId, chain);
    if (error) errors.push(`${userId}: ${error}`);
  }
  return { users: users.size, rows, errors };
}

interface Chain {
  readonly length: number;
  /** Hash of each row by its sequence number. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly error?: string;
}

async function readChain(query: Query, userId: string): Promise<Chain> {
  const hashes = new Map<number, string>();
  let previous = '';
  for (let after = 0; ; after += BATCH) {
    const entries = await query<Entry>(ENTRIES, [userId, after]);
    for (const { fields, seq, hash } of entries) {
      const error =
        seq !== hashes.size + 1
          ? `row ${hashes.size + 1} is missing`
          : hash !== hashOf(previous, fields)
            ? `row ${seq} is not what was written, or not where`
            : undefined;
      if (error) return { length: hashes.size, hashes, error };
      hashes.set(seq, hash);
      previous = hash;
    }
    if (entries.length < BATCH) return { length: hashes.size, hashes };
  }
}

/** Prefixes each field with its length, so that no two rows produce the same bytes. */
function hashOf(previous: string, fields: readonly string[]): string {
  const canonical = fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('');
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(canonical).digest('hex');
}

async function headError(query: Query, userId: string, { length, hashes }: Chain): Promise<string | undefined> {
  const [head] = await query<{ seq: number; hash: string }>(
    `select seq::float8 as seq, encode(hash, 'hex') as hash from audit.head where user_id = $1`,
    [userId],
  );
  if (!head) return 'its end is not known';
  return head.seq !== length || head.hash !== (hashes.get(length) ?? '')
    ? `it ends with row ${length} and not with row ${head.seq} as it was written`
    : undefined;
}

function anchorError(anchors: readonly Head[], userId: string, { hashes }: Chain): string | undefined {
  const off = anchors.find((anchor) => anchor.userId === userId && hashes.get(anchor.seq) !== anchor.hash);
  return off && `row ${off.seq} is not the one that was anchored`;
}
