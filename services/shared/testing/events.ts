/** The event log of a service for test suites: events of the accounts service, on Postgres or on brokers. */
import { fromBinary } from '@bufbuild/protobuf';
import { AccountCreatedSchema } from '@zo/proto/accounts/v1';
import { accountsEvents } from '@zo/proto/topics';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import type { Poison } from '@zo/events/events.conformance';
import {
  type ConsumerOptions,
  type EventConsumer,
  type EventLog,
  type EventLogConfig,
  inboxIndex,
  inboxTable,
  type LoggedEvent,
  openEventLog,
  publish,
  writeOutbox,
} from '@zo/events';
import { setLogLevel } from '@zo/observability';
import { testDatabase } from './database.js';

interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The inbox, and a table of effects in which a duplicate shows up as a second row. */
class Tables {
  async up(runner: Runner): Promise<void> {
    await runner.query(inboxTable);
    await runner.query(inboxIndex);
    await runner.query(
      'create table effects (n bigserial primary key, of_group text not null, key text not null, handle text not null)',
    );
  }
  async down(runner: Runner): Promise<void> {
    await runner.query('drop table inbox, effects');
  }
}
Object.defineProperty(Tables, 'name', { value: 'Tables1700000000000' });

export interface TestEventLog {
  readonly database: Database;
  /** Address of the administrator. */
  readonly adminUrl: string;
  /** Publishes in one transaction; `abort` rolls it back. */
  append(facts: readonly { key: string; handle: string }[], abort?: boolean): Promise<void>;
  /** Signals new events, for tests that write the rows themselves. */
  wake(): void;
  consumer(group: string, handle: ConsumerOptions['handle']): EventConsumer;
  handleOf(event: LoggedEvent): string;
  /** Returns what keeps a service with this log from being ready. */
  startError(): Promise<string | undefined>;
  /** A consumer whose effect is an inserted row, so that a duplicate is visible; it calls `poison` after the insert. */
  recording(group: string, failOn?: Poison): EventConsumer;
  /** Returns the events that a noting consumer of the group has applied, in the order of application. */
  applied(group: string, keys: readonly string[]): Promise<{ key: string; handle: string }[]>;
  /** Stops relay and consumers and starts anew, as a new process would. */
  reopen(config?: Partial<EventLogConfig>): Promise<void>;
  close(): Promise<void>;
}

export async function testEventLog(config: Partial<EventLogConfig> = {}): Promise<TestEventLog> {
  setLogLevel(process.env['ZO_TEST_LOG'] ?? 'silent');
  const server = await testDatabase();
  const database = new Database({
    service: 'accounts',
    url: server.serviceUrl,
    entities: [],
    migrations: [Tables],
    poolSize: 20,
  });
  let current = config;
  const open = (): EventLog =>
    openEventLog(database, {
      KAFKA_CLIENT: 'kafkajs',
      KAFKA_BATCH_BYTES: 262_144,
      ZO_EVENTS_KEEP_HOURS: 168,
      ...current,
    });
  let log = open();
  database.setOutbox(writeOutbox, () => log.wake());
  await database.open();
  log.start();
  const { name: topic, partitions } = accountsEvents;
  const handleOf = (event: LoggedEvent) => fromBinary(AccountCreatedSchema, event.payload).handle;
  const consumer: TestEventLog['consumer'] = (group, handle) =>
    log.consumer({ dataSource: database.dataSource, group, topic, partitions, attempts: 2, retryDelayMs: 5, handle });
  return {
    database,
    adminUrl: server.adminUrl,
    append: async (facts, abort) => {
      const work = database.dataSource.transaction(async (tx) => {
        const ctx = { ...systemCtx(crypto.randomUUID()), tx, outbox: [] };
        for (const { key, handle } of facts)
          publish({ ...ctx, userId: key }, accountsEvents, 'account.created', { userId: key, handle });
        await writeOutbox(tx, ctx.outbox);
        if (abort) throw new Error('abort');
      });
      await work
        .then(() => log.wake())
        .catch((error: Error) => {
          if (error.message !== 'abort') throw error;
        });
    },
    wake: () => log.wake(),
    consumer,
    handleOf,
    startError: () =>
      log.check().then(
        () => undefined,
        (error: Error) => error.message,
      ),
    recording: (group, failOn) =>
      consumer(group, async (event, tx) => {
        const fact = { key: event.key, handle: handleOf(event) };
        await tx.query('insert into effects (of_group, key, handle) values ($1, $2, $3)', [
          group,
          fact.key,
          fact.handle,
        ]);
        await failOn?.(fact, (sql) => tx.query(sql));
      }),
    applied: (group, keys) =>
      database.dataSource.query('select key, handle from effects where of_group = $1 and key = any($2) order by n', [
        group,
        keys,
      ]),
    reopen: async (changes = {}) => {
      await log.stop();
      current = { ...current, ...changes };
      log = open();
      log.start();
    },
    close: async () => {
      await log.stop();
      await database.close();
      await server.drop();
    },
  };
}

/** The part of the event log that the conformance suite needs. */
export const harnessOf = (log: TestEventLog) => ({
  append: log.append,
  applied: log.applied,
  query: (sql: string, parameters: unknown[]): Promise<unknown> => log.database.dataSource.query(sql, parameters),
  consume: async (group: string, failOn?: Poison) => {
    const consumer = log.recording(group, failOn);
    consumer.start();
    return consumer;
  },
});
