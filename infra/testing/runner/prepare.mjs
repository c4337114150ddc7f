import { spawn } from 'node:child_process';
import { installPackages, installPrograms, nodeBinary, root, run } from '../../apps/launcher/install.mjs';

const PROGRAMS = {
  bwrap: 'bubblewrap',
  rg: 'ripgrep',
  'chromium-headless-shell': 'chromium-headless-shell',
  git: 'git',
  python3: 'python3',
  ip: 'iproute2',
  strace: 'strace',
  curl: 'curl',
  zip: 'zip',
  pdftotext: 'poppler-utils',
  ffmpeg: 'ffmpeg',
};

/** Installs packages and programs that tests need; those already installed are skipped. */
export function installForTests() {
  installPackages('full');
  installPrograms(PROGRAMS);
}

export const build = () => run('Building', nodeBinary(), ['infra/tools/build/build.mjs']);

/** Builds the engines and then the parts of a cluster; without a cache this takes many minutes. */
export function startMaking() {
  const made = (script) =>
    new Promise((resolve, reject) =>
      spawn(nodeBinary(), [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${script} failed; what is missing is said above`)),
      ),
    );
  const engines = made('infra/testing/engines/install.mjs');
  const cluster = engines.then(() => made('infra/testing/cluster/install.mjs'));
  // Suites that need them await these promises; here a rejection must not end the process.
  engines.catch(() => undefined);
  cluster.catch(() => undefined);
  return { engines, cluster, node: cluster };
}
