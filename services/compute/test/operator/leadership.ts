/** Readiness, leadership and failures of operators. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { once } from 'node:events';
import { connectKube } from '@zo/kube';
import { type Computer } from '../../src/operator/objects/resources.js';
import { computerObject, operatorOf } from './cluster.js';
import { cluster, operators, operator, operatorProcess, patch, becomes, pods, claims, holder } from './operators.js';

export function leadership(): void {
  describe('readiness', () => {
    const healthOf = async (user: string) => {
      const made = await operatorOf(cluster, { kube: connectKube(cluster.kubeconfig(user)) });
      operators.push(made);
      made.start();
      return made;
    };

    it('PC-01 an operator that may not read its lease is not ready', async () => {
      const stranger = await healthOf('stranger');
      expect(stranger.health()).toEqual({ ready: false, missing: 'the lease cannot be read or renewed' });
    });

    it('PC-01 a leading operator is ready once everything has been listed, and a waiting one at once', async () => {
      const grant = (name: string, roleRef: object, more: object = {}) => ({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'metadata' in more ? 'RoleBinding' : 'ClusterRoleBinding',
        metadata: { name },
        subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'candidate' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...roleRef },
        ...more,
      });
      await cluster.apply(
        grant(
          'candidate',
          { kind: 'Role', name: 'zo-compute-operator' },
          { metadata: { name: 'candidate', namespace: 'zo' } },
        ),
      );
      const first = await healthOf('candidate');
      await eventually(() => first.isLeader);
      await eventually(() => first.health().missing === 'not everything has been listed yet');
      const second = await healthOf('candidate');
      await eventually(() => second.health().ready);
      expect([second.isLeader, first.health().ready]).toEqual([false, false]);
      await cluster.apply(grant('candidate', { kind: 'ClusterRole', name: 'zo-compute-operator' }));
      await eventually(() => first.health().ready);
    });
  });

  describe('failures', () => {
    it('PC-01 one operator leads; when it ends another takes over at once, and when it is killed, after the lease', async () => {
      const first = await operatorProcess();
      await eventually(async () => (await holder().catch(() => '')) !== '');
      const firstHolder = await holder();
      const second = await operatorProcess();
      await cluster.apply(computerObject('gus', { operatingMode: 'Running' }));
      await becomes('gus', 'Running');
      expect(await holder()).toBe(firstHolder);
      const killed = performance.now();
      first.kill('SIGKILL');
      await eventually(async () => !['', firstHolder].includes(await holder()));
      console.log(`leader killed: another leads after ${Math.round(performance.now() - killed)} ms (lease of 3 s)`);
      const secondHolder = await holder();
      await patch('gus', { operatingMode: 'Suspended' });
      await becomes('gus', 'Suspended');
      const third = await operatorProcess();
      const ended = performance.now();
      const gone = once(second, 'exit');
      second.kill('SIGTERM');
      expect(await gone).toEqual([0, null]);
      await eventually(async () => !['', secondHolder].includes(await holder()));
      console.log(`leader ended: another leads after ${Math.round(performance.now() - ended)} ms`);
      await patch('gus', { operatingMode: 'Running' });
      await becomes('gus', 'Running');
      const over = once(third, 'exit');
      third.kill('SIGTERM');
      await over;
    });

    it('PC-01 after the API server was killed midway, every computer ends up as wanted, with one pod and one volume', async () => {
      await operator();
      const names = Array.from({ length: 30 }, (_, index) => `many-${index}`);
      const all = async () =>
        (
          JSON.parse(await cluster.kubectl(['get', 'cmp', '-n', 'computers-00', '-o', 'json'])) as { items: Computer[] }
        ).items.filter(({ metadata }) => names.includes(metadata.name));
      await cluster.apply(...names.map((name) => computerObject(name, { operatingMode: 'Running' })));
      await eventually(async () => (await pods()).some((name) => names.includes(name)));
      await cluster.apiserver.kill();
      await cluster.apiserver.restart();
      await cluster.ready();
      const begun = performance.now();
      await eventually(
        async () => (await all()).filter(({ status }) => status?.phase === 'Running').length === names.length,
        60_000,
      );
      console.log(`30 computers running ${Math.round(performance.now() - begun)} ms after the API server was back`);
      expect((await pods()).filter((name) => names.includes(name)).sort()).toEqual([...names].sort());
      expect((await claims()).filter((name) => names.includes(name.replace(/-home$/, '')))).toHaveLength(30);
      await cluster.kubectl([
        'patch',
        'cmp',
        ...names,
        '-n',
        'computers-00',
        '--type=merge',
        '-p',
        '{"spec":{"operatingMode":"Suspended"}}',
      ]);
      await cluster.apiserver.kill();
      await cluster.apiserver.restart();
      await cluster.ready();
      await eventually(async () => (await all()).every(({ status }) => status?.phase === 'Suspended'));
      expect((await pods()).filter((name) => names.includes(name))).toEqual([]);
    });
  });

  describe('without an API server', () => {
    it('PC-01 an operator whose API server is down is not ready', async () => {
      const made = await operator();
      await eventually(() => made.health().ready);
      await cluster.apiserver.kill();
      await eventually(() => !made.health().ready);
      await cluster.apiserver.restart();
      await cluster.ready();
      await eventually(() => made.health().ready);
    });
  });
}
