/**
 * A simulated public internet: two networks joined by one cable, with nothing behind them. Needs root, iproute2, git
 * and openssl.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@zo/testing';

export const SITE = 'packages.test';
const PUBLIC = '93.184.216.34';
/** The address of this machine in it. */
export const OURS = '93.184.216.1';
export const INSIDE = '10.0.0.5';
export const METADATA = '169.254.169.254';
const HOSTS = [
  `127.0.0.1 localhost loop.test`,
  `${PUBLIC} ${SITE}`,
  `${INSIDE} inside.test mixed.test`,
  `${PUBLIC} mixed.test`,
  `${METADATA} metadata.test`,
  `${OURS} ours.test`,
];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const node = (file: string, ...args: string[]) =>
  [process.execPath, '--import', here('../../../../infra/tools/build/ts-hooks.mjs'), here(file), ...args].join(' ');

function run(command: string, args: string[], cwd = '/'): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`the stand-in internet cannot be made: ${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

export class Internet {
  private constructor(
    readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  /**
   * Opens the egress proxy of the computer with this socket. @throws Error that names what is missing on this machine
   */
  static async open(egressSocket: string): Promise<Internet> {
    if (process.getuid?.() !== 0) throw new Error('the stand-in internet needs root: it makes networks');
    const folder = mkdtempSync(join(tmpdir(), 'zo-internet-'));
    chmodSync(folder, 0o755);
    stock(folder);
    writeFileSync(join(folder, 'hosts'), `${HOSTS.join('\n')}\n`);
    const child = spawn('unshare', ['-mn', 'sh', '-ec', script(folder, egressSocket)], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] },
    });
    const internet = new Internet(folder, child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += String(data)));
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`the stand-in internet ended: ${said}`);
      return said.includes('serving') && said.includes('open');
    }).catch((error: unknown) => {
      internet.close();
      throw new Error(`the stand-in internet did not open: ${said}`, { cause: error });
    });
    return internet;
  }

  /** Connections that reached a server, as the address and port they were made to. */
  arrivals(): string[] {
    return readFileSync(join(this.folder, 'arrivals'), 'utf8').split('\n').filter(Boolean);
  }

  get certificate(): string {
    return readFileSync(join(this.folder, 'cert.pem'), 'utf8');
  }

  close(): void {
    if (this.child.pid && this.child.exitCode === null) process.kill(-this.child.pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Unnamed networks, because a named one would be mounted for the whole machine. */
const script = (folder: string, egressSocket: string) => `
  ip link set lo up
  mount --bind ${folder}/hosts /etc/hosts
  unshare -n sh -c 'ip link set lo up; touch ${folder}/there; exec sleep infinity' &
  far=$!
  while ! [ -e ${folder}/there ]; do sleep 0.05; done
  ip link add near type veth peer name far netns $far
  ip addr add ${OURS}/24 dev near
  ip link set near up
  ip route add default via ${PUBLIC}
  nsenter -t $far -n sh -ec '
    ip addr add ${PUBLIC}/24 dev far
    ip addr add ${INSIDE}/32 dev far
    ip addr add ${METADATA}/32 dev far
    ip link set far up
    ip route add default via ${OURS}'
  nsenter -t $far -n ${node('servers.process.ts', folder)} &
  ${node('way-out.process.ts', egressSocket, join(folder, 'arrivals'))} &
  wait`;

/** Creates what the servers offer: a repository, a wheel, a tarball, and a certificate. */
function stock(folder: string): void {
  writeFileSync(join(folder, 'arrivals'), '');
  const subject = `/CN=${SITE}`;
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    subject,
    '-addext',
    `subjectAltName=DNS:${SITE}`,
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  ]);
  const source = join(folder, 'source');
  run('git', ['init', '-q', '-b', 'main', source]);
  writeFileSync(join(source, 'README.md'), 'cloned through the way out\n');
  run('git', ['add', '.'], source);
  run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first'], source);
  run('git', ['clone', '-q', '--bare', source, join(folder, 'repo.git')]);
  mkdirSync(join(folder, 'pypi'));
  const wheel = `
import zipfile
info = 'stand_in-1.0.dist-info'
files = {
    'stand_in.py': 'WORD = "from the wheel"\\n',
    info + '/METADATA': 'Metadata-Version: 2.1\\nName: stand-in\\nVersion: 1.0\\n',
    info + '/WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
files[info + '/RECORD'] = ''.join(name + ',,\\n' for name in [*files, info + '/RECORD'])
with zipfile.ZipFile('stand_in-1.0-py3-none-any.whl', 'w') as wheel:
    for name, text in files.items(): wheel.writestr(name, text)`;
  run('python3', ['-c', wheel], join(folder, 'pypi'));
  const module = join(folder, 'npm', 'package');
  mkdirSync(module, { recursive: true });
  writeFileSync(join(module, 'package.json'), JSON.stringify({ name: 'stand-in', version: '1.0.0', main: 'index.js' }));
  writeFileSync(join(module, 'index.js'), "module.exports = 'from the tarball';\n");
  run('tar', ['czf', 'stand-in-1.0.0.tgz', 'package'], join(folder, 'npm'));
}
