/** What arrives from elsewhere: files of Drive, as fast as Drive sends them, and mails, until a model answers. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type FakeApps, startFakeApps } from '../testing/product/fake-apps.js';
import { Person, type Product, startProduct } from '../testing/product/product.js';
import { withModel } from './chat.js';
import { pssOf } from './memory.js';
import { median, print, time } from './report.js';

const MEBIBYTE = 1_048_576;
/** Half of what one import may have. */
const SIZE = 256 * MEBIBYTE;
const ROUNDS = 3;
/** Fewer than one sender may send within an hour. */
const MAILS = 15;
const WAIT_MS = 60_000;
const rate = (ms: number) => SIZE / MEBIBYTE / (ms / 1_000);

/** A large file of Drive, beside a plain download from the same fake, which is thrown away or kept on the disk. */
export async function drive(): Promise<void> {
  const fake = await startFakeApps();
  const film = { name: 'film.mov', mimeType: 'video/quicktime', parent: 'root' };
  fake.drive.add(
    { ...film, id: 'short', content: randomBytes(SIZE / 4) },
    { ...film, id: 'long', content: randomBytes(SIZE) },
  );
  const product = await startProduct({ environment: { ZO_APPS_RELAY: fake.url, ZO_CHECK_ANSWERS: undefined } });
  try {
    const ada = await Person.claim(product);
    await connectDrive(ada, fake);
    const bring = (id: string, round: number) =>
      ada.json('/api/connections/drive/import', {
        file_id: id,
        target_path: `Imports ${round}`,
        mime_type: film.mimeType,
        filename: film.name,
      });
    const services = product.pids('services.mjs');
    /** The most memory while a file is imported, beyond what was used before. */
    const growth = async (id: string, round: number) => {
      const before = pssOf(services);
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, pssOf(services))), 50);
      await bring(id, round);
      clearInterval(watch);
      return peak - before;
    };
    await bring('short', 0);
    const [short, long] = [await growth('short', 1), await growth('long', 2)];
    const [ours, floor, stored]: [number[], number[], number[]] = [[], [], []];
    for (let round = 1; round <= ROUNDS; round++) {
      floor.push(await time(() => download(fake)));
      stored.push(await time(() => download(fake, join(product.data, 'stored.bin'))));
      ours.push(await time(() => bring('long', 10 + round)));
    }
    const figure = { area: 'drive', ours: rate(median(ours)), unit: 'MiB/s', goal: '≥ 0.8 × a plain download' };
    print({ ...figure, name: 'import of 256 MiB', floor: rate(median(floor)) });
    print({ ...figure, name: 'the same beside one to the disk', floor: rate(median(stored)) });
    const memory = { area: 'drive', unit: 'MiB', goal: '≤ 64 MiB' };
    print({ ...memory, name: 'memory growth by 64 MiB', ours: short });
    print({ ...memory, name: 'memory growth by 256 MiB', ours: long });
  } finally {
    await product.stop();
    await fake.stop();
  }
}

async function connectDrive(ada: Person, { oauth }: FakeApps): Promise<void> {
  const { clientId: client_id, clientSecret: client_secret } = oauth;
  await ada.post('/api/connections/clients/google', { client_id, client_secret }, 'PUT');
  const { url } = await ada.json<{ url: string }>('/api/connections/apps/google_drive/connect', {});
  const asked = await fetch(url, { redirect: 'manual' });
  const back = new URL(asked.headers.get('location') ?? '');
  const ended = await ada.fetch(back.pathname + back.search, { redirect: 'manual' });
  if (!ended.headers.get('location')?.includes('outcome=connected')) throw new Error('Drive was not connected');
}

/** Reads the file as an import does, and keeps nothing, or all of it at a path. */
async function download({ url, seen }: FakeApps, path?: string): Promise<void> {
  const address = `${url}/www.googleapis.com/drive/v3/files/long?alt=media&supportsAllDrives=true`;
  const authorization = seen.findLast(({ account }) => account)?.headers.authorization ?? '';
  const answer = await fetch(address, { headers: { authorization } });
  if (!answer.ok || !answer.body) throw new Error(`download: ${answer.status}`);
  if (path) return pipeline(answer.body, createWriteStream(path, { flush: true }));
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.byteLength;
  if (bytes !== SIZE) throw new Error(`${bytes} bytes`);
}

/** From the arrival of a mail of its user to the first word that a model says to it. */
export async function mail(_product: Product, ada: Person): Promise<void> {
  const { provider, model } = await withModel(ada);
  await ada.post('/api/models/preference', { value: model }, 'PUT');
  const took: number[] = [];
  for (let n = 0; n <= MAILS; n++) {
    const answered = new Promise<number>((resolve) =>
      provider.script((answer) => {
        answer.text('Yes.');
        resolve(performance.now());
        answer.end();
      }),
    );
    const begun = performance.now();
    const sent = await ada.post('/api/outbox/mail', { subject: `Mail ${n}`, text: 'Is it there?' });
    if (!sent.ok) throw new Error(await sent.text());
    const at = await Promise.race([answered, delay(WAIT_MS)]);
    if (at === undefined) throw new Error('no model was asked');
    if (n > 0) took.push(at - begun);
  }
  const figure = { area: 'mail', unit: 'ms', goal: '≤ 2,000 ms' };
  print({ ...figure, name: 'arrival to first token, p50', ours: median(took) });
  print({ ...figure, name: 'arrival to first token, longest', ours: Math.max(...took) });
  await provider.stop();
}
