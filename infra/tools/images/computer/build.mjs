// Makes the root file system of computers: `node build.mjs <folder> [more packages]`. Needs root and apt; nothing is
// installed on this machine. The folder appears whole, by a rename, so that a computer starting meanwhile never sees
// half of it.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** One a line; the image of computers in a cluster has the same (Dockerfile). */
const PACKAGES = readFileSync(new URL('packages.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** Packages beside those, such as a browser. Not every release has them. */
const MORE = process.argv.slice(3).filter((name) => spawnSync('apt-cache', ['show', name]).status === 0);

/** Files that are bound from outside; they must be there to be bound over. */
const BOUND = ['passwd', 'group', 'hosts', 'hostname', 'nsswitch.conf', 'resolv.conf'];

const run = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });

/** mmdebstrap as it is installed, or taken out of its package without installing it. */
function mmdebstrap(scratch) {
  for (const path of ['/usr/bin/mmdebstrap', '/usr/local/bin/mmdebstrap']) if (existsSync(path)) return path;
  run('apt-get', ['download', 'mmdebstrap'], { cwd: scratch });
  const archive = readdirSync(scratch).find((name) => name.startsWith('mmdebstrap') && name.endsWith('.deb'));
  run('dpkg-deb', ['-x', join(scratch, archive), join(scratch, 'tool')]);
  return join(scratch, 'tool/usr/bin/mmdebstrap');
}

/** The release and the archives this machine uses itself. */
function release() {
  const text = readFileSync('/etc/os-release', 'utf8');
  const codename = /^VERSION_CODENAME="?([a-z]+)"?$/m.exec(text)?.[1];
  if (!codename) throw new Error('this machine does not say which Debian it is');
  return codename;
}

/** The apt sources of this machine, in either of their two formats, for mmdebstrap. */
function sources() {
  const found = [];
  for (const file of ['/etc/apt/sources.list', ...listOf('/etc/apt/sources.list.d')]) {
    if (existsSync(file) && /\.(list|sources)$/.test(file) && readFileSync(file, 'utf8').trim() !== '')
      found.push(file);
  }
  if (found.length === 0) throw new Error('this machine has no apt sources');
  return found;
}

const listOf = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);

/** npm of the Node that runs this, some megabytes; the distribution's own brings hundreds of packages along. */
function addNpm(root) {
  const candidates = [
    process.env.npm_execpath && dirname(dirname(process.env.npm_execpath)),
    join(dirname(dirname(process.execPath)), 'lib/node_modules/npm'),
    '/usr/lib/node_modules/npm',
    '/usr/local/lib/node_modules/npm',
  ];
  const npm = candidates.find((folder) => folder && existsSync(join(folder, 'bin/npm-cli.js')));
  if (!npm) return;
  const target = join(root, 'usr/local/lib/node_modules/npm');
  cpSync(npm, target, { recursive: true, dereference: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
}

/** What is only needed to install, and what tells of this machine. */
function clean(root) {
  for (const name of [
    'var/cache/apt',
    'var/lib/apt/lists',
    'var/log',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
    'etc/apt/sources.list.d',
    'etc/apt/apt.conf.d',
    'home',
    'root',
  ]) {
    rmSync(join(root, name), { recursive: true, force: true });
    mkdirSync(join(root, name), { recursive: true, mode: 0o755 });
  }
  for (const name of ['etc/apt/sources.list', 'etc/machine-id']) rmSync(join(root, name), { force: true });
  for (const name of BOUND) if (!existsSync(join(root, 'etc', name))) writeFileSync(join(root, 'etc', name), '');
  symlinkSync('/usr/bin/fdfind', join(root, 'usr/local/bin/fd'));
  // The Node that runs the agent is the person's own, too. Login shells set their path anew; it gets back what is the
  // person's.
  symlinkSync('/opt/zo/bin/node', join(root, 'usr/local/bin/node'));
  writeFileSync(join(root, 'etc/profile.d/zo.sh'), 'PATH="$HOME/.local/bin:$PATH"\n');
}

const target = process.argv[2];
if (!target) throw new Error('usage: node build.mjs <folder>');
if (process.getuid?.() !== 0) throw new Error('making a root file system needs root');
mkdirSync(dirname(target), { recursive: true });
for (const name of readdirSync(dirname(target)))
  if (name.startsWith('.image-')) rmSync(join(dirname(target), name), { recursive: true, force: true });
const scratch = mkdtempSync(join(dirname(target), '.image-'));
const root = join(scratch, 'root');
const cleanUp = () => rmSync(scratch, { recursive: true, force: true });
// mmdebstrap mounts this machine's /proc, /sys and /dev below the new root. In name spaces of its own nobody else sees
// these mounts, so deleting the folder can never reach through them, and everything it started ends with it.
const apart = [
  '--pdeathsig',
  'KILL',
  'unshare',
  '--mount',
  '--propagation',
  'private',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
];
try {
  run('setpriv', [
    ...apart,
    'perl',
    mmdebstrap(scratch),
    '--variant=minbase',
    '--mode=root',
    '--quiet',
    `--include=${[...PACKAGES, ...MORE].join(',')}`,
    release(),
    root,
    ...sources(),
  ]);
  clean(root);
  addNpm(root);
  renameSync(root, target);
} finally {
  cleanUp();
}
