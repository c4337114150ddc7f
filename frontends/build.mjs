// `node frontends/build.mjs [name…]`: builds shell and remotes into frontends/<name>/dist, with .br and .gz files
// beside every text file. An app whose inputs did not change since its last build is left as it is.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createRsbuild, loadConfig } from '@rsbuild/core';

const HOME = new URL('.', import.meta.url).pathname;
const APPS = ['shell', 'workspace', 'settings', 'chat'];
const AT_ONCE = 2;
const TEXT = /\.(js|mjs|css|html|svg|json|txt|map|wasm|bcmap|icc|pfb|ttf)$/;
const STAMP = '.inputs';
/**
 * Level 10 is 6 % smaller than 6 and takes twenty times as long, for which the first start waits. The files of the
 * first page are small: all of theirs take a second.
 */
const SMALL_BYTES = 256 * 1024;
const compress = { br: promisify(brotliCompress), gz: promisify(gzip) };

async function* filesOf(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.build-')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else yield path;
  }
}

async function hashInto(hash, path) {
  hash.update(relative(HOME, path));
  for await (const chunk of createReadStream(path)) hash.update(chunk);
}

/**
 * The shell holds the styles of all apps, so all sources are its inputs; a remote depends on itself and the shared
 * code.
 */
async function inputsOf(app) {
  const hash = createHash('sha256');
  const folders = app === 'shell' ? [...APPS, 'shared'] : [app, 'shared'];
  for (const folder of folders) {
    const paths = [];
    for await (const path of filesOf(join(HOME, folder))) paths.push(path);
    for (const path of paths.toSorted()) await hashInto(hash, path);
  }
  await hashInto(hash, join(HOME, 'build.mjs'));
  const lock = join(HOME, '../package-lock.json');
  if (existsSync(lock)) await hashInto(hash, lock);
  return hash.digest('hex');
}

async function precompress(folder) {
  for await (const path of filesOf(folder)) {
    if (!TEXT.test(path) || (await stat(path)).size < 512) continue;
    const bytes = await readFile(path);
    const brotli = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length < SMALL_BYTES ? 10 : 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    };
    await writeFile(`${path}.br`, await compress.br(bytes, brotli));
    await writeFile(`${path}.gz`, await compress.gz(bytes, { level: 8 }));
  }
}

/** Replaces the old build in one step, so that servers and concurrent builds see complete builds only. */
async function swapIn(fresh, dist) {
  const old = `${fresh}-old`;
  await rename(dist, old).catch(() => undefined);
  await rename(fresh, dist);
  await rm(old, { recursive: true, force: true });
}

async function build(app) {
  const cwd = join(HOME, app);
  const stamp = join(cwd, 'dist', STAMP);
  const inputs = await inputsOf(app);
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === inputs) return `${app}: unchanged`;
  const started = performance.now();
  const { content } = await loadConfig({ cwd });
  const fresh = join(cwd, `.build-${process.pid}`);
  const config = {
    ...content,
    mode: 'production',
    output: { ...content.output, distPath: { ...content.output.distPath, root: fresh } },
  };
  try {
    const rsbuild = await createRsbuild({ cwd, config });
    const { close } = await rsbuild.build();
    await close?.();
    await precompress(fresh);
    await writeFile(join(fresh, STAMP), inputs);
    await swapIn(fresh, join(cwd, 'dist'));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return `${app}: built in ${((performance.now() - started) / 1000).toFixed(1)} s`;
}

const wanted = process.argv.slice(2).filter((name) => APPS.includes(name));
const queue = wanted.length ? wanted : [...APPS];
const workers = Array.from({ length: AT_ONCE }, async () => {
  for (let app = queue.shift(); app; app = queue.shift()) console.log(await build(app));
});
await Promise.all(workers);
