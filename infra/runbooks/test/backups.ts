/** Runbooks about backups and recovery. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { shardOf } from '@zo/compute/operator/shard';
import { MemoryCache } from '@zo/cache';
import { connectKube } from '@zo/kube';
import { KubernetesComputers } from '../../../services/compute/src/driver/kubernetes.adapter.js';
import { spec } from '../../../services/compute/test/host.js';
import { LocalAgent } from '../../../services/compute/test/operator/agents.js';
import { installation, agent, runbook, kubectl, setAgent } from './setup.js';

export function backups(): void {
  it('D16 restore to a new volume', async () => {
    const { run } = runbook('restore-to-a-new-volume');
    const variables = { HANDLE: 'eva', WHY: 'files are gone' };
    await installation.add('eva');
    const secret = Buffer.from(
      await kubectl('get', 'secret', 'eva-agent', '-n', 'computers-00', '-o', 'jsonpath={.data.token}'),
      'base64',
    ).toString();
    const agents = [setAgent(await LocalAgent.start(secret))];
    const letter = join('workspace', 'letter.md');
    try {
      writeFileSync(join(agent.home, letter), 'kept');
      const BACKUP = /^(eva-\w+) \(\d+ files and folders, /.exec(
        (await run('backup', 'zo-support', variables)).out,
      )![1]!;
      expect((await run('look', 'zo-support', variables)).out).toMatch(new RegExp(`^${BACKUP} +eva +Complete`, 'm'));
      rmSync(join(agent.home, letter));
      expect((await installation.type('zo-support', `kubectl zo restore eva --from ${BACKUP} --why x`)).err).toContain(
        'cannot create resource "computerrestores"',
      );
      expect((await installation.type('zo-operator', 'kubectl zo restore eva --from none --why x')).err).toContain(
        'eva has no backup "none"',
      );
      agents.push(setAgent(await LocalAgent.start(secret)));
      const restored = await run('restore', 'zo-operator', { ...variables, BACKUP });
      expect(restored).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringMatching(/^eva uses eva-home-[0-9a-f]{8}, as it was at [\s\S]*^eva-home stays/m),
      });
      expect(readFileSync(join(agent.home, letter), 'utf8')).toBe('kept');
      const volume = /uses (\S+),/.exec(restored.out)![1]!;
      expect((await run('verify', 'zo-operator', variables)).out).toMatch(
        new RegExp(`^${volume}\n[\\s\\S]*^phase: +Running$`, 'm'),
      );
      const used = () =>
        kubectl(
          'get',
          'pod',
          'eva',
          '-n',
          'computers-00',
          '-o',
          'jsonpath={.spec.volumes[?(@.name=="home")].persistentVolumeClaim.claimName}',
        );
      expect(await used()).toBe(volume);
      expect((await run('discard', 'admin', { ...variables, OLD: volume })).code).toBe(1);
      expect((await run('back', 'zo-operator', { ...variables, OLD: 'eva-home' })).code).toBe(0);
      expect(await used()).toBe('eva-home');
      expect((await run('discard', 'admin', { ...variables, OLD: volume })).code).toBe(0);
    } finally {
      for (const one of agents) await one.stop();
    }
  });

  it('D16 a restore keeps the computer from being woken before it uses the new volume', async () => {
    const kube = connectKube(await installation.cluster.accountKubeconfig('zo:zo-compute'));
    const compute = new KubernetesComputers({ kube, cache: new MemoryCache(), shardPrefix: 'computers', plan: 'free' });
    const person = spec({ handle: 'ivy' });
    await compute.start(person);
    const [namespace, name] = (
      await kubectl('get', 'cmp', '-A', '-o', `jsonpath={.items[?(@.spec.handle=="ivy")].metadata['namespace','name']}`)
    ).split(' ') as [string, string];
    const encoded = await kubectl('get', 'secret', `${name}-agent`, '-n', namespace, '-o', 'jsonpath={.data.token}');
    const secret = Buffer.from(encoded, 'base64').toString();
    const agents = [setAgent(await LocalAgent.start(secret))];
    const done = new AbortController();
    const refusals = new Set<string>();
    try {
      const { out } = await installation.type('zo-support', 'kubectl zo backup ivy --why x');
      const backup = /^(\S+) \(/.exec(out)![1]!;
      agents.push(setAgent(await LocalAgent.start(secret)));
      // As open browsers of its user do, again and again.
      const waking = (async () => {
        while (!done.signal.aborted) await compute.start(person).catch((error: Error) => refusals.add(error.message));
      })();
      const restored = await installation.type('zo-operator', `kubectl zo restore ivy --from ${backup} --why x`);
      done.abort();
      await waking;
      expect(restored).toMatchObject({ code: 0, err: '' });
      const used = `jsonpath={.spec.volumes[?(@.name=="home")].persistentVolumeClaim.claimName}`;
      expect(await kubectl('get', 'pod', name, '-n', namespace, '-o', used)).toBe(/uses (\S+),/.exec(restored.out)![1]);
      expect([...refusals].join()).toContain('Maintenance');
      expect(await kubectl('get', 'cmp', name, '-n', namespace, '-o', 'jsonpath={.spec.hold}')).toBe('');
    } finally {
      done.abort();
      await compute.close();
      for (const one of agents) await one.stop();
      // The agent of later pods is another one, and later tests look at all computers and volumes.
      await kubectl('delete', 'cmp,computerbackups,computerrestores,pvc', '--all', '-n', namespace, '--wait=false');
      await eventually(async () => (await kubectl('get', 'cmp,pvc', '-n', namespace, '-o', 'name')) === '');
    }
  });

  it('D16 back up everything', async () => {
    const { run } = runbook('back-up-everything');
    const folder = mkdtempSync(join(tmpdir(), 'zo-keys-'));
    const variables = { WHY: 'a new cluster', FILE: join(folder, 'keys.yaml') };
    expect((await run('everything', 'zo-operator', variables)).err).toContain(
      'the release has no object store (objects.endpoint)',
    );
    await installation.upgrade('--set=objects.endpoint=https://s3.test', '--set=objects.existingSecret=zo-objects');
    expect(await installation.type('zo-support', 'kubectl zo backup all --why x')).toMatchObject({
      code: 77,
      err: expect.stringMatching(/cronjobs/),
    });
    await kubectl('delete', 'cmp', '--all', '-n', 'computers-00', '--wait=true');
    await installation.add('flo');
    const secret = Buffer.from(
      await kubectl('get', 'secret', 'flo-agent', '-n', 'computers-00', '-o', 'jsonpath={.data.token}'),
      'base64',
    ).toString();
    setAgent(await LocalAgent.start(secret));
    try {
      const { code, out, err } = await run('everything', 'zo-operator', variables);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^flo: flo-\w+ \(\d+ files and folders/m);
      expect(out).toMatch(/^the rows of all services: Job zo-backup-\w+/m);
      expect(out).toContain('the keys (Secret zo-keys in zo) are in no backup');
      expect((await run('rows', 'zo-operator')).out).toMatch(/^zo-backup-\w+ +Complete/m);
      expect((await run('keys', 'admin', variables)).code).toBe(0);
      expect(statSync(variables.FILE).mode & 0o777).toBe(0o600);
      expect(readFileSync(variables.FILE, 'utf8')).toContain('internal-token.pem');
    } finally {
      await agent.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('D16 recover a lost cluster', async () => {
    const { run } = runbook('recover-a-lost-cluster');
    const folder = mkdtempSync(join(tmpdir(), 'zo-keys-'));
    const variables = { WHY: 'the cluster is lost', FILE: join(folder, 'keys.yaml') };
    writeFileSync(variables.FILE, await kubectl('get', 'secret', 'zo-keys', '-n', 'zo', '-o', 'yaml'));
    await kubectl('delete', 'secret', 'zo-keys', '-n', 'zo');
    await kubectl('delete', 'cmp', '--all', '-A', '--wait=true');
    const { userId } = (await installation.add('gus')).spec;
    const tokenOf = async (name: string, namespace: string) =>
      Buffer.from(
        await kubectl('get', 'secret', `${name}-agent`, '-n', namespace, '-o', 'jsonpath={.data.token}'),
        'base64',
      ).toString();
    setAgent(await LocalAgent.start(await tokenOf('gus', 'computers-00')));
    writeFileSync(join(agent.home, 'thoughts.md'), 'what I thought');
    expect(await installation.type('zo-operator', 'kubectl zo backup gus --why x')).toMatchObject({ code: 0 });
    await agent.stop();
    // Nothing of the cluster is left: neither computers nor backups nor volumes.
    await kubectl('delete', 'cmp,computerbackups,computerrestores,pvc', '--all', '-n', 'computers-00', '--wait=false');
    await eventually(async () => (await kubectl('get', 'cmp,pvc', '-A', '-o', 'name')) === '');
    const [id, nobody] = [crypto.randomUUID(), crypto.randomUUID()];
    const [name, namespace] = [`c-${id}`, shardOf('computers', userId)];
    // The agent of a pod that is played has to know its key before the pod is there.
    await kubectl(
      'create',
      'secret',
      'generic',
      `${name}-agent`,
      '-n',
      namespace,
      '--from-literal=token=a-key-of-32-bytes-for-this-one-agent',
    );
    setAgent(await LocalAgent.start(await tokenOf(name, namespace)));
    // What the Job says, whose container is played too; in-cluster.engines.spec.ts runs it.
    const lines = [`home ${id} ${userId} gus`, `home ${nobody} ${nobody} new`];
    const said = lines.map((line) => `${new Date().toISOString()} stdout F ${line}\n`);
    writeFileSync(installation.cluster.podLog, said.join(''));
    try {
      expect(await run('keys', 'admin', variables)).toMatchObject({ code: 0 });
      expect(await run('stop', 'admin', variables)).toMatchObject({ code: 0 });
      const { code, out, err } = await run('everything', 'admin', variables);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^the rows of all services are back: Job zo-backup-\w+$/m);
      expect(out).toMatch(/^gus: as it was at 20\S+ \(\d+ files and folders/m);
      expect(out).toContain('new: there is no home of this user in the object store');
      expect(out).toContain('2 of 2 computers are as they were');
      expect(readFileSync(join(agent.home, 'thoughts.md'), 'utf8')).toBe('what I thought');
      // Typed again, nothing is done twice.
      expect((await run('homes', 'admin', variables)).out).toContain('gus: has a volume already');
      expect((await run('start', 'admin', variables)).code).toBe(0);
      expect((await run('look', 'admin')).out).toMatch(new RegExp(`${name} .*Suspended`));
      expect(await installation.type('zo-operator', 'kubectl zo wake gus --why x')).toMatchObject({ code: 0 });
      expect(
        await kubectl(
          'get',
          'pod',
          name,
          '-n',
          namespace,
          '-o',
          'jsonpath={.spec.volumes[*].persistentVolumeClaim.claimName}',
        ),
      ).toBe(await kubectl('get', 'cmp', name, '-n', namespace, '-o', 'jsonpath={.spec.storage.volume}'));
    } finally {
      writeFileSync(installation.cluster.podLog, '');
      await agent.stop();
      rmSync(folder, { recursive: true });
    }
  });
}
