/**
 * A CSV of 100 MB: its first rows, its last ones, a filter and an order, and the memory of the process that reads it.
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Person, Product } from '../testing/product/product.js';
import { homeOf } from './home.js';
import { median, print, quantile, time, times } from './report.js';

const MB = 1_000_000;
const DEFAULT_MB = 100;
const BLOCK_ROWS = 10_000;
const WINDOWS = 100;

interface Rows {
  total: number;
  isAtLeast: boolean;
  rows: unknown[];
}

/** Writes rows until the file has that size. @returns how many */
function writeRows(file: string, bytes: number): number {
  const fd = openSync(file, 'w');
  let written = writeSync(fd, 'id,placed_at,customer,note,amount\n');
  let row = 0;
  while (written < bytes) {
    let block = '';
    for (const end = row + BLOCK_ROWS; row < end; row++) {
      const note = row % 20 === 0 ? `"two\nlines, ""quoted"" ${row}"` : `note ${row % 977}`;
      block += `${row},2026-01-${(row % 28) + 1},customer ${(row * 7_919) % 5_000},${note},${((row * 104_729) % 1e6) / 100}\n`;
    }
    written += writeSync(fd, block);
  }
  closeSync(fd);
  return row;
}

/** Most memory of any process that reads a table, in megabytes. */
function peakMb(): number {
  const peaks = readdirSync('/proc').map((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/table.mjs')) return 0;
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(...peaks);
}

/** `ZO_BENCH_TABLE_MB`: the size of the file. */
export async function tables(product: Product, ada: Person): Promise<void> {
  const size = Number(process.env['ZO_BENCH_TABLE_MB'] ?? DEFAULT_MB);
  const file = join(homeOf(product), 'bench.csv');
  const count = writeRows(file, size * MB);
  const rows = (request: object) =>
    ada.json<Rows>('/api/files/rows', { root: 'w', path: ['bench.csv'], count: 200, ...request });
  const figure = (name: string, ours: number, { unit = 'ms', goal = 'printed' } = {}) =>
    print({ area: 'tables', name: `${size} MB: ${name}`, ours, unit, goal });

  figure('first rows, with the start of its process', await time(() => rows({})), { goal: '<= 500' });
  const counted = await time(async () => {
    while ((await rows({ count: 0 })).isAtLeast) await delay(20);
  });
  figure('all rows counted after that', counted);
  figure('last rows', await time(() => rows({ from: count - 200 })), { goal: '<= 200' });
  const windows = await times(WINDOWS, (at) =>
    rows({ from: Math.floor((((at * 7_919) % WINDOWS) / WINDOWS) * count) }),
  );
  figure('200 rows anywhere, p50', median(windows), { goal: '<= 50' });
  figure('200 rows anywhere, p95', quantile(windows, 0.95));
  figure('memory of the process after that', peakMb(), { unit: 'MB', goal: '<= 150' });
  const filters = [{ column: -1, operator: 'contains', value: 'note 976' }];
  figure('filter by a text', await time(() => rows({ filters })));
  const chosen = [{ column: 4, operator: 'greater', value: '9900' }];
  figure('filter by a number', await time(() => rows({ filters: chosen })));
  if (count <= 2 * MB) figure('order by a number', await time(() => rows({ sort: { column: 4, descending: true } })));
  figure('memory of the process in the end', peakMb(), { unit: 'MB', goal: '<= 384' });
  rmSync(file);
}
