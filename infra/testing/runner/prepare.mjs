import { spawn } from 'node:child_process';
import { installPackages, installPrograms, nodeBinary, root, run } from '../../apps/launcher/install.mjs';

const PROGRAMS = {
  bwrap: 'bubblewrap',
  rg: 'ripgrep',
  chromium: 'chromium',
  git: 'git',
  python3: 'python3',
  ip: 'iproute2',
  strace: 'strace',
  curl: 'curl',
  zip: 'zip',
  pdftotext: 'poppler-utils',
};

/** Packages and programs that tests use. What is there already is not asked for again. */
export function installForTests() {
  installPackages('full');
  installPrograms(PROGRAMS);
}

export const build = () => run('Building', nodeBinary(), ['infra/tools/build/build.mjs']);

/** Makes engines and the parts of a cluster, one after the other: where nothing is cached, for many minutes. */
export function startMaking() {
  const made = (script) =>
    new Promise((resolve, reject) =>
      spawn(nodeBinary(), [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${script} failed; what is missing is said above`)),
      ),
    );
  const engines = made('infra/testing/engines/install.mjs');
  const cluster = engines.then(() => made('infra/testing/cluster/install.mjs'));
  // Whoever needs one of them is told; nobody else has to wait for them.
  engines.catch(() => undefined);
  cluster.catch(() => undefined);
  return { engines, cluster, node: cluster };
}
