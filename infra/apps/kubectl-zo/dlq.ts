import type { Backlog, ParkedEvent } from '@zo/events';
import type { Kube } from '@zo/kube';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, RELEASE, RELEASE_USAGE } from './admin.js';
import type { Given, Options } from './arguments.js';
import { type Command, say } from './command.js';
import { Failure, usage } from './failure.js';
import { age, table } from './table.js';

const TIMEOUT_MS = 30_000;
const LOOK_MS = 500;
const FILTER = ['group', 'topic', 'key', 'partition', 'offset'] as const;
const FILTER_OPTIONS = Object.fromEntries(FILTER.map((name): [string, 'string'] => [name, 'string'])) satisfies Options;

/** The type as JSON, where times are strings. */
type Seen<T> = Omit<T, 'at' | 'oldest'> & { readonly at: string; readonly oldest: string | null };

export const outbox: Command = {
  name: 'outbox',
  positionals: [],
  options: RELEASE,
  usage: RELEASE_USAGE,
  about: 'for each service, how many of its events wait for whom, and since when',
  async run(kube, given) {
    const rows = await ask<Seen<Backlog>[]>(kube, given, { path: 'outbox' });
    say(
      table(
        ['SERVICE', 'TOPIC', 'WAIT FOR', 'EVENTS', 'OLDEST', 'PARKED'],
        rows.map(({ service, topic, group, waiting, oldest, parked }) => [
          service,
          topic,
          group ?? '(brokers)',
          String(waiting),
          age(oldest ?? undefined),
          String(parked),
        ]),
      ),
    );
  },
};

export const dlq: Command = {
  name: 'dlq',
  positionals: ['ls|retry|drop'],
  options: { ...RELEASE, ...FILTER_OPTIONS, all: 'boolean', why: 'string' },
  usage: `ls|retry|drop [--group GROUP] [--topic TOPIC] [--key KEY] [--partition N --offset N] [--all] [--why TEXT] ${RELEASE_USAGE}`,
  about:
    'events a group could not apply: look at them, have them tried again in the order of their key, or leave them ' +
    'out for good',
  async run(kube, given) {
    const [command] = given.positionals;
    const filter = Object.fromEntries(
      FILTER.flatMap((name) => (given.options[name] === undefined ? [] : [[name, given.options[name]]])),
    );
    if (command === 'ls') {
      const events = await list(kube, given, filter);
      return say(events.length > 0 ? tableOf(events) : 'nothing is parked');
    }
    if (command !== 'retry' && command !== 'drop') throw usage(`dlq takes ls, retry or drop, and not "${command}"`);
    if (!given.options['why']?.trim()) throw usage('--why is missing');
    if (Object.keys(filter).length === 0 && !given.flags.has('all')) throw usage(`${command}: say which, or --all`);
    const { asked } = await ask<{ asked: number }>(kube, given, {
      path: 'dlq',
      change: { wanted: command, why: given.options['why'], all: given.flags.has('all'), filter },
    });
    const left = await untilDone(() => list(kube, given, filter));
    if (left.length > 0) say(tableOf(left));
    say(`${Math.max(0, asked - left.length)} ${command === 'retry' ? 'applied' : 'dropped'}`);
    const open = left.filter(({ wanted }) => wanted).length;
    if (open > 0) throw new Failure(`no process of the group has answered for ${open}; it is done as soon as one runs`);
    if (left.length > 0) throw new Failure(`${left.length} still parked`);
  },
};

const list = (kube: Kube, given: Given, query: Readonly<Record<string, string>>) =>
  ask<Seen<ParkedEvent>[]>(kube, given, { path: 'dlq', query });

/** Waits while the processes of the groups do what was requested. */
async function untilDone(readParked: () => Promise<Seen<ParkedEvent>[]>): Promise<Seen<ParkedEvent>[]> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(LOOK_MS)) {
    const left = await readParked();
    if (!left.some(({ wanted }) => wanted) || Date.now() > deadline) return left;
  }
}

const tableOf = (events: readonly Seen<ParkedEvent>[]) =>
  table(
    ['AGE', 'GROUP', 'EVENT', 'AT', 'KEY', 'ERROR'],
    events.map(({ at, group, type, topic, partition, offset, key, behind, wanted, error, stackHash }) => [
      age(at),
      group,
      type,
      `${topic}/${partition}/${offset}`,
      key,
      `${wanted ? `(${wanted} asked for) ` : ''}${behind ? 'waits behind an earlier one' : `${error} [${stackHash}]`}`,
    ]),
  );
