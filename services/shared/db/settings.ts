/** Whether a Postgres keeps what it confirms, as every service takes for granted. */
import type { DataSource } from 'typeorm';

export interface SettingsOptions {
  /** Tests: a database that forgets at a power cut is good enough. */
  readonly allowVolatile: boolean;
  readonly now?: () => number;
}

const OLDEST = 15;
const LARGEST_SKEW_MS = 10_000;
/** Off, each of them lets a power cut take what was confirmed, or half of a page. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** @throws with the first thing that is wrong, in one sentence that says how to put it right */
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
      `${off.join(' and ')} of Postgres ${off.length > 1 ? 'are' : 'is'} off and would lose what was confirmed: switch on`,
    );
  // However long the answer took, the database's clock was read in between.
  const skew = Math.max(before - Number(row.clock), Number(row.clock) - after);
  if (skew > LARGEST_SKEW_MS)
    throw new Error(
      `the clocks of Postgres and of this process are ${Math.round(skew / 1_000)} s apart: set them by the same time server`,
    );
}
