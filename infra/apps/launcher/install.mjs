// Installs what the product needs from the configured registries. Runs on any Node from 20 on, so it imports only
// Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export const say = (line) => process.stdout.write(`${line}\n`);
export function fail(line) {
  process.stderr.write(`zo: ${line}\n`);
  process.exit(1);
}

/** Runs a command; its output is shown only when it fails. */
export const run = (what, command, args) => runAfter(undefined, what, { command, args });

/**
 * Runs a command after another attempt at it. `first`: arguments to try before, their timeout in milliseconds, and a
 * callback after that attempt.
 */
function runAfter(first, what, { command, args }) {
  say(`  ${what} …`);
  const begun = Date.now();
  const attempt = (list, timeout) =>
    spawnSync(command, list, { cwd: root, encoding: 'utf8', maxBuffer: 64e6, timeout, killSignal: 'SIGKILL' });
  let result = first && attempt(first.args, first.ms);
  first?.after();
  if (result?.status !== 0) result = attempt(args);
  if (result.status !== 0)
    fail(
      `${what} failed (${command} ` +
        `${args.join(' ')})\n${result.stdout ?? ''}${result.stderr ?? result.error?.message ?? ''}`,
    );
  say(`  ${what}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

/**
 * Installs the packages of the lock, once for each lock. `production` leaves out what only tests, checks and clusters
 * need; the result of a manual `npm install` or `npm ci` is accepted as it is.
 */
export function installPackages(extent) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  // npm prefers this file to the lock. It exists only while npm runs, or after an interrupted run.
  const addressed = join(root, 'npm-shrinkwrap.json');
  rmSync(addressed, { force: true });
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = join(root, 'node_modules', '.zo-installed');
  const [have, had] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const enough = had === 'full' || extent === 'production';
  if (have === wanted && enough) return;
  if (have === undefined && isInstalledByHand(extent)) return;
  const omit = extent === 'production' ? ['--omit=dev'] : [];
  // To packages of the same lock npm only adds the others; otherwise it starts with an empty folder.
  const command = have === wanted ? ['install', '--no-save'] : ['ci', ...omit];
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error'];
  writeFileSync(addressed, withAddresses(lock));
  // The second attempt uses the lock itself and asks the registry, in case it stores packages elsewhere or the cache is
  // older than the lock; the timeout is needed because npm sometimes hangs.
  const first = {
    args: [...args, '--prefer-offline'],
    ms: 300_000,
    after: () => rmSync(addressed, { force: true }),
  };
  runAfter(first, 'Installing packages', { command: 'npm', args });
  writeFileSync(stamp, `${wanted} ${extent}`);
}

/**
 * The lock with the address of each package. The committed lock has none, so that it works with every registry; without
 * addresses npm reads the metadata of all versions of each package, megabytes even from its cache: a quarter of the
 * time of an install. npm itself replaces this registry by the configured one.
 */
export function withAddresses(lock) {
  const { packages, ...rest } = JSON.parse(lock);
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.link || !path.includes('node_modules/')) continue;
    const name = entry.name ?? path.split('node_modules/').at(-1);
    entry.resolved = `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return JSON.stringify({ ...rest, packages });
}

function isInstalledByHand(extent) {
  const needed = extent === 'production' ? ['@rspack/core', 'typeorm'] : ['jest', '@playwright/test', 'typeorm'];
  // npm writes this file last: without it an install was interrupted.
  return ['.package-lock.json', ...needed].every((name) => existsSync(join(root, 'node_modules', name)));
}

/**
 * Installs Debian packages, each detected by one of its programs. Without root or apt, the code that needs a program
 * reports it.
 */
export function installPrograms(programs) {
  const missing = Object.entries(programs).filter(
    ([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  const names = missing.map(([, name]) => name);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env, encoding: 'utf8' });
  say(`  Installing ${names.join(', ')} …`);
  if (install().status === 0) return;
  spawnSync('apt-get', ['update', '-qq'], { env });
  const second = install();
  if (second.status !== 0)
    say(`  ${names.join(', ')} could not be installed: ${second.stderr?.trim().split('\n').at(-1) ?? ''}`);
}

/** The product's own Node, whichever Node runs this script. */
export function nodeBinary() {
  const own = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  return existsSync(own) ? own : fail(`the runtime is missing (${own}); remove node_modules and start again`);
}
