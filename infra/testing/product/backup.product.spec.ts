import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { eventually } from '@zo/testing';
import { backupCommands } from './backup-commands.js';
import {
  counts,
  createUnusualFiles,
  describeUnusualFiles,
  homeOf,
  quiet,
  hashOf,
  nameOf,
  textOf,
} from './backup-contents.js';
import { type FakeProvider, startFakeProvider } from './fake-provider.js';
import { Person, type Product, startProduct } from './product.js';

const FILES = 1_000;
const CLIENTS = 10;
const KEY = 'sk-kept-over-a-restore';
/** The required limits; the measured times, which are printed, are a hundredth of them. */
const RPO_MS = 5 * 60_000;
const RTO_MS = 30 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'zo-backups-'));
// Postgres runs as a separate user, who must be able to traverse the folder to its data.
chmodSync(folder, 0o711);
const archive = join(folder, 'whole.backup');
let product: Product;
let provider: FakeProvider;
let ada: Person;
let chat: string;
let model: string;

const { command, run, refused } = backupCommands(folder);

async function each(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let n = next++; n < count; n = next++) await work(n);
    }),
  );
}

async function ask(person: Person, text: string): Promise<string> {
  return (await person.post(`/api/conversations/${chat ?? 'new'}/messages/stream`, { text, model })).text();
}

beforeAll(async () => {
  [product, provider] = await Promise.all([startProduct(), startFakeProvider()]);
  ada = await Person.claim(product);
  const grace = await Person.invited(product, ada, 'grace');
  for (const person of [ada, grace])
    await person.json('/api/files/write', {
      root: 'w',
      path: [`of ${person.me.handle}`],
      content: person.me.handle,
      base: { any: true },
    });
  await each(FILES, (n) =>
    ada.json('/api/files/write', { root: 'w', path: nameOf(n), content: textOf(n), base: { any: true } }),
  );
  const { id } = await ada.json<{ id: string }>('/api/models/providers', {
    kind: 'openai-compatible',
    label: 'Fake',
    base_url: provider.url,
    api_key: KEY,
    models: ['m'],
  });
  model = `${id}:m`;
  provider.script((answer) => {
    answer.text('remembered');
    answer.end();
  });
  chat = (await ada.json<{ id: string }>('/api/conversations', { title: 'kept' })).id;
  await ask(ada, 'remember this');
  createUnusualFiles(homeOf(product.data, ada));
});

const products: Product[] = [];
afterEach(async () => {
  for (const one of products.splice(0)) await one.stop();
});
afterAll(async () => {
  await provider?.stop();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('backup and restore of one machine', () => {
  it(`D16 users, chats, keys and ${FILES} files are restored from a backup that was made while the product ran`, async () => {
    const before = { rows: quiet(await counts(product.data)), disk: describeUnusualFiles(homeOf(product.data, ada)) };
    const made = run('backup', product.data, archive);
    expect(made).toMatchObject({ status: 0, said: expect.stringContaining(archive) });
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([basename(archive)]);
    await product.stop();
    const data = join(folder, 'restored');
    const back = run('restore', data, archive);
    expect(back).toMatchObject({ status: 0, said: expect.stringContaining('npm start') });
    const begun = performance.now();
    const again = await startProduct({ data });
    product = again;
    const ready = performance.now() - begun;
    expect(again.output()).not.toContain('claim#token');
    // The earlier session is still valid, and the password is unchanged.
    const ada2 = await Person.signIn(again, 'ada');
    expect((await fetch(`${again.url}/api/conversations/${chat}`, { headers: { cookie: ada.cookie } })).status).toBe(
      200,
    );
    const after = await counts(data);
    // One more than before, from the sign-in above.
    const since = { 'accounts.sessions': after['accounts.sessions']! - 1, 'audit.entry': after['audit.entry']! - 1 };
    expect({ ...quiet(after), ...since }).toEqual(before.rows);
    let same = 0;
    await each(FILES, async (n) => {
      if ((await hashOf(ada2, n)) === createHash('sha256').update(textOf(n)).digest('hex')) same++;
    });
    expect(same).toBe(FILES);
    expect(describeUnusualFiles(homeOf(data, ada))).toBe(before.disk);
    expect(await (await (await Person.signIn(again, 'grace')).fetch('/api/file/of%20grace')).text()).toBe('grace');
    // The model gets the stored key and the earlier messages.
    expect(await ask(ada2, 'and now?')).toContain('remembered');
    const last = provider.requests.at(-1)!;
    expect(last.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(last.request.messages)).toContain('remember this');
    const [rpo, rto] = [made.ms, back.ms + ready];
    console.log(
      `D16: ${Object.values(before.rows).reduce((sum, rows) => sum + rows, 0)} rows, ${same} files the same; RPO ` +
        `${(rpo / 1000).toFixed(1)} s (one backup), RTO ${(rto / 1000).toFixed(1)} s (restore ` +
        `${(back.ms / 1000).toFixed(1)} s, start ${(ready / 1000).toFixed(1)} s), ` +
        `${(statSync(archive).size / 1e6).toFixed(1)} MB`,
    );
    expect(rpo).toBeLessThan(RPO_MS);
    expect(rto).toBeLessThan(RTO_MS);
  });

  it('D16 a stopped installation is backed up too, by default into the current folder, and is unchanged afterwards', async () => {
    const { data, port } = product;
    const rows = quiet(await counts(data));
    await product.stop({ keep: true });
    const { status, said } = run('backup', data);
    expect([status, said]).toEqual([0, expect.stringMatching(/zo-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup/)]);
    expect(existsSync(join(data, 'lock'))).toBe(false);
    product = await startProduct({ data, port });
    expect(quiet(await counts(data))).toEqual(rows);
  });

  it('D16 an incomplete or damaged backup is refused in one line, and nothing is written', () => {
    const target = join(folder, 'target');
    const spoilt = (name: string, spoil: (file: string) => void) => {
      const file = join(folder, name);
      cpSync(archive, file);
      spoil(file);
      return refused(target, file);
    };
    const { size } = statSync(archive);
    const flip = (at: number) => (file: string) => {
      const fd = openSync(file, 'r+');
      writeSync(fd, Buffer.of(readFileSync(file)[at]! ^ 1), 0, 1, at);
    };
    expect(spoilt('cut.backup', (file) => truncateSync(file, size - 100))).toContain(
      'is no backup, or an unfinished one',
    );
    expect(spoilt('half.backup', (file) => truncateSync(file, Math.floor(size / 2)))).toContain(
      'is no backup, or an unfinished one',
    );
    expect(spoilt('empty.backup', (file) => truncateSync(file, 0))).toContain('is no backup, or an unfinished one');
    // The files of users are the last part and by far the largest.
    expect(spoilt('flipped.backup', flip(Math.floor(size * 0.6)))).toContain(
      'has been altered: files.tar.zst is not what was written',
    );
    const manifestAt = readFileSync(archive).indexOf('"format": 1');
    expect(spoilt('manifest.backup', flip(manifestAt))).toContain(
      'has been altered: its manifest is not what was written',
    );
    expect(refused(target, join(folder, 'missing.backup'))).toContain('cannot be read (ENOENT)');
    expect([existsSync(target), existsSync(`${target}.restoring`)]).toEqual([false, false]);
    for (const name of ['cut', 'half', 'empty', 'flipped', 'manifest']) rmSync(join(folder, `${name}.backup`));
  });

  it('D16 a newer format and a schema of a newer release are refused', () => {
    const target = join(folder, 'target');
    const rewritten = (change: string) => {
      const file = join(folder, 'newer.backup');
      rmSync(file, { force: true });
      execFileSync('python3', [
        '-c',
        `
import hashlib, json, sys, zipfile
source, target, change = sys.argv[1:]
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
    for name in old.namelist():
        data = old.read(name)
        if name == "manifest.json":
            manifest = json.loads(data)
            exec(change)
            data = json.dumps(manifest).encode()
            new.comment = hashlib.sha256(data).hexdigest().encode()
        new.writestr(name, data)
`,
        archive,
        file,
        change,
      ]);
      return file;
    };
    expect(refused(target, rewritten('manifest["format"] = 2; manifest["version"] = "9.0.0"'))).toContain(
      'was made by a newer release (9.0.0, format 2); this one reads format 1',
    );
    expect(refused(target, rewritten('manifest["database"]["migrations"]["chat"].append("Later9999")'))).toContain(
      'this one does not know chat.Later9999',
    );
    expect(existsSync(target)).toBe(false);
  });

  it('D16 a folder that is not empty is left unchanged; a backup never overwrites a file and never contains itself', () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'mine'), 'mine');
    expect(refused(full, archive)).toContain('is not empty');
    expect(readdirSync(full)).toEqual(['mine']);
    const before = readFileSync(archive);
    expect(run('backup', product.data, archive)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is there already'),
    });
    expect(readFileSync(archive).equals(before)).toBe(true);
    expect(run('backup', product.data, join(product.data, 'homes', 'x.backup'))).toMatchObject({
      status: 1,
      said: expect.stringContaining('which is in the backup'),
    });
    expect(run('backup', join(folder, 'nowhere'), join(folder, 'x.backup'))).toMatchObject({
      status: 1,
      said: expect.stringContaining('there is no installation in'),
    });
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('D16 a killed backup leaves no file that looks like a backup, and the next one removes its rest', async () => {
    const file = join(folder, 'killed.backup');
    const partials = () => readdirSync(folder).filter((name) => name.startsWith('killed.backup'));
    const { args, options } = command('backup', product.data, file);
    const child: ChildProcess = spawn(process.execPath, args, { ...options, stdio: 'ignore' });
    await eventually(() => partials().some((name) => statSync(join(folder, name)).size > 0));
    const worker = Number(/\.(\d+)\.partial$/.exec(partials()[0]!)![1]);
    process.kill(worker, 'SIGKILL');
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(undefined)));
    expect([existsSync(file), partials()]).toEqual([false, [`killed.backup.${worker}.partial`]]);
    expect(refused(join(folder, 'target'), join(folder, partials()[0]!))).toContain(
      'is no backup, or an unfinished one',
    );
    expect(run('backup', product.data, file).status).toBe(0);
    expect(partials()).toEqual(['killed.backup']);
    expect(dirname(file)).toBe(folder);
  });

  it('D16 a killed restore creates no installation, and the next one replaces its rest', async () => {
    const data = join(folder, 'second');
    const { args, options } = command('restore', data, archive);
    const child = spawn(process.execPath, args, { ...options, stdio: 'ignore' });
    const postmaster = join(`${data}.restoring`, 'postgres/data/postmaster.pid');
    await eventually(() => existsSync(postmaster));
    const worker = Number(readFileSync(join(`${data}.restoring`, 'lock'), 'utf8').split(' ')[0]);
    process.kill(worker, 'SIGKILL');
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(undefined)));
    expect(existsSync(data)).toBe(false);
    await eventually(() => !existsSync(postmaster));
    expect(run('restore', data, archive).status).toBe(0);
    expect([existsSync(`${data}.restoring`), readdirSync(data).toSorted()]).toEqual([
      false,
      ['homes', 'objects', 'postgres', 'secrets'],
    ]);
  });
});
