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
import { startCopyparty, startTus } from './peers.js';
import { median, print, time, times } from './report.js';

const GIB = 1024 ** 3;
const BLOCK = randomBytes(8 * 1024 * 1024);
const MEBIBYTE = 1_048_576;
const UPLOADED = 'big.bin';
const rate = (ms: number) => 1024 / (ms / 1000);
/** A plain HTTP client instead of a browser, because the client shares two cores with the server. */
const agent = new Agent({ keepAlive: true });

function writeBig(path: string, { sync }: { sync: boolean }): void {
  const file = openSync(path, 'w');
  for (let written = 0; written < GIB; written += BLOCK.length) writeSync(file, BLOCK);
  if (sync) fsyncSync(file);
  closeSync(file);
}

const ROUNDS = 4;

/**
 * Uploads one gibibyte in chunks, five at a time; the baseline writes and syncs the same bytes. The peers sync nothing
 * by themselves, so their second figure ends when the file is on the disk, as ours is.
 */
export async function upload(product: Product, ada: Person): Promise<void> {
  const home = homeOf(product);
  // Watching memory takes time itself.
  const growth = await growthDuring(product, () => uploadParts(ada));
  rmSync(join(home, UPLOADED));
  const copyparty = await startCopyparty(home);
  const incoming = join(product.data, 'incoming');
  mkdirSync(incoming);
  const tus = await startTus(incoming);
  const peers: Uploader[] = [
    ...(copyparty ? [{ name: copyparty.name, upload: () => putWhole(`${copyparty.url}/${UPLOADED}`, home) }] : []),
    { name: tus.name, upload: () => patchWhole(tus.url, incoming) },
  ];
  const us: Uploader = { name: 'ours', upload: () => uploadParts(ada).then(() => join(home, UPLOADED)) };
  const took = new Map([us, ...peers].map(({ name }) => [name, { answered: [] as number[], synced: [] as number[] }]));
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const floorFile = join(product.data, 'floor.bin');
    floor.push(await time(async () => writeBig(floorFile, { sync: true })));
    rmSync(floorFile);
    // Nobody is always the first.
    const order = round % 2 ? [...peers, us] : [us, ...peers];
    for (const { name, upload } of order) await takeUpload(upload, took.get(name)!);
  }
  copyparty?.stop();
  tus.stop();
  for (const { name } of peers)
    for (const [until, what] of [
      ['answered', '1 GiB in parts'],
      ['synced', '1 GiB, on the disk'],
    ] as const)
      print({
        area: 'upload',
        name: what,
        ours: rate(median(took.get('ours')!.answered)),
        floor: rate(median(floor)),
        peer: { name, value: rate(median(took.get(name)![until])) },
        unit: 'MiB/s',
        goal: `≥ 0.5 × write + fsync, ≥ ${name}`,
      });
  print({ area: 'upload', name: 'memory growth of the services', ours: growth, unit: 'MiB', goal: '≤ 64 MiB' });
}

/** Uploads a gibibyte, and resolves to where it is then. */
interface Uploader {
  readonly name: string;
  readonly upload: () => Promise<string>;
}

async function takeUpload(upload: Uploader['upload'], took: { answered: number[]; synced: number[] }): Promise<void> {
  const begun = performance.now();
  const path = await upload();
  took.answered.push(performance.now() - begun);
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
  took.synced.push(performance.now() - begun);
  // The next one begins with the memory that this one frees.
  rmSync(path);
}

/** In MiB. */
async function growthDuring(product: Product, work: () => Promise<void>): Promise<number> {
  const services = product.pids('services.mjs');
  const before = pssOf(services);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, pssOf(services))), 200);
  await work();
  clearInterval(watch);
  return peak - before;
}

async function uploadParts(ada: Person): Promise<void> {
  const [totalBytes, fileName] = [GIB, UPLOADED];
  const { uploadId, chunkSizeBytes } = await ada.json<{ uploadId: string; chunkSizeBytes: number }>(
    '/api/file-uploads/init',
    { pathParts: [], fileName, totalBytes },
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
    fileName,
    totalBytes,
    pathParts: [],
    chunkSizeBytes,
  });
}

const whole = () => Readable.toWeb(Readable.from(Array.from({ length: GIB / BLOCK.length }, () => BLOCK)));

async function send(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, duplex: 'half' } as RequestInit);
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Uploads one gibibyte in one request. */
async function putWhole(url: string, folder: string): Promise<string> {
  await send(url, { method: 'PUT', body: whole() as RequestInit['body'] });
  return join(folder, UPLOADED);
}

/** The same by the protocol of resumable uploads, in one part. */
async function patchWhole(url: string, folder: string): Promise<string> {
  const version = { 'tus-resumable': '1.0.0' };
  const begun = await send(url, { method: 'POST', headers: { ...version, 'upload-length': String(GIB) } });
  const address = new URL(begun.headers.get('location')!, url);
  const headers = { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  await send(address.href, { method: 'PATCH', headers, body: whole() as RequestInit['body'] });
  return join(folder, address.pathname.slice(1));
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
