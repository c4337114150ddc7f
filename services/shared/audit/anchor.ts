/**
 * Stores the head of every chain once an hour, outside the database. An attacker who rewrites a chain from some row on,
 * head included, cannot rewrite the anchored hashes. A bucket with object lock protects the anchors from its own
 * administrators as well.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ObjectStore } from '@zo/objects';
import { logger } from '@zo/observability';

export interface Head {
  readonly userId: string;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

interface Anchor {
  /** The database time up to which the heads are complete (ISO 8601). */
  readonly until: string;
  readonly heads: readonly Head[];
}

export type Query = <T>(sql: string, values?: readonly unknown[]) => Promise<T[]>;

const PREFIX = 'audit/anchors/';
const HOUR_MS = 3_600_000;
/** Overlap between two anchors: a head carries a time from before the commit that makes it visible. */
const OVERLAP = '1 minute';
const HEADS = `select user_id as "userId", seq::float8 as seq, encode(hash, 'hex') as hash
  from audit.head where at >= $1::timestamptz - interval '${OVERLAP}' order by user_id`;

/**
 * Anchors the heads that changed since the last anchor. Of several processes, one does it per hour. Returns true if
 * this process did.
 */
export async function anchorHeads(query: Query, objects: ObjectStore, now = new Date()): Promise<boolean> {
  const key = `${PREFIX}${now.toISOString().slice(0, 13)}.json`;
  if (await objects.head(key)) return false;
  const last = await lastKey(objects);
  const since = last ? (await read(objects, last)).until : '1970-01-01T00:00:00Z';
  const [clock] = await query<{ now: string }>('select clock_timestamp()::text as now');
  const anchor: Anchor = { until: clock!.now, heads: await query<Head>(HEADS, [since]) };
  return (await objects.put(key, Readable.from([JSON.stringify(anchor)]), { ifAbsent: true })) !== undefined;
}

/** Returns all heads that were ever anchored. */
export async function anchoredHeads(objects: ObjectStore): Promise<Head[]> {
  const heads: Head[] = [];
  for await (const { key } of objects.list(PREFIX)) heads.push(...(await read(objects, key)).heads);
  return heads;
}

async function lastKey(objects: ObjectStore): Promise<string | undefined> {
  let last: string | undefined;
  for await (const { key } of objects.list(PREFIX)) last = key;
  return last;
}

async function read(objects: ObjectStore, key: string): Promise<Anchor> {
  const found = await objects.get(key);
  return JSON.parse(await text(found!.content)) as Anchor;
}

/** Anchors at start and after every full hour, until stopped. */
export class AuditAnchors {
  private readonly log = logger('audit');
  private timer?: NodeJS.Timeout;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly query: Query,
    private readonly objects: ObjectStore,
  ) {}

  start(): void {
    this.running = anchorHeads(this.query, this.objects).catch((error: unknown) =>
      this.log.warn({ error }, 'the audit log could not be anchored'),
    );
    this.timer = setTimeout(() => this.start(), HOUR_MS - (Date.now() % HOUR_MS) + 1_000).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
  }
}
