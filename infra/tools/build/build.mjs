// Builds the server bundles, the computer's agent and, without `--dev`, the frontends. Each step is skipped while its
// sources are unchanged. `--single`: omits the bundles of the separate services, which a single machine does not use.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const output = join(root, 'infra', 'dist');
const SKIPPED = new Set(['node_modules', 'dist', 'test', 'e2e', '.cache']);

/**
 * Hash of names, sizes and times of all sources below the folders: fast, and misses only changes that keep all three.
 */
function stateOf(folders) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of folders) walk(join(root, folder), hash);
  return hash.digest('hex');
}

function walk(folder, hash) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) walk(path, hash);
    if (!entry.isFile() || /\.spec\.tsx?$/.test(entry.name)) continue;
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}:${size}:${mtimeMs}\n`);
  }
}

async function step(name, folders, build) {
  const stamp = join(output, `${name}.built`);
  const state = stateOf(folders);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  await build();
  writeFileSync(stamp, state);
}

mkdirSync(output, { recursive: true });
await Promise.all([
  step('server', ['services', 'proto', 'infra'], async () => {
    const { bundleServer } = await import('./bundle.mjs');
    await bundleServer(
      {
        launcher: 'infra/apps/launcher/launcher.ts',
        services: 'infra/apps/launcher/services.ts',
        backup: 'infra/apps/backup/main.ts',
        'password-link': 'infra/apps/launcher/password-link.ts',
        'mail-parser': 'services/channels/src/inbound/parser.worker.ts',
      },
      output,
    );
  }),
  process.argv.includes('--single') ||
    step('service', ['services', 'proto', 'infra'], async () => {
      const { bundleServer } = await import('./bundle.mjs');
      await bundleServer({ service: 'infra/apps/launcher/service.ts' }, output);
    }),
  step('agent', ['services/computer-agent', 'proto'], async () => {
    const { build } = await import('../../../services/computer-agent/build.mjs');
    await build();
    const { packMachine } = await import('../../../services/computer-agent/pack-machine.mjs');
    await packMachine(join(output, 'zo-machine.tgz'));
  }),
  // In development the dev servers build the frontends.
  process.argv.includes('--dev') ||
    step('frontends', ['frontends'], async () => {
      await promisify(execFile)(process.execPath, [join(root, 'frontends', 'build.mjs')], {
        cwd: root,
        maxBuffer: 64e6,
      }).catch(({ stdout, stderr }) => {
        throw new Error(`the frontends do not build\n${stdout}${stderr}`);
      });
    }),
]);
