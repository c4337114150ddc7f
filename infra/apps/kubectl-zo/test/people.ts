/** Users with the roles of the chart, who type commands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { kubectl } from '../../../testing/cluster/paths.mjs';

/**
 * One user per role, and one without a role. `drainer` has an additional permission that only the cluster can grant.
 */
export const PEOPLE = ['zo-viewer', 'zo-support', 'zo-operator', 'zo-billing', 'drainer', 'nobody'] as const;
export type Person = (typeof PEOPLE)[number];

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const bound = (person: Person, role: string) => ({
  ...rbac,
  kind: 'ClusterRoleBinding',
  metadata: { name: `test-${person}-${role}` },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: person }],
});
const cordon = {
  ...rbac,
  kind: 'ClusterRole',
  metadata: { name: 'cordon' },
  rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }],
};

export const rolesOfPeople: readonly object[] = [
  cordon,
  ...(['zo-viewer', 'zo-support', 'zo-operator', 'zo-billing'] as const).map((role) => bound(role, role)),
  bound('drainer', 'zo-operator'),
  bound('drainer', 'cordon'),
];

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a shell command line, as a user types it, with the plugin on PATH. */
export type Typing = (
  person: Person | 'admin',
  line: string,
  variables?: Readonly<Record<string, string>>,
) => Promise<Ran>;

/** @param kubeconfig returns the file of a user @param plugin the folder of the plugin */
export function typing(kubeconfig: (person: Person | 'admin') => string, plugin: string): Typing {
  const node = fileURLToPath(new URL('../../../../node_modules/.bin', import.meta.url));
  const PATH = [plugin, dirname(kubectl), node, process.env['PATH']].join(':');
  return async (person, line, variables = {}) => {
    const child = spawn('bash', ['-c', line], {
      env: { ...variables, PATH, KUBECONFIG: kubeconfig(person), HOME: join(plugin, 'nobody') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
}
