import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ComputerSpec } from './spec.js';

export const isRoot = process.getuid?.() === 0;

/** Paths and uids of one computer on this machine. */
export interface ComputerPaths {
  readonly home: string;
  readonly run: string;
  /** Bound into the computer, writable: the agent creates its socket there. */
  readonly inside: string;
  /** Ours alone: a hard link to the agent's socket, which the computer can no longer replace. */
  readonly socket: string;
  /** Bound into the computer read-only: holds the socket of its egress proxy. */
  readonly outside: string;
  readonly etc: string;
  /** The real uid of its files and processes, and the uid that the computer itself sees. */
  readonly uid: number;
  readonly uidInside: number;
}

const NAMESPACED_UID = 1000;
const KEY_BYTES = 32;

/** Distinguishes this installation from others on the same machine; moves with its data. */
export function installationOf(dataFolder: string): { name: string; uidBase: number } {
  const digest = createHash('sha256').update('installation').update(keyOf(dataFolder)).digest();
  // A million uids for each installation, far from those of users and of containers.
  return { name: digest.toString('hex', 0, 4), uidBase: 1_000_000_000 + (digest.readUInt32LE(4) % 3_000) * 1_000_000 };
}

export function computerPaths(dataFolder: string, spec: Pick<ComputerSpec, 'id' | 'number'>): ComputerPaths {
  const uid = installationOf(dataFolder).uidBase + spec.number;
  // Socket paths are limited to 107 bytes: the number is short, the id is not.
  const run = join(dataFolder, 'run', `c${spec.number}`);
  return {
    home: join(dataFolder, 'homes', spec.id),
    run,
    inside: join(run, 'in'),
    outside: join(run, 'out'),
    etc: join(run, 'etc'),
    socket: join(run, 'agent.sock'),
    uid: isRoot ? uid : (process.getuid?.() ?? 0),
    uidInside: isRoot ? uid : NAMESPACED_UID,
  };
}

function own(folder: string, uid: number, mode: number): void {
  mkdirSync(folder, { recursive: true });
  if (isRoot) chownSync(folder, uid, uid);
  chmodSync(folder, mode);
}

/**
 * Creates the folders of a computer. An existing home keeps its files; one from another machine is handed over to its
 * user.
 */
export async function layOut(places: ComputerPaths, spec: ComputerSpec): Promise<void> {
  const there = existsSync(places.home) ? lstatSync(places.home) : null;
  if (there && !there.isDirectory()) throw new Error('The home of this computer is not a folder.');
  if (there && isRoot && there.uid !== places.uid)
    await promisify(execFile)('chown', ['-hR', `${places.uid}:${places.uid}`, places.home]);
  own(places.home, places.uid, 0o700);
  rmSync(places.run, { recursive: true, force: true });
  own(places.run, process.getuid?.() ?? 0, 0o700);
  own(places.inside, places.uid, 0o700);
  own(places.outside, process.getuid?.() ?? 0, 0o755);
  writeEtc(places, spec);
}

function writeEtc({ etc, uidInside: uid }: ComputerPaths, { handle }: ComputerSpec): void {
  own(etc, process.getuid?.() ?? 0, 0o755);
  const files: Record<string, string> = {
    passwd:
      'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n' +
      `${handle}:x:${uid}:${uid}::/home/${handle}:/bin/bash\n`,
    group: `root:x:0:\ntty:x:5:\nnogroup:x:65534:\n${handle}:x:${uid}:\n`,
    hosts: `127.0.0.1 localhost ${handle}\n::1 localhost\n`,
    hostname: `${handle}\n`,
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
    // There is no resolver inside: the egress proxy resolves names, where they can be checked.
    'resolv.conf': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(etc, name), text, { mode: 0o644 });
}

/**
 * The token of a computer: the same at every start, so that services that know it can keep it. It opens this one agent
 * only, which is why the computer itself may know it.
 */
export function secretOf(dataFolder: string, id: string): string {
  return createHmac('sha256', keyOf(dataFolder)).update(id).digest('base64url');
}

function keyOf(dataFolder: string): Buffer {
  const file = join(dataFolder, 'secrets', 'computers.key');
  mkdirSync(join(dataFolder, 'secrets'), { recursive: true, mode: 0o700 });
  const known = existsSync(file) ? readFileSync(file) : undefined;
  // A shorter key was cut off by a full disk: anyone could guess what is signed with it.
  if (known?.length === KEY_BYTES) return known;
  const key = randomBytes(KEY_BYTES);
  writeFileSync(`${file}.new`, key, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}
