/** Runs the named areas, or all, each on a separate product. */
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Person, type Product, startProduct } from '../testing/product/product.js';
import { accounts } from './accounts.js';
import { answers } from './answers.js';
import { download, upload } from './bytes.js';
import { chat } from './chat.js';
import { cold } from './cold.js';
import { drive, mail } from './connections.js';
import { computers, memory, terminal, wake } from './computer.js';
import { events, listing, small } from './files.js';
import { history } from './history.js';
import { eventsKafka } from './kafka.js';
import { notes } from './notes.js';
import { conversation, page } from './page.js';
import { pdf } from './pdf.js';
import { pods } from './pods.js';
import { schedules } from './schedules.js';
import { search } from './search.js';
import { sheets } from './sheets.js';
import { streams } from './streams.js';
import { tables } from './tables.js';
import { asleep, prefix } from './turns.js';
import { undo } from './undo.js';

type Area = (product: Product, ada: Person) => Promise<void>;
const areas: Record<string, Area> = {
  memory,
  upload,
  small,
  download,
  listing,
  events,
  terminal,
  computers,
  wake,
  chat,
  streams,
  prefix,
  asleep,
  answers,
  page,
  cold,
  conversation,
  notes,
  pdf,
  history,
  search,
  sheets,
  tables,
  undo,
  mail,
};
/** Areas that start their own installation. */
const alone: Record<string, () => Promise<void>> = { accounts, 'events-kafka': eventsKafka, pods, schedules, drive };
/** Environment of the product for an area. */
const environments: Record<string, Record<string, string>> = {
  wake: { ZO_IDLE_MINUTES: '0.005' },
  asleep: { ZO_IDLE_MINUTES: '0.005' },
  // One person stands for many, whose answers do not wait for each other.
  streams: { ZO_RUNS_AT_ONCE: '500' },
};

/**
 * Areas that delete and create thousands of files in turn, whose data is in memory. ext4 does not give out the number of
 * a file that was deleted within five seconds and searches among them for each new file: the same `git checkout` takes
 * 0.3 s or 1.6 s, depending on what was deleted before it.
 */
const inMemory = new Set(['history']);
const MEMORY = '/dev/shm';

/** Disables the validation of responses against the API description, which only tests enable. */
const AS_PEOPLE_RUN_IT = { ZO_CHECK_ANSWERS: undefined };

const wanted = process.argv.slice(2);
const names = [...Object.keys(areas), ...Object.keys(alone)];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such area: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(areas)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const data = inMemory.has(name) && existsSync(MEMORY) ? mkdtempSync(join(MEMORY, 'zo-bench-')) : undefined;
  const product = await startProduct({ environment: { ...AS_PEOPLE_RUN_IT, ...environments[name] }, data });
  try {
    const ada = await Person.claim(product);
    await ada.json('/api/read-fs', { root: 'w', slug: [] });
    await measure(product, ada);
  } catch (error) {
    console.log(`${name}: failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await product.stop();
  }
}
for (const [name, measure] of Object.entries(alone)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await measure().catch((error: Error) => {
    console.log(`${name}: failed: ${error.message}`);
    process.exitCode = 1;
  });
}
