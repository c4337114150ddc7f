/**
 * `npm run dev`: runs the services from their sources, restarts them when one is saved, and runs the frontends' dev
 * servers.
 */
import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../testing/engines/ports.js';
import { type ChildOptions, SupervisedProcess } from './child.js';
import { SERVICES_NODE_OPTIONS } from './node-options.js';
import { Standby } from './standby.js';

const APPS = ['shell', 'workspace', 'chat', 'settings'];
/** Sources of the services process. The agent runs inside computers and is built before a start. */
const SOURCES = ['services', 'proto', 'infra/apps/launcher'];
const SKIPPED = new Set(['node_modules', 'dist', 'test', 'computer-agent']);
/** Editors write a file in several steps, and “save all” writes several files. */
const SETTLED_MS = 25;

export interface Development {
  /** Options of the services process that differ in development. */
  readonly services: Pick<ChildOptions, 'args' | 'waitsForRestart' | 'spawn'>;
  readonly servicesEnvironment: Record<string, string>;
  watch(services: SupervisedProcess): void;
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDevelopment(checkout: string): Promise<Development> {
  const ports = await freePorts(APPS.length);
  const addresses = APPS.map((name, index) => `${name}=http://127.0.0.1:${ports[index]}`);
  const frontends = new SupervisedProcess({
    command: process.execPath,
    args: [join(checkout, 'frontends/dev.mjs'), ...addresses],
    // Tailwind scans for class names from here down, so it ignores files saved elsewhere.
    cwd: join(checkout, 'frontends'),
    env: { ...process.env, NODE_ENV: 'development' },
    onRestart: (reason) => process.stdout.write(`  The dev servers ended (${reason}) and are started again.\n`),
  });
  frontends.start();
  const standby = new Standby();
  const watched = new Map<string, FSWatcher>();
  return {
    services: {
      args: [
        ...SERVICES_NODE_OPTIONS,
        '--import',
        join(checkout, 'infra/tools/build/ts-hooks.mjs'),
        join(checkout, 'infra/apps/launcher/dev-services.mjs'),
      ],
      waitsForRestart: true,
      spawn: standby.take,
    },
    servicesEnvironment: {
      ZO_DEV_FRONTENDS: addresses.join(','),
      ZO_MACHINE_PROGRAM: join(checkout, 'infra/dist/zo-machine.tgz'),
    },
    watch: (services) => {
      const restart = restarter(services);
      for (const folder of SOURCES) watchFolder(join(checkout, folder), watched, restart);
    },
    untilReady: async () => {
      for (const address of addresses)
        await untilServed(
          `${address.split('=')[1]}/${address.startsWith('shell') ? '' : `remotes/${address.split('=')[0]}/mf-manifest.json`}`,
        );
    },
    stop: async () => {
      for (const watcher of watched.values()) watcher.close();
      standby.close();
      await frontends.stop(1_000);
    },
  };
}

/** Runs one restart at a time; a file saved meanwhile triggers another one. */
function restarter(services: SupervisedProcess): () => void {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (last = last.then(() => services.restart())), SETTLED_MS);
  };
}

/** Watches folders instead of files, so that editors that replace a file are noticed, too. */
function watchFolder(folder: string, watched: Map<string, FSWatcher>, changed: () => void): void {
  if (watched.has(folder)) return;
  const watcher = watch(folder, (_event, name) => {
    if (name === null || SKIPPED.has(name)) return;
    if (name.endsWith('.ts') && !name.endsWith('.spec.ts')) changed();
    else if (!name.includes('.') && existsSync(join(folder, name))) watchFolder(join(folder, name), watched, changed);
  });
  watched.set(folder, watcher);
  watcher.on('error', () => forget());
  const forget = () => {
    watcher.close();
    watched.delete(folder);
  };
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) watchFolder(join(folder, entry.name), watched, changed);
    }
  } catch {
    // A file without an extension, or a folder that was removed.
    forget();
  }
}

async function untilServed(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await delay(50)) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    if (Date.now() > deadline) throw new Error(`the dev server does not answer at ${url}`);
  }
}
