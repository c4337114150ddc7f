import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Kube, plain } from '@zo/kube';
import { GROUP, LABEL, VERSION } from '@zo/compute/operator/resources';
import { type Command, PLATFORM, say } from './command.js';
import { computers } from './computers.js';
import { Failure, failureOf, EXIT } from './failure.js';

export const bundle: Command = {
  name: 'bundle',
  positionals: [],
  options: { file: 'string', namespace: 'string' },
  usage: `[-f FILE.tar.gz] [--namespace ${PLATFORM}]`,
  about:
    'an archive for support: objects and events of computers, nodes and services; ' +
    'no Secrets, no values of settings, no files of users',
  async run(kube, { options }) {
    const file = resolve(options['file'] ?? `zo-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`);
    if (existsSync(file)) throw new Failure(`${file} is there already`);
    const folder = mkdtempSync(join(tmpdir(), 'zo-bundle-'));
    try {
      const { leftOut, written } = await collect(kube, folder, options['namespace'] ?? PLATFORM);
      // Only the user who made it may read it.
      const { status, stderr } = spawnSync('sh', ['-c', 'umask 077; exec tar -czf "$0" -C "$1" .', file, folder], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Failure(`the archive could not be written: ${stderr}`);
      say(`${file}: ${written.join(', ')}`);
      for (const line of leftOut) say(`left out: ${line}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function collect(
  kube: Kube,
  folder: string,
  namespace: string,
): Promise<{ leftOut: string[]; written: string[] }> {
  const { core, custom } = kube;
  const labelSelector = LABEL.computer;
  const parts: Record<string, () => Promise<unknown>> = {
    computers: () => computers(kube),
    plans: () => custom.listClusterCustomObject({ group: GROUP, version: VERSION, plural: 'computerplans' }),
    'pods-of-computers': () => core.listPodForAllNamespaces({ labelSelector }),
    volumes: () => core.listPersistentVolumeClaimForAllNamespaces({ labelSelector }),
    events: () => core.listEventForAllNamespaces(),
    nodes: () => core.listNode(),
    services: () => core.listNamespacedPod({ namespace }),
  };
  const leftOut: string[] = [];
  const written: string[] = [];
  for (const [name, ask] of Object.entries(parts)) {
    try {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(plain(await ask()), redacted, 2));
      written.push(name);
    } catch (error) {
      const { message, code } = failureOf(error);
      if (code !== EXIT.notAllowed) throw error;
      leftOut.push(`${name}: ${message}`);
    }
  }
  if (written.length === 0) throw new Failure(leftOut[0]!, EXIT.notAllowed);
  writeFileSync(join(folder, 'left-out.txt'), `${leftOut.join('\n')}\n`);
  return { leftOut, written };
}

/** Leaves out values that may hold secrets (`env`, `args`, `command`), and fields without use. */
function redacted(this: unknown, key: string, value: unknown): unknown {
  if (key === 'managedFields' || key === 'kubectl.kubernetes.io/last-applied-configuration') return undefined;
  if (key === 'env' && Array.isArray(value))
    return (value as { name: string; value?: string }[]).map((one) =>
      'value' in one ? { ...one, value: 'left out' } : one,
    );
  if ((key === 'args' || key === 'command') && Array.isArray(value)) return 'left out';
  return value;
}
