/** Uploads, downloads, listings, events. */
import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Person, type Product } from '../product/product.js';
import { pssOf } from './memory.js';
import { median, print, quantile, time, times } from './report.js';

const GIB = 1024 ** 3;
const CHUNK = 8 * 1024 * 1024;
const homeOf = (product: Product) => join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!, 'workspace');

/** One gibibyte in parts, five at a time, against writing and syncing the same bytes. */
export async function upload(product: Product, ada: Person): Promise<void> {
  const block = randomBytes(CHUNK);
  const floorFile = join(product.data, 'floor.bin');
  const floor = await time(async () => {
    const file = openSync(floorFile, 'w');
    for (let written = 0; written < GIB; written += CHUNK) writeSync(file, block);
    fsyncSync(file);
    closeSync(file);
  });
  rmSync(floorFile);
  const services = product.pids('services.mjs');
  const before = pssOf(services);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, pssOf(services))), 200);
  const ours = await time(() => uploadParts(ada, block, GIB));
  clearInterval(watch);
  const rate = (ms: number) => 1024 / (ms / 1000);
  print({ area: 'upload', name: '1 GiB in parts', ours: rate(ours), floor: rate(floor), unit: 'MiB/s', goal: '≥ 0.5 × write + fsync' });
  print({ area: 'upload', name: 'memory growth of the services', ours: peak - before, unit: 'MiB', goal: '≤ 64 MiB' });
}

async function uploadParts(ada: Person, block: Buffer, totalBytes: number): Promise<void> {
  const { uploadId, chunkSizeBytes } = await ada.json<{ uploadId: string; chunkSizeBytes: number }>('/api/file-uploads/init', { pathParts: [], fileName: 'big.bin', totalBytes });
  const waiting = Array.from({ length: totalBytes / chunkSizeBytes }, (_, index) => index);
  const worker = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const headers = {
        'upload-id': uploadId, 'chunk-index': String(index), 'chunk-size': String(chunkSizeBytes), 'chunk-offset': String(index * chunkSizeBytes),
        'total-bytes': String(totalBytes), 'content-type': 'application/octet-stream',
      };
      const answer = await ada.fetch('/api/file-uploads/chunk', { method: 'PUT', headers, body: new Uint8Array(block) });
      if (!answer.ok) throw new Error(`part ${index}: ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all([1, 2, 3, 4, 5].map(worker));
  await ada.json('/api/file-uploads/complete', { uploadId, fileName: 'big.bin', totalBytes, pathParts: [], chunkSizeBytes });
}

/** Ten thousand small files, each durable, against creating and syncing each. */
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
  print({ area: 'small', name: '10,000 files of 4 KiB', ours: count / (ours / 1000), floor: count / 10 / (floor / 1000), unit: 'files/s', goal: 'printed' });
}

/** One gibibyte out, and a megabyte from anywhere, against reading the file. */
export async function download(product: Product, ada: Person): Promise<void> {
  writeFileSync(join(homeOf(product), 'down.bin'), Buffer.alloc(0));
  const file = openSync(join(homeOf(product), 'down.bin'), 'w');
  const block = randomBytes(CHUNK);
  for (let written = 0; written < GIB; written += CHUNK) writeSync(file, block);
  closeSync(file);
  const drain = async (stream: AsyncIterable<Uint8Array>) => {
    for await (const part of stream) void part.length;
  };
  const floor = await time(() => drain(createReadStream(join(homeOf(product), 'down.bin'), { highWaterMark: 1024 * 1024 })));
  const ours = await time(async () => drain((await ada.fetch('/api/file/down.bin')).body!));
  const ranges = await times(300, async (n) => {
    const start = (n * 7_919_777) % (GIB - 1_048_576);
    await (await ada.fetch('/api/file/down.bin', { headers: { range: `bytes=${start}-${start + 1_048_575}` } })).arrayBuffer();
  });
  print({ area: 'download', name: '1 GiB', ours: 1024 / (ours / 1000), floor: 1024 / (floor / 1000), unit: 'MiB/s', goal: '≥ 0.7 × nginx' });
  print({ area: 'download', name: 'range of 1 MiB, p50', ours: median(ranges), unit: 'ms', goal: 'printed' });
}

/** Folders of a thousand to a hundred thousand entries, against reading and looking at each. */
export async function listing(product: Product, ada: Person): Promise<void> {
  for (const count of [1_000, 10_000, 100_000]) {
    const folder = join(homeOf(product), `list${count}`);
    mkdirSync(folder);
    for (let n = 0; n < count; n++) writeFileSync(join(folder, `file ${n}.txt`), '');
    const { lstatSync } = await import('node:fs');
    const floor = median(await times(3, async () => JSON.stringify(readdirSync(folder).map((name) => [name, lstatSync(join(folder, name)).size]))));
    const path = encodeURIComponent(JSON.stringify([`list${count}`]));
    const ours = median(await times(3, async () => (await ada.fetch(`/api/files/list?path=${path}`)).arrayBuffer()));
    print({ area: 'listing', name: `${count} entries`, ours, floor, unit: 'ms', goal: 'printed' });
  }
}

/** From a write on the disk to the message in a browser's socket. */
export async function events(product: Product, ada: Person): Promise<void> {
  const socket = new WebSocket(await ada.socketUrl('/api/ws'), { origin: product.url, headers: { cookie: ada.cookie } });
  const arrived = new Map<string, number>();
  const hello = new Promise<void>((resolve) => socket.once('message', () => resolve()));
  socket.on('message', (data) => arrived.set((JSON.parse(String(data)) as { payload?: { relativePath?: string } }).payload?.relativePath ?? '', performance.now()));
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
