// Installs the real engines: programs by apt, Kafka's jars by Maven, the S3 server by Go, and for the tests of engines
// in containers Docker by apt. Prints one sentence for each one missing.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPrograms } from '../../apps/launcher/install.mjs';
import { DOCKER, kafkaSources, paths, VERSITYGW } from './paths.mjs';

/**
 * @param options.containers also Docker, for tests that run engines as containers
 * @throws Error with one sentence for each engine that cannot be installed here
 */
export function installEngines({ containers = false } = {}) {
  installPrograms({ java: 'openjdk-17-jre-headless', 'redis-server': 'redis-server', setpriv: 'util-linux' });
  const errors = [
    redis(),
    kept('Kafka', paths.kafka, installKafka),
    kept('S3 (versitygw)', paths.s3, installS3),
    containers && !hasContainerEngine() && kept('Docker', paths.docker, installDocker),
  ].filter(Boolean);
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const redis = () => (has('redis-server') ? undefined : 'Redis is missing: install the package redis-server');

/** Installs under a temporary name and renames, so that an interrupted installation leaves no incomplete folder. */
function kept(name, folder, install) {
  if (existsSync(folder)) return undefined;
  mkdirSync(paths.cache, { recursive: true });
  const half = mkdtempSync(join(paths.cache, 'half-'));
  const begun = Date.now();
  try {
    install(half);
    renameSync(half, folder);
    console.log(`  Installing ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    return undefined;
  } catch (error) {
    // Another process may have installed it first.
    return existsSync(folder) ? undefined : `${name} could not be installed: ${error.message}`;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

function installKafka(folder) {
  installPrograms({ mvn: 'maven' });
  need('java', 'a Java 17 or newer');
  need('mvn', 'Maven');
  cpSync(kafkaSources, folder, { recursive: true });
  command('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=libs', '-DincludeScope=runtime'], {
    cwd: folder,
  });
}

function installS3(folder) {
  installPrograms({ go: 'golang-go' });
  need('go', 'Go 1.24 or newer');
  // Compile one package at a time, so that the build does not starve a running test suite.
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-p=1' };
  command('nice', ['-n', '10', 'go', 'install', VERSITYGW], { env });
}

const hasContainerEngine = () => Boolean(process.env.DOCKER_HOST) || existsSync('/var/run/docker.sock');

/** Unpacks the packages only: an installed one would start a daemon and change the network of the machine. */
function installDocker(folder) {
  need('apt-get', "Debian's packages, or a running container engine");
  installPrograms({ ip: 'iproute2', curl: 'curl' });
  const download = () => command('apt-get', ['download', '-qq', ...DOCKER.packages], { cwd: folder });
  try {
    download();
  } catch {
    // The lists of packages may be missing or old.
    command('apt-get', ['update', '-qq']);
    download();
  }
  const unpacked = join(folder, 'unpacked');
  for (const name of readdirSync(folder)) {
    command('dpkg-deb', ['-x', join(folder, name), unpacked]);
    rmSync(join(folder, name));
  }
  command('sh', ['-ec', `cd "$0" && mv ${DOCKER.files.join(' ')} "$1"`, unpacked, folder]);
  rmSync(unpacked, { recursive: true });
}

function need(program, what) {
  if (!has(program)) throw new Error(`it needs ${what}, and there is no ${program} here`);
}

function command(program, args, options) {
  const result = spawnSync(program, args, { ...options, encoding: 'utf8', maxBuffer: 64e6 });
  if (result.status === 0) return;
  const last = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').at(-1);
  throw new Error(`${program} ${args.join(' ')} failed: ${last || result.error?.message}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    installEngines({ containers: true });
  } catch (error) {
    process.stderr.write(`zo: ${error.message}\n`);
    process.exit(1);
  }
}
