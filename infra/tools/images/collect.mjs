// Collects the build contexts of the images in infra/dist/images: `node infra/tools/images/collect.mjs`, then
// `docker build -f infra/tools/images/service/Dockerfile infra/dist/images/service`, and the same for computer.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeBinary } from '../../apps/launcher/install.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const modules = join(root, 'node_modules');
const FRONTENDS = ['shell', 'workspace', 'chat', 'settings'];

/** @returns the folder with the build contexts, named by image */
export async function collectImages() {
  const contexts = join(root, 'infra', 'dist', 'images');
  build();
  await collectService(join(contexts, 'service'));
  collectComputer(join(contexts, 'computer'));
  return contexts;
}

function build() {
  const result = spawnSync(process.execPath, [join(root, 'infra/tools/build/build.mjs')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`the product does not build\n${result.stdout}${result.stderr}`);
}

async function collectService(folder) {
  empty(folder);
  const { bundleServer } = await import('../build/bundle.mjs');
  const bundled = await bundleServer(
    { service: 'infra/apps/launcher/service.ts', 'mail-parser': 'services/channels/src/inbound/parser.worker.ts' },
    folder,
    { whole: true },
  );
  for (const name of ['service', 'mail-parser']) rmSync(join(folder, `${name}.mjs.map`));
  copyFileSync(join(root, 'infra/dist/zo-machine.tgz'), join(folder, 'zo-machine.tgz'));
  copyModules('@node-rs', readdirSync(join(modules, '@node-rs')), folder);
  for (const name of FRONTENDS)
    cpSync(join(root, 'frontends', name, 'dist'), join(folder, 'frontends', name, 'dist'), { recursive: true });
  writeBillOfMaterials(
    folder,
    ['gateway', 'accounts', 'files', 'uploads', 'chat', 'compute', 'zo', 'channels', 'connections'],
    packagesIn(bundled),
  );
}

function collectComputer(folder) {
  empty(folder);
  mkdirSync(join(folder, 'agent'));
  const bundles = join(root, 'services/computer-agent/dist');
  for (const name of readdirSync(bundles).filter((file) => file.endsWith('.mjs')))
    copyFileSync(join(bundles, name), join(folder, 'agent', name));
  copyModules('@lydell', ['node-pty', `node-pty-linux-${process.arch}`], join(folder, 'agent'));
  copyFileSync(join(root, 'infra/tools/images/computer/packages.txt'), join(folder, 'packages.txt'));
  copyFileSync(nodeBinary(), join(folder, 'node'));
  chmodSync(join(folder, 'node'), 0o755);
  writeBillOfMaterials(folder, ['computer-agent']);
}

function empty(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** Copies native addons to node_modules, where Node resolves them. */
function copyModules(scope, names, folder) {
  for (const name of names) {
    const source = join(modules, scope, name);
    if (!existsSync(source)) throw new Error(`${scope}/${name} is not installed`);
    cpSync(source, join(folder, 'node_modules', scope, name), { recursive: true, dereference: true });
  }
}

/** Names of the packages in a bundle. */
function packagesIn(stats) {
  const names = [...stats.compilation.fileDependencies].map(
    (path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
  return new Set(names.filter(Boolean));
}

/**
 * Writes a CycloneDX bill of materials from the lockfile: the dependencies of the services and all other bundled
 * packages. Clients that only a cluster needs are development dependencies, because a single machine is installed
 * without them.
 */
function writeBillOfMaterials(folder, services, bundled = new Set()) {
  const workspaces = services.map((name) => `--workspace=@zo/${name}`);
  const bill = bomOf(['--omit=dev', ...workspaces]);
  const known = new Set(bill.components.map((component) => component['bom-ref']));
  const others = bomOf([]).components.filter(
    (component) => !known.has(component['bom-ref']) && bundled.has(nameOf(component)),
  );
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify({ ...bill, components: [...bill.components, ...others] }, null, 2)}\n`,
  );
}

const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);

function bomOf(args) {
  const result = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64e6,
  });
  if (result.status !== 0) throw new Error(`npm sbom failed: ${result.stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(result.stdout);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await collectImages());
