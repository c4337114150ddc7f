import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { metrics } from '@zo/metrics';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { freePorts } from '../../../../infra/testing/engines/ports.js';
import { LocalAgent } from '../../test/operator/agents.js';
import { accountToken, register, tokenOf } from '../../test/operator/registration.js';
import { spec } from '../../test/host.js';
import type { Computer } from '../operator/objects/resources.js';
import { runIn } from './driver.conformance.js';
import type { KubernetesComputers, KubernetesComputersOptions } from './kubernetes.adapter.js';

interface World {
  readonly cluster: Cluster;
  /** The driver that receives registrations, on this port. */
  readonly driver: KubernetesComputers;
  readonly port: number;
  /** Starts another driver that shares the cache. */
  anotherProcess(options: Partial<KubernetesComputersOptions>): Promise<KubernetesComputers>;
  objectOf(id: string): Promise<Computer>;
}

/** Cases for a driver that receives the registrations of agents, and for its port. */
export function registrationCases(made: () => World): void {
  describe('agent registration', () => {
    let world: World;
    beforeAll(() => void (world = made()));
    const podOf = async (id: string) => {
      const { items } = JSON.parse(
        await world.cluster.kubectl(['get', 'pods', '-A', `--field-selector=metadata.name=c-${id}`, '-o', 'json']),
      ) as { items: { metadata: { name: string; namespace: string; uid: string; deletionTimestamp?: string } }[] };
      return items[0];
    };
    /** Runs `work` while the kubelets neither start nor end a pod. */
    async function withoutKubelets<T>(work: () => Promise<T>): Promise<T> {
      world.cluster.kubelets.signal('SIGSTOP');
      return work().finally(() => world.cluster.kubelets.signal('SIGCONT'));
    }
    /** Returns the pod of a starting computer once it is marked as begun, the first thing a kubelet reports. */
    async function begun(id: string) {
      const pod = await eventually(() => podOf(id));
      const status = { startTime: new Date().toISOString() };
      await world.cluster.kubectl([
        'patch',
        'pod',
        pod.metadata.name,
        '-n',
        pod.metadata.namespace,
        '--subresource=status',
        '--type=merge',
        '-p',
        JSON.stringify({ status }),
      ]);
      return pod;
    }
    const counted = async () =>
      Object.fromEntries(
        (await metrics.registrations.get()).values.map(({ labels, value }) => [labels.outcome, value]),
      );

    it('PC-01 any process that waits uses a pod from its registration on, before the cluster reports an address', async () => {
      const wanted = spec();
      await world.driver.start(wanted);
      await world.driver.stop(wanted.id);
      const folder = mkdtempSync(join(tmpdir(), 'zo-registration-'));
      const [agentPort] = (await freePorts(1)) as [number];
      const other = await world.anotherProcess({ agentPort });
      let agent: LocalAgent | undefined;
      await withoutKubelets(async () => {
        const starting = other.start(wanted);
        const pod = await begun(wanted.id);
        const key = Buffer.from(
          await world.cluster.kubectl([
            'get',
            'secret',
            `${pod.metadata.name}-agent`,
            '-n',
            pod.metadata.namespace,
            '-o',
            'jsonpath={.data.token}',
          ]),
          'base64',
        ).toString();
        writeFileSync(join(folder, 'token'), await tokenOf(world.cluster, pod));
        agent = await LocalAgent.start(key, {
          ZO_AGENT_PORT: String(agentPort),
          ZO_AGENT_INSTANCE: pod.metadata.uid,
          ZO_REGISTRATION_URL: `http://127.0.0.1:${world.port}/registrations`,
          ZO_PLATFORM_TOKEN_FILE: join(folder, 'token'),
        });
        const running = await starting;
        expect(running.address).toBe(`http://127.0.0.1:${agentPort}`);
        expect(await runIn(running, 'echo $((6 * 7))')).toBe('42');
        expect((await world.objectOf(wanted.id)).status).toMatchObject({ phase: 'Starting', podUID: pod.metadata.uid });
        expect((await world.objectOf(wanted.id)).status).not.toHaveProperty('podIP');
        expect(await other.find(wanted.id)).toEqual({ state: 'awake', running });
      });
      // The address from the cluster replaces the registered one.
      await eventually(async () => {
        const found = await other.find(wanted.id);
        return found?.state === 'awake' && !found.running.address.includes('127.0.0.1');
      });
      await other.stop(wanted.id);
      await other.close();
      await agent?.stop();
      rmSync(folder, { recursive: true });
    });

    it('PC-01 a registration from an address where nothing listens is harmless: the computer is ready when its pod is', async () => {
      const wanted = spec();
      const starting = await withoutKubelets(async () => {
        const found = world.driver.start(wanted);
        const token = await tokenOf(world.cluster, await begun(wanted.id));
        expect(await register(world.port, { token, from: '127.0.0.5' })).toBe(204);
        return { found };
      });
      expect((await starting.found).address).not.toContain('127.0.0.5');
      await world.driver.stop(wanted.id);
    });

    it('S10 only the current pod of a computer that is to run may register; all others are refused and counted', async () => {
      const wanted = spec();
      await world.driver.start(wanted);
      const first = (await podOf(wanted.id))!;
      const { name, namespace } = first.metadata;
      const token = await tokenOf(world.cluster, first);
      const registerWith = (other?: string) => register(world.port, { token: other, from: '127.0.0.2' });
      const before = await counted();
      expect(await registerWith(token)).toBe(204);
      const [head, body, signature] = token.split('.') as [string, string, string];
      const forged = sign(
        'sha256',
        Buffer.from(`${head}.${body}`),
        generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
      ).toString('base64url');
      const flipped = signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
      const [forFiles, forApiServer] = [
        await tokenOf(world.cluster, first, 'files'),
        await accountToken(world.cluster, `${namespace}:computer`),
      ];
      for (const other of [
        undefined,
        'x',
        `${head}.${body}.${forged}`,
        `${head}.${body}.${flipped}`,
        forFiles,
        forApiServer,
      ])
        expect(await registerWith(other)).toBe(401);
      // Tokens of this cluster for compute, but not of a computer's pod.
      await world.cluster.kubectl(['create', 'serviceaccount', 'computer', '-n', 'zo']);
      for (const account of [`${namespace}:default`, `${namespace}:computer`, 'zo:computer'] as const)
        expect(await registerWith(await accountToken(world.cluster, account, '--audience=compute'))).toBe(403);
      const pod = JSON.parse(await world.cluster.kubectl(['get', 'pod', name, '-n', namespace, '-o', 'json'])) as {
        metadata: object;
        spec: object;
      };
      const beside = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...pod.metadata, name: `${name}-transfer`, uid: undefined, resourceVersion: undefined },
        spec: { ...pod.spec, nodeName: undefined },
      };
      await world.cluster.kubectl(['create', '-f', '-'], { input: JSON.stringify(beside) });
      const transfer = JSON.parse(
        await world.cluster.kubectl(['get', 'pod', `${name}-transfer`, '-n', namespace, '-o', 'json']),
      ) as typeof first;
      expect(await registerWith(await tokenOf(world.cluster, transfer))).toBe(403);
      await world.cluster.kubectl(['delete', 'pod', `${name}-transfer`, '-n', namespace]);
      // First asleep while its pod still ends; then with another pod of the same name.
      await withoutKubelets(async () => {
        const stopping = world.driver.stop(wanted.id);
        await eventually(async () => (await podOf(wanted.id))?.metadata.deletionTimestamp !== undefined);
        expect(await registerWith(token)).toBe(403);
        return { stopping };
      }).then(({ stopping }) => stopping);
      await world.driver.start(wanted);
      // The API server caches token reviews for ten seconds and may still accept the token; the driver does not.
      expect([401, 403]).toContain(await registerWith(token));
      expect(await registerWith(await tokenOf(world.cluster, (await podOf(wanted.id))!))).toBe(204);
      const after = await counted();
      const more = (...outcomes: string[]) =>
        outcomes.reduce((sum, outcome) => sum + after[outcome]! - (before[outcome] ?? 0), 0);
      expect([more('accepted'), more('unknown', 'refused')]).toEqual([2, 12]);
      await world.driver.stop(wanted.id);
    });

    it('S10 the port serves registrations only, and limits size, rate and connections per address', async () => {
      expect(await register(world.port, { method: 'GET' })).toBe(404);
      expect(await register(world.port, { path: '/metrics' })).toBe(404);
      // Agents that an older operator started use the old route.
      expect(await register(world.port, { path: '/hello', from: '127.0.0.6' })).toBe(401);
      expect(await register(world.port, { token: 'x'.repeat(9_000), from: '127.0.0.3' })).toBe(431);
      // The API server is asked about no request beyond the limit.
      const statuses: number[] = [];
      for (let n = 0; n < 32; n++) statuses.push(await register(world.port, { token: 'x', from: '127.0.0.3' }));
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
      expect(await register(world.port, { token: 'x', from: '127.0.0.4' })).toBe(401);
      // A silent connection is answered 408 after a while; the fifth of one address is closed at once.
      const silent = () =>
        text(connect({ port: world.port, host: '127.0.0.1', localAddress: '127.0.0.4' })).catch(() => '');
      const responses = await Promise.all(Array.from({ length: 5 }, silent));
      expect(responses.map((response) => response.slice(0, 12)).toSorted()).toEqual([
        '',
        ...Array.from({ length: 4 }, () => 'HTTP/1.1 408'),
      ]);
    });
  });
}
