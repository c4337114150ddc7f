/**
 * Parked events of an installation: `dlq ls|retry|drop [--group g] [--topic t] [--key k] [--partition n --offset n]`.
 * `DATABASE_URL` is the address of a role that may read and update the schema `events`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { defineConfig } from '@zo/config';
import { adminUrlOptions } from '@zo/db';
import { requestParked, listParked, type ParkedEvent, type ParkedFilter, type Query } from '@zo/events/dlq';
import { Client } from 'pg';
import { z } from 'zod';

const USAGE = 'usage: dlq ls|retry|drop [--group g] [--topic t] [--key k] [--partition n --offset n] [--all]';
const TIMEOUT_MS = 30_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

function lineOf({
  group,
  topic,
  partition,
  offset,
  key,
  type,
  at,
  behind,
  error,
  stackHash,
  wanted,
}: ParkedEvent): string {
  const reason = behind ? 'waits behind an earlier one' : `${error} [${stackHash}]`;
  return [
    at.toISOString(),
    group,
    `${topic}/${partition}/${offset}`,
    key,
    type,
    ...(wanted ? [`${wanted} asked for`] : []),
    reason,
  ].join('  ');
}

function read(args: readonly string[]): { command: 'ls' | 'retry' | 'drop'; filter: ParkedFilter } {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { group: text, topic: text, key: text, partition: text, offset: text, all: { type: 'boolean' } },
  });
  const { all, partition, ...filter } = values;
  const command = z.enum(['ls', 'retry', 'drop']).parse(positionals[0]);
  const isNarrow = Object.keys(filter).length > 0 || partition !== undefined;
  if (positionals.length > 1 || (filter.offset && !partition)) throw new Error(USAGE);
  if (command !== 'ls' && !isNarrow && !all) throw new Error(`${command}: say which, or --all`);
  return {
    command,
    filter: { ...filter, ...(partition && { partition: z.coerce.number().int().min(0).parse(partition) }) },
  };
}

/** Waits until the processes of the groups have done what was requested. */
async function done(query: Query, filter: ParkedFilter): Promise<ParkedEvent[]> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(200)) {
    const left = await listParked(query, filter);
    if (!left.some(({ wanted }) => wanted) || Date.now() > deadline) return left;
  }
}

async function run({ command, filter }: ReturnType<typeof read>, query: Query): Promise<void> {
  const before = await listParked(query, filter);
  if (command === 'ls') {
    for (const event of before) say(lineOf(event));
    say(`${before.length} parked`);
    return;
  }
  await requestParked(query, command, filter);
  const left = await done(query, filter);
  for (const event of left) say(lineOf(event));
  const open = left.filter(({ wanted }) => wanted).length;
  say(`${before.length - left.length} ${command === 'retry' ? 'applied' : 'dropped'}, ${left.length} still parked`);
  if (open > 0) say(`No process of the group has answered for ${open} of them; it is done as soon as one runs.`);
  if (left.length > 0) process.exitCode = 1;
}

let asked;
try {
  asked = read(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof z.ZodError ? USAGE : (error as Error).message}\n`);
  process.exit(2);
}
const { DATABASE_URL } = defineConfig({
  DATABASE_URL: z.string().startsWith('postgres', 'must be a postgres:// address'),
});
const client = new Client(adminUrlOptions(DATABASE_URL));
await client.connect();
try {
  await run(asked, async (sql, parameters) => (await client.query(sql, parameters)).rows);
} finally {
  await client.end();
}
