/**
 * A container engine of its own for machines without one: Docker in namespaces of this machine, removed with the test.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { paths } from '../paths.mjs';
import type { Engine } from '../engine.js';
import { engineFolder, startEngine } from '../runner.js';
import { type EngineImage, imageOf } from './images.js';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const GROUPS = '/sys/fs/cgroup';

export interface Docker {
  /** Variables with which `testcontainers` finds it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the image of an engine from a program of this machine: no registry is needed. */
  image(engine: EngineImage, program: string): Promise<void>;
  stop(): Promise<void>;
}

/** @throws Error with the output of the engine that does not start on this machine */
export async function startDocker(): Promise<Docker> {
  if (process.getuid?.() !== 0) throw new Error('a container engine of its own needs root');
  if (!existsSync(paths.docker))
    throw new Error('Docker is not installed: run `node infra/testing/engines/install.mjs`');
  sweepGroups();
  const folder = engineFolder('docker');
  const number = freeNumber();
  const engine = await startEngine({
    name: 'Docker',
    folder,
    command: ['bash', script('docker-up.sh'), folder, String(number)],
    env: { DOCKER_PROGRAMS: paths.docker },
    ready: /API listen on/,
    end: 'SIGKILL',
  });
  const socket = join(folder, 'docker.sock');
  return {
    environment: {
      DOCKER_HOST: `unix://${socket}`,
      // Published ports are at the other end of the link.
      TESTCONTAINERS_HOST_OVERRIDE: `10.98.${number}.2`,
      // The containers end with the engine.
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    },
    image: async (name, program) => {
      await run('bash', [script('docker-image.sh'), socket, imageOf(name), program]);
    },
    stop: () => stop(engine, number),
  };
}

async function stop(engine: Engine, number: number): Promise<void> {
  // Delete the link before the network namespace, which the kernel keeps for a while: this frees the number at once.
  await run('ip', ['link', 'del', `zod${number}`]);
  await engine.stop();
  // The containers end with the engine, and their control groups become empty a moment later. Groups that stay longer
  // are removed with the next start.
  for (let tries = 0; tries < 100 && sweepGroups() > 0; tries++) await delay(50);
}

/** Removes the control groups of ended engines; returns how many are left. */
function sweepGroups(): number {
  const hierarchies = ['', ...readdirSync(GROUPS)].map((name) => join(GROUPS, name));
  const ended = hierarchies
    .flatMap((folder) => foldersIn(folder).map((name) => join(folder, name)))
    .filter((path) => existsSync(path) && !existsSync(`/proc/${/zo-docker-(\d+)$/.exec(path)?.[1] ?? 'self'}`));
  return ended.filter((path) => !removeGroup(path)).length;
}

function removeGroup(path: string): boolean {
  try {
    for (const name of foldersIn(path)) removeGroup(join(path, name));
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

const foldersIn = (path: string) =>
  (statSync(path).isDirectory() ? readdirSync(path, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** A free number; each engine has its own link to this machine, and with it its own network. */
function freeNumber(): number {
  const taken = new Set(readdirSync('/sys/class/net'));
  for (let number = 0; number < 64; number++) if (!taken.has(`zod${number}`)) return number;
  throw new Error('there are 64 container engines on this machine already');
}
