import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRoot, type ComputerPaths } from './layout.js';
import type { ComputerHostOptions, ComputerSpec } from './spec.js';
import type { OpenFolder } from './opened.js';

export const RUN = '/run/zo';
export const EGRESS = '/run/zo-egress/egress.sock';
/** Takes commands that are to run without a way out. */
export const CLOSED = '/run/zo-egress/closed.sock';
const TMP_BYTES = 2 * 1024 ** 3;
const PROGRAMS = '/opt/zo';
/** From this machine's /etc, when there is no image: what programs need and what reveals nothing of this machine. */
const SHARED_ETC = [
  'alternatives',
  'ssl',
  'ca-certificates',
  'ca-certificates.conf',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'mime.types',
  'inputrc',
  'terminfo',
  'fonts',
  'bash.bashrc',
  'debian_version',
  'os-release',
  'python3',
  'vim',
];

/** One closed command: it sees neither the agent nor other processes, and writes to these folders of the home only. */
export interface ClosedSandbox {
  /** The folder with its way out. */
  readonly wayOut: string;
  /** With their descriptors in bubblewrap. */
  readonly writable: readonly OpenFolder[];
  /** A copy of the home that it may write instead; undefined: the home itself, to read. */
  readonly copyOfHome?: string;
}

/** Parents of the bound paths; bubblewrap would make them readable by root alone. */
const folders = (...paths: string[]) => paths.flatMap((path) => ['--perms', '0755', '--dir', path]);
const scratch = (path: string, mode: string, size: string[] = []) => [...size, '--perms', mode, '--tmpfs', path];

/** The file system of programs: an image, or this machine's own /usr, both read-only. */
function programs(image: string | null): string[] {
  if (image) return ['--ro-bind', image, '/'];
  const args = [...folders('/etc', '/var'), '--ro-bind', '/usr', '/usr'];
  for (const name of ['bin', 'sbin', 'lib', 'lib64', 'lib32']) {
    const path = `/${name}`;
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else args.push('--ro-bind', path, path);
  }
  // Administrators keep settings there, which may hold secrets.
  for (const path of ['/usr/local/etc', '/usr/etc']) if (existsSync(path)) args.push(...scratch(path, '0755'));
  for (const name of SHARED_ETC) if (existsSync(`/etc/${name}`)) args.push('--ro-bind', `/etc/${name}`, `/etc/${name}`);
  return args;
}

function agentFiles({ nodeBinary, agentBundle, modulesFolder }: ComputerHostOptions): string[] {
  const pty = ['node-pty', `node-pty-linux-${process.arch}`].map((name) => join('@lydell', name));
  return [
    ...folders(
      PROGRAMS,
      `${PROGRAMS}/bin`,
      `${PROGRAMS}/agent`,
      `${PROGRAMS}/agent/node_modules`,
      `${PROGRAMS}/agent/node_modules/@lydell`,
    ),
    '--ro-bind',
    nodeBinary,
    `${PROGRAMS}/bin/node`,
    '--ro-bind',
    agentBundle,
    `${PROGRAMS}/agent/agent.mjs`,
    // The programs that the agent runs in processes of their own.
    ...readdirSync(dirname(agentBundle))
      .filter((name) => name.endsWith('.mjs') && name !== basename(agentBundle))
      .flatMap((name) => ['--ro-bind', join(dirname(agentBundle), name), `${PROGRAMS}/agent/${name}`]),
    ...pty.flatMap((name) => ['--ro-bind', join(modulesFolder, name), `${PROGRAMS}/agent/node_modules/${name}`]),
  ];
}

function identityArguments(uidInside: number): string[] {
  if (isRoot)
    return ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'];
  const uid = String(uidInside);
  return ['--unshare-user', '--uid', uid, '--gid', uid, '--disable-userns', '--cap-drop', 'ALL'];
}

/**
 * The bubblewrap arguments of a computer. As root the computer gets a real uid of its own and no user namespace;
 * setpriv drops the few capabilities needed to become that user before anything of the computer runs. Otherwise a user
 * namespace does it, and only namespaces separate the computers.
 */
export function sandboxArguments(
  options: ComputerHostOptions,
  spec: ComputerSpec,
  {
    places,
    image,
    seccompFd,
    closed,
  }: {
    places: ComputerPaths;
    image: string | null;
    seccompFd: number | null;
    closed?: ClosedSandbox;
  },
): string[] {
  const home = `/home/${spec.handle}`;
  const etc = ['passwd', 'group', 'hosts', 'hostname', 'nsswitch.conf', 'resolv.conf'].flatMap((name) => [
    '--ro-bind',
    join(places.etc, name),
    `/etc/${name}`,
  ]);
  return [
    '--unshare-pid',
    '--unshare-net',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--hostname',
    spec.handle,
    '--die-with-parent',
    ...identityArguments(places.uidInside),
    ...programs(image),
    ...etc,
    ...scratch('/opt', '0755'),
    ...scratch('/home', '0755'),
    ...agentFiles(options),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...scratch('/tmp', '1777', ['--size', String(TMP_BYTES)]),
    ...scratch('/var/tmp', '1777', ['--size', String(TMP_BYTES)]),
    ...scratch('/run', '0755'),
    ...(closed ? [] : ['--bind', places.inside, RUN]),
    '--ro-bind',
    closed?.wayOut ?? places.outside,
    dirname(EGRESS),
    ...(closed && closed.copyOfHome === undefined ? ['--ro-bind'] : ['--bind']),
    closed?.copyOfHome ?? places.home,
    home,
    ...(closed?.writable ?? []).flatMap(({ name, fd }) => ['--bind-fd', String(fd), join(home, name)]),
    ...(image ? [] : ['--remount-ro', '/']),
    '--chdir',
    '/',
    ...(seccompFd === null ? [] : ['--seccomp', String(seccompFd)]),
  ];
}

/** Prefix of the agent's command inside: as root it drops all privileges. */
export function becomeUser(uid: number): string[] {
  if (!isRoot) return [];
  return [
    '/usr/bin/setpriv',
    '--reuid',
    String(uid),
    '--regid',
    String(uid),
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--',
  ];
}

/** The agent's command. The heap starts small: most computers are idle most of the time. */
export const agentCommand = (node: string, agent: string) => [
  node,
  '--max-semi-space-size=2',
  // Full collections begin here instead of at a few megabytes, where streamed bytes alone trigger one after the other.
  '--initial-old-space-size=48',
  '--v8-pool-size=1',
  '--external-memory-accounted-in-global-limit',
  '--expose-gc',
  agent,
];
export const CLOSED_INSIDE = [`${PROGRAMS}/bin/node`, `${PROGRAMS}/agent/closed.mjs`, EGRESS];
export const AGENT_INSIDE = agentCommand(`${PROGRAMS}/bin/node`, `${PROGRAMS}/agent/agent.mjs`);
export const PATH_INSIDE = `/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin:${PROGRAMS}/bin`;
