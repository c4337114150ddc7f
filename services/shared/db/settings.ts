/** Checks that Postgres keeps what it commits, which every service relies on. */
import type { DataSource } from 'typeorm';

export interface SettingsOptions {
  /** For tests: accept a database that loses data at a power cut. */
  readonly allowVolatile: boolean;
  readonly now?: () => number;
}

const OLDEST = 15;
const MAX_SKEW_MS = 10_000;
/** If any of these is off, a power cut may lose committed data or leave a torn page. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** @throws with the first problem found, in one sentence that says how to fix it */
export async function checkSettings(
  dataSource: DataSource,
  { allowVolatile, now = Date.now }: SettingsOptions,
): Promise<void> {
  const before = now();
  const [row]: [Record<(typeof DURABLE)[number], string> & { version: string; clock: string }] = await dataSource.query(
    `select current_setting('server_version_num') as version, extract(epoch from clock_timestamp()) * 1000 as clock,
       ${DURABLE.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
  );
  const after = now();
  const major = Math.floor(Number(row.version) / 10_000);
  if (major < OLDEST) throw new Error(`Postgres ${major} is too old, it has to be ${OLDEST} or newer`);
  const off = DURABLE.filter((name) => row[name] === 'off');
  if (off.length > 0 && !allowVolatile)
    throw new Error(
      `${off.join(' and ')} of Postgres ${off.length > 1 ? 'are' : 'is'} off and would lose what was confirmed: ` +
        'switch on',
    );
  // The database read its clock between `before` and `after`, however long the query took.
  const skew = Math.max(before - Number(row.clock), Number(row.clock) - after);
  if (skew > MAX_SKEW_MS)
    throw new Error(
      `the clocks of Postgres and of this process are ${Math.round(skew / 1_000)} s apart: set them by the same ` +
        'time server',
    );
}
