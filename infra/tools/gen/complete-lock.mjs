// Some registries carry packages of one platform only; npm then leaves the others out of the lock, and `npm ci` refuses
// it elsewhere. This adds the missing optional platform packages by name and version, in npm's own format.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['android', 'darwin', 'win32', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'linux', 'openharmony'];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'riscv64',
  's390x',
  'ppc64',
  'loong64',
  'mips64el',
  'mips64',
  'wasm32',
  'universal',
];

/** Platform of a package, derived from its name: `@swc/core-linux-x64-musl`. */
function platformOf(name) {
  const parts = name.replace(/^@[^/]+\//, '').split(/[-_.]/);
  const os = parts.includes('win')
    ? 'win32'
    : parts.includes('linuxmusl')
      ? 'linux'
      : SYSTEMS.find((system) => parts.includes(system));
  const cpu =
    PROCESSORS.find((processor) => parts.includes(processor)) ??
    (parts.includes('64') ? 'x64' : parts.some((part) => /^armv[67]/.test(part)) ? 'arm' : undefined);
  const libc = parts.some((part) => part.includes('musl'))
    ? 'musl'
    : parts.some((part) => part.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return { os, cpu: cpu === 'universal' ? undefined : cpu, libc };
}

/** Whether Node's resolution from `path` finds `name` in the lock. */
function isLocked(packages, path, name) {
  for (let at = path; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

export function completeLock(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const { packages } = lock;
  const added = [];
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const version = /(\d+\.\d+\.\d+[^\s|]*)/.exec(range)?.[1];
      const { os, cpu, libc } = platformOf(name);
      if (range.startsWith('npm:') || !version || (!os && !cpu) || isLocked(packages, path, name)) continue;
      packages[`node_modules/${name}`] = {
        version,
        optional: true,
        ...(os && { os: [os] }),
        ...(cpu && { cpu: [cpu] }),
        ...(libc && { libc: [libc] }),
        ...(dev && { dev: true }),
      };
      added.push(name);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  return added;
}
