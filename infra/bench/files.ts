/** Many small files, listings and events. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Person, type Product } from '../testing/product/product.js';
import { homeOf } from './home.js';
import { median, print, quantile, time, times } from './report.js';

/** Creates ten thousand durable small files; the baseline creates and syncs each. */
export async function small(product: Product, ada: Person): Promise<void> {
  const count = 10_000;
  const content = randomBytes(4096);
  const folder = join(product.data, 'floor');
  mkdirSync(folder);
  const floor = await time(async () => {
    for (let n = 0; n < count / 10; n++) {
      const file = openSync(join(folder, String(n)), 'w');
      writeSync(file, content);
      fsyncSync(file);
      closeSync(file);
    }
  });
  rmSync(folder, { recursive: true });
  const waiting = Array.from({ length: count }, (_, n) => n);
  const worker = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      const form = new FormData();
      form.append('pathParts', JSON.stringify(['small', String(n % 100)]));
      form.append('file', new Blob([content]), `${n}.bin`);
      const answer = await ada.fetch('/api/file-uploads/single', { method: 'POST', body: form });
      if (!answer.ok) throw new Error(`file ${n}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  const ours = await time(() => Promise.all([1, 2, 3, 4, 5, 6].map(worker)));
  print({
    area: 'small',
    name: '10,000 files of 4 KiB',
    ours: count / (ours / 1000),
    floor: count / 10 / (floor / 1000),
    unit: 'files/s',
    goal: 'printed',
  });
}

/** Lists folders of a thousand to a hundred thousand entries; the baseline is readdir with lstat of each. */
export async function listing(product: Product, ada: Person): Promise<void> {
  for (const count of [1_000, 10_000, 100_000]) {
    const folder = join(homeOf(product), `list${count}`);
    mkdirSync(folder);
    for (let n = 0; n < count; n++) writeFileSync(join(folder, `file ${n}.txt`), '');
    const floor = median(
      await times(3, async () =>
        JSON.stringify(readdirSync(folder).map((name) => [name, lstatSync(join(folder, name)).size])),
      ),
    );
    const path = encodeURIComponent(JSON.stringify([`list${count}`]));
    const ours = median(await times(3, async () => (await ada.fetch(`/api/files/list?path=${path}`)).arrayBuffer()));
    print({ area: 'listing', name: `${count} entries`, ours, floor, unit: 'ms', goal: 'printed' });
  }
}

/** Latency from a write on disk to the message in a browser's socket. */
export async function events(product: Product, ada: Person): Promise<void> {
  const socket = new WebSocket(await ada.socketUrl('/api/ws'), {
    origin: product.url,
    headers: { cookie: ada.cookie },
  });
  const arrived = new Map<string, number>();
  const hello = new Promise<void>((resolve) => socket.once('message', () => resolve()));
  socket.on('message', (data) =>
    arrived.set(
      (JSON.parse(String(data)) as { payload?: { relativePath?: string } }).payload?.relativePath ?? '',
      performance.now(),
    ),
  );
  await hello;
  const delays: number[] = [];
  for (let n = 0; n < 200; n++) {
    const name = `event-${n}.txt`;
    const begun = performance.now();
    writeFileSync(join(homeOf(product), name), 'x');
    while (!arrived.has(name)) await new Promise((resolve) => setTimeout(resolve, 0.2));
    delays.push(arrived.get(name)! - begun);
  }
  socket.close();
  print({ area: 'events', name: 'disk to browser, p50', ours: median(delays), unit: 'ms', goal: '≤ 20 ms' });
  print({ area: 'events', name: 'disk to browser, p99', ours: quantile(delays, 0.99), unit: 'ms', goal: '≤ 100 ms' });
}
