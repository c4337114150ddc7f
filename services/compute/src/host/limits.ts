import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRoot } from './layout.js';
import type { ComputerSpec } from './spec.js';

const ROOT = '/sys/fs/cgroup';
const TRY_MS = 20;
const MAX_TRIES = 500;
const MAX_PROCESSES = 1_000;
const OPEN_FILES = 20_000;
export const LARGEST_FILE = 1024 ** 4;
const PERIOD = 100_000;

/** Control groups of one computer: folders to join, and which limits could not be set. */
export interface Groups {
  readonly folders: readonly string[];
  readonly missing: readonly string[];
}

type Setting = readonly [file: string, value: string];

function makeGroup(folder: string, settings: readonly Setting[]): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [file, value] of settings) writeFileSync(`${folder}/${file}`, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates control groups where this machine allows it: version 1 as one folder per controller, version 2 as one folder.
 */
export function makeGroups(spec: ComputerSpec, installation: string): Groups {
  if (!isRoot) return { folders: [], missing: ['control groups need root'] };
  const name = `zo-${installation}/c${spec.number}`;
  return existsSync(`${ROOT}/cgroup.controllers`) ? unified(spec, name) : perController(spec, name);
}

function perController(spec: ComputerSpec, name: string): Groups {
  const wanted: Record<string, Setting[]> = {
    pids: [['pids.max', String(MAX_PROCESSES)]],
    cpu:
      spec.cpus > 0
        ? [
            ['cpu.cfs_period_us', String(PERIOD)],
            ['cpu.cfs_quota_us', String(Math.round(spec.cpus * PERIOD))],
          ]
        : [['cpu.shares', '512']],
    memory: spec.memoryBytes > 0 ? [['memory.limit_in_bytes', String(spec.memoryBytes)]] : [],
  };
  const entries = Object.entries(wanted).map(([controller, settings]) => ({
    controller,
    folder: `${ROOT}/${controller}/${name}`,
    settings,
  }));
  const made = entries.map((entry) => ({
    ...entry,
    ok: existsSync(`${ROOT}/${entry.controller}`) && makeGroup(entry.folder, entry.settings),
  }));
  return {
    folders: made.filter(({ ok }) => ok).map(({ folder }) => folder),
    missing: made.filter(({ ok }) => !ok).map(({ controller }) => `no ${controller} limit`),
  };
}

function unified(spec: ComputerSpec, name: string): Groups {
  const folder = `${ROOT}/${name}`;
  const settings: Setting[] = [['pids.max', String(MAX_PROCESSES)]];
  if (spec.cpus > 0) settings.push(['cpu.max', `${Math.round(spec.cpus * PERIOD)} ${PERIOD}`]);
  if (spec.memoryBytes > 0) settings.push(['memory.max', String(spec.memoryBytes)]);
  for (const parent of [ROOT, dirname(folder)]) makeGroup(parent, [['cgroup.subtree_control', '+pids +cpu +memory']]);
  return makeGroup(folder, settings)
    ? { folders: [folder], missing: [] }
    : { folders: existsSync(folder) ? [folder] : [], missing: ['control groups are not ours to use'] };
}

/**
 * Removes the groups once their last process has exited, which takes some seconds after thousands of them on a busy
 * machine.
 */
export async function removeGroups(groups: Groups): Promise<void> {
  for (const folder of groups.folders) {
    for (let tries = 0; tries < MAX_TRIES && existsSync(folder); tries++) {
      try {
        rmdirSync(folder);
      } catch {
        await delay(TRY_MS);
      }
    }
    removeEmpty(dirname(folder));
  }
}

/** Removes the installation's own group with its last computer. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // other computers still run
  }
}

/** Processes still in the groups. */
function processesIn(groups: Groups): number[] {
  return groups.folders.flatMap((folder) => {
    try {
      return readFileSync(`${folder}/cgroup.procs`, 'utf8').split('\n').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
}

/** Kills every process of the groups. */
export function killAll(groups: Groups): void {
  for (const pid of processesIn(groups)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // exited meanwhile
    }
  }
}

/** Whether so many processes run that the agent would not answer a request to quiesce. */
export const isOverrun = (groups: Groups): boolean => new Set(processesIn(groups)).size > MAX_PROCESSES / 2;

/** The start of a command line: joins the groups, sets the limits of every process, then becomes the command. */
export function limited(groups: Groups, largestFile = LARGEST_FILE): string[] {
  // RLIMIT_NPROC counts by real user, so it only makes sense for computers with a user of their own.
  const processes = isRoot ? [`--nproc=${MAX_PROCESSES}`] : [];
  const prlimit = ['prlimit', '--core=0', `--nofile=${OPEN_FILES}`, `--fsize=${largestFile}`, ...processes];
  const joining = groups.folders.map((folder) => `echo $$ > ${folder}/cgroup.procs || :`).join('; ');
  return joining ? ['sh', '-c', `{ ${joining}; } 2>/dev/null; exec "$@"`, 'sh', ...prlimit] : prlimit;
}
