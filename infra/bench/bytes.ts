/** Upload and download of one large file, compared with the disk and with nginx. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Agent, get, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Person, type Product } from '../testing/product/product.js';
import { homeOf } from './home.js';
import { pssOf } from './memory.js';
import { startCopyparty } from './peers.js';
import { median, print, time, times } from './report.js';

const GIB = 1024 ** 3;
const BLOCK = randomBytes(8 * 1024 * 1024);
const MEBIBYTE = 1_048_576;
const rate = (ms: number) => 1024 / (ms / 1000);
/** A plain HTTP client instead of a browser, because the client shares two cores with the server. */
const agent = new Agent({ keepAlive: true });

function writeBig(path: string, { sync }: { sync: boolean }): void {
  const file = openSync(path, 'w');
  for (let written = 0; written < GIB; written += BLOCK.length) writeSync(file, BLOCK);
  if (sync) fsyncSync(file);
  closeSync(file);
}

/** Uploads one gibibyte in chunks, five at a time; the baseline writes and syncs the same bytes, the peer does not sync. */
export async function upload(product: Product, ada: Person): Promise<void> {
  const floorFile = join(product.data, 'floor.bin');
  const floor = await time(async () => writeBig(floorFile, { sync: true }));
  rmSync(floorFile);
  const services = product.pids('services.mjs');
  const before = pssOf(services);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, pssOf(services))), 200);
  const ours = await time(() => uploadParts(ada, GIB));
  clearInterval(watch);
  const peer = await startCopyparty(homeOf(product));
  const theirs = peer && (await time(() => putWhole(`${peer.url}/peer.bin`)));
  peer?.stop();
  print({
    area: 'upload',
    name: '1 GiB in parts',
    ours: rate(ours),
    floor: rate(floor),
    ...(peer && { peer: { name: peer.name, value: rate(theirs!) } }),
    unit: 'MiB/s',
    goal: '≥ 0.5 × write + fsync, ≥ copyparty',
  });
  print({ area: 'upload', name: 'memory growth of the services', ours: peak - before, unit: 'MiB', goal: '≤ 64 MiB' });
}

async function uploadParts(ada: Person, totalBytes: number): Promise<void> {
  const { uploadId, chunkSizeBytes } = await ada.json<{ uploadId: string; chunkSizeBytes: number }>(
    '/api/file-uploads/init',
    { pathParts: [], fileName: 'big.bin', totalBytes },
  );
  const waiting = Array.from({ length: totalBytes / chunkSizeBytes }, (_, index) => index);
  const worker = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      await put(ada, {
        'upload-id': uploadId,
        'chunk-index': index,
        'chunk-size': chunkSizeBytes,
        'chunk-offset': index * chunkSizeBytes,
        'total-bytes': totalBytes,
        'content-length': chunkSizeBytes,
      });
    }
  };
  await Promise.all([1, 2, 3, 4, 5].map(worker));
  await ada.json('/api/file-uploads/complete', {
    uploadId,
    fileName: 'big.bin',
    totalBytes,
    pathParts: [],
    chunkSizeBytes,
  });
}

/** Uploads one gibibyte in one request. */
async function putWhole(url: string): Promise<void> {
  const body = Readable.from(Array.from({ length: GIB / BLOCK.length }, () => BLOCK));
  const answer = await fetch(url, { method: 'PUT', body: Readable.toWeb(body), duplex: 'half' } as RequestInit);
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
}

function put(ada: Person, headers: Record<string, string | number>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${ada.url}/api/file-uploads/chunk`,
      { agent, method: 'PUT', headers: { cookie: ada.cookie, 'content-type': 'application/octet-stream', ...headers } },
      (answer) => {
        text(answer).then(
          (said) => (answer.statusCode === 200 ? resolve() : reject(new Error(`part: ${answer.statusCode} ${said}`))),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(BLOCK.subarray(0, Number(headers['content-length'])));
  });
}

/** Downloads one gibibyte, and one megabyte from random offsets; the baseline is nginx with sendfile. */
export async function download(product: Product, ada: Person): Promise<void> {
  const file = join(homeOf(product), 'down.bin');
  writeBig(file, { sync: false });
  // As if the user had made it.
  const { uid, gid } = statSync(homeOf(product));
  chownSync(file, uid, gid);
  const nginx = await startNginx(product);
  const copyparty = await startCopyparty(homeOf(product));
  const floorUrl = `${nginx.url}/down.bin`;
  const oursUrl = `${ada.url}/api/file/down.bin`;
  try {
    const floor: number[] = [];
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < 7; round++) {
      floor.push(await time(async () => curl(floorUrl)));
      ours.push(await time(async () => curl(oursUrl, ada.cookie)));
      if (copyparty) peer.push(await time(async () => curl(`${copyparty.url}/down.bin`)));
    }
    print({
      area: 'download',
      name: '1 GiB',
      ours: rate(median(ours)),
      floor: rate(median(floor)),
      ...(copyparty && { peer: { name: copyparty.name, value: rate(median(peer)) } }),
      unit: 'MiB/s',
      goal: '≥ 0.7 × nginx, ≥ copyparty',
    });
    const ranges = (url: string) => times(200, (n) => range(url, ada.cookie, (n * 7_919_777) % (GIB - MEBIBYTE)));
    print({
      area: 'download',
      name: 'range of 1 MiB, p50',
      ours: median(await ranges(oursUrl)),
      floor: median(await ranges(floorUrl)),
      unit: 'ms',
      goal: 'beside nginx',
    });
  } finally {
    nginx.process.kill();
    copyparty?.stop();
  }
}

const curl = (url: string, cookie = '') => execFileSync('curl', ['-sfo', '/dev/null', '-b', cookie, url]);

function range(url: string, cookie: string, start: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie, range: `bytes=${start}-${start + MEBIBYTE - 1}` } }, (answer) => {
      let bytes = 0;
      answer.on('data', (data: Buffer) => (bytes += data.length));
      answer.on('end', () => (bytes === MEBIBYTE ? resolve() : reject(new Error(`${bytes} bytes`))));
    }).on('error', reject);
  });
}

async function startNginx(product: Product): Promise<{ process: ChildProcess; url: string }> {
  const folder = join(product.data, 'nginx');
  mkdirSync(folder);
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { access_log off; sendfile on; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
    server { listen 127.0.0.1:${port}; root ${homeOf(product)}; } }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { process: child, url };
}
