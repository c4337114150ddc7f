/** Changes of computers by administrators: holds, suspending, waking and draining, each recorded and audited. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryCache } from '@zo/cache';
import { eventually } from '@zo/testing';
import { connectKube } from '@zo/kube';
import { KubernetesComputers } from '../../../../services/compute/src/driver/kubernetes.adapter.js';
import { spec } from '../../../../services/compute/test/host.js';
import type { Installation } from './installation.js';
import type { Person } from './people.js';

let installation: Installation;

const zo = (person: Person, line: string) => installation.type(person, `kubectl zo ${line}`);
/** The events that the plugin recorded on a computer. */
async function recorded(handle: string): Promise<string[]> {
  const text = await installation.cluster.kubectl([
    'get',
    'events',
    '-n',
    'computers-00',
    `--field-selector=involvedObject.kind=Computer,involvedObject.name=${handle},source=kubectl-zo`,
    '-o',
    'jsonpath={range .items[*]}{.reason} {.message}{"\\n"}{end}',
  ]);
  return text.trim().split('\n').filter(Boolean).sort();
}
/** The changes that compute was told to audit, once all have been taken. */
async function audited(handle: string): Promise<string[][]> {
  const { userId, change } = (await installation.computer(handle)).spec;
  if (change && !installation.audited.refuses)
    await eventually(async () => !(await installation.computer(handle)).spec.change);
  return installation.audited
    .filter((told) => told.userId === userId)
    .map(({ by, why, hold, mode }) => [by, why, hold, mode]);
}
const patch = (user: string, handle: string, body: object) =>
  installation.cluster.kubectl(
    ['patch', 'cmp', handle, '-n', 'computers-00', '--type=merge', '-p', JSON.stringify({ spec: body })],
    { user },
  );

/** @param running returns the cluster, once it runs, with the computers ada, bob and cyd */
export function changes(running: () => Installation): void {
  beforeAll(() => {
    installation = running();
  });

  describe('hold, suspend and wake', () => {
    it('PC-01 a hold ends the pod and prevents waking until it is lifted; who and why are recorded', async () => {
      expect(await zo('zo-support', 'hold bob --reason Abuse --why "mines coins, case 17"')).toEqual({
        code: 0,
        out: 'bob is held (Abuse)\n',
        err: '',
      });
      expect((await installation.computer('bob')).spec.hold).toEqual({ reason: 'Abuse', by: 'zo-support' });
      expect((await zo('zo-viewer', 'ls --held')).out).toMatch(/^bob +free +Running +Held +False +- +Abuse/m);
      expect((await zo('zo-viewer', 'show bob')).out).toMatch(/^hold: +Abuse, by zo-support$/m);
      expect(await zo('zo-support', 'wake bob --why "asked to"')).toEqual({
        code: 1,
        out: '',
        err: 'zo: bob is held (Abuse), and a held computer cannot be woken\n',
      });
      expect((await zo('zo-support', 'unhold bob --why "case 17 is closed"')).out).toBe(
        'bob is not held any more, and is wanted Running\n',
      );
      await installation.becomes('bob', 'Running');
      expect(await recorded('bob')).toEqual([
        'Held zo-support holds it (Abuse): mines coins, case 17',
        'Unheld zo-support lifts the hold (Abuse): case 17 is closed',
      ]);
      expect((await zo('zo-viewer', 'show bob')).out).toContain('zo-support lifts the hold (Abuse): case 17 is closed');
      expect(await audited('bob')).toEqual([
        ['zo-support', 'mines coins, case 17', 'Abuse', 'Running'],
        ['zo-support', 'case 17 is closed', 'none', 'Running'],
      ]);
    });

    it('PC-01 a hold may have an end, and a new hold without one has none', async () => {
      expect((await zo('zo-support', 'hold bob --reason Maintenance --until 2h --why "a disk is changed"')).code).toBe(
        0,
      );
      expect(Date.parse((await installation.computer('bob')).spec.hold!.until!) - Date.now()).toBeGreaterThan(
        7_000_000,
      );
      expect((await zo('zo-support', 'wake bob --why "asked to"')).err).toContain('bob is held (Maintenance until ');
      expect((await zo('zo-support', 'hold bob --reason Billing --why "not paid"')).code).toBe(0);
      expect((await installation.computer('bob')).spec.hold).toEqual({ reason: 'Billing', by: 'zo-support' });
      expect((await zo('zo-support', 'unhold bob --why "paid"')).code).toBe(0);
      expect((await zo('zo-support', 'unhold bob --why "paid"')).out).toBe('bob is not held\n');
      await installation.becomes('bob', 'Running');
    });

    it('S14 a change that is not audited yet blocks the next one, and is audited as soon as possible', async () => {
      const before = (await audited('bob')).length;
      installation.audited.refuses = true;
      expect((await zo('zo-support', 'hold bob --reason Request --why "on holiday"')).code).toBe(0);
      const late = zo('zo-support', 'unhold bob --why "is back"');
      const byHand = patch('zo-operator', 'bob', { hold: null, change: { by: 'zo-operator', why: 'hurry' } });
      await expect(byHand).rejects.toThrow('the change before this one is not written down yet');
      await expect(patch('zo-operator', 'bob', { change: null })).rejects.toThrow(
        'a change that is not written down yet is not taken back',
      );
      expect((await audited('bob')).length).toBe(before);
      installation.audited.refuses = false;
      expect((await late).code).toBe(0);
      expect((await audited('bob')).slice(before)).toEqual([
        ['zo-support', 'on holiday', 'Request', 'Running'],
        ['zo-support', 'is back', 'none', 'Running'],
      ]);
      await installation.becomes('bob', 'Running');
    });

    it('PC-01 a suspended computer sleeps, and a woken one is ready', async () => {
      expect(await zo('zo-support', 'suspend ada --why "runs away"')).toEqual({
        code: 0,
        out: 'ada is suspended\n',
        err: '',
      });
      expect((await installation.computer('ada')).status!.phase).toBe('Suspended');
      expect((await zo('zo-support', 'suspend ada --why "again"')).out).toBe('ada is suspended\n');
      expect(await zo('zo-support', 'wake ada --why "fixed"')).toEqual({ code: 0, out: 'ada is ready\n', err: '' });
      expect(await recorded('ada')).toEqual([
        'SuspendAsked zo-support suspends it: runs away',
        'WakeAsked zo-support wakes it: fixed',
      ]);
    });

    it('PC-01 a wake that times out fails with the reason', async () => {
      await installation.cluster.kubectl([
        'patch',
        'cmp',
        'cyd',
        '-n',
        'computers-00',
        '--type=merge',
        '-p',
        '{"spec":{"operatingMode":"Suspended","planRef":{"name":"none"}}}',
      ]);
      await installation.becomes('cyd', 'Suspended');
      expect(await zo('zo-support', 'wake cyd --why "try" --wait 2s')).toEqual({
        code: 1,
        out: '',
        err: 'zo: cyd is wanted Running but is Failed (PlanNotFound)\n',
      });
      await installation.cluster.kubectl([
        'patch',
        'cmp',
        'cyd',
        '-n',
        'computers-00',
        '--type=merge',
        '-p',
        '{"spec":{"planRef":{"name":"free"}}}',
      ]);
      await installation.becomes('cyd', 'Running');
    });

    it('PC-01 a viewer is refused by the server, and nothing is changed or recorded', async () => {
      const before = (await installation.computer('cyd')).spec;
      for (const line of ['hold cyd --reason Abuse', 'suspend cyd']) {
        const ran = await zo('zo-viewer', `${line} --why "curious"`);
        expect(ran).toMatchObject({ code: 77, out: '' });
        expect(ran.err).toMatch(
          /^zo: computers\.compute\.zo\.internal "cyd" is forbidden: User "zo-viewer" cannot patch resource [^\n]+\n$/,
        );
      }
      expect((await installation.computer('cyd')).spec).toEqual(before);
      expect(await recorded('cyd')).toEqual(['WakeAsked zo-support wakes it: try']);
    });

    it('PC-01 compute can still suspend and wake a computer that was suspended by hand', async () => {
      const kube = connectKube(await installation.cluster.accountKubeconfig('zo:zo-compute'));
      const compute = new KubernetesComputers({
        kube,
        cache: new MemoryCache(),
        shardPrefix: 'computers',
        plan: 'free',
      });
      const person = spec({ handle: 'dan' });
      const phase = async () =>
        (
          JSON.parse((await zo('zo-viewer', 'ls -o json')).out) as {
            items: { spec: { handle: string }; status?: { phase: string } }[];
          }
        ).items.find(({ spec }) => spec.handle === 'dan')?.status?.phase;
      try {
        await compute.start(person);
        expect((await zo('zo-support', 'suspend dan --why "a drill"')).code).toBe(0);
        await compute.start(person);
        await compute.stop(person.id);
        expect((await zo('zo-support', 'wake dan --why "a drill"')).code).toBe(0);
        await compute.stop(person.id);
        await eventually(async () => (await phase()) === 'Suspended');
      } finally {
        await compute.close();
      }
    });
  });

  describe('draining a node', () => {
    const away = 900_000;
    /** Writes activity to the status, in place of the operator. */
    const activity = (handle: string, status: object) =>
      installation.cluster.kubectl([
        'patch',
        'cmp',
        handle,
        '-n',
        'computers-00',
        '--subresource=status',
        '--type=merge',
        '-p',
        JSON.stringify({ status }),
      ]);

    it('PC-01 does nothing without permission to cordon', async () => {
      const { code, err } = await zo('zo-operator', 'drain node-0 --why "a new disk"');
      expect(code).toBe(77);
      expect(err).toMatch(/^zo: nodes "node-0" is forbidden: User "zo-operator" cannot patch resource "nodes"/);
      expect((await zo('drainer', 'drain node-9 --why "a new disk"')).err).toBe('zo: nodes "node-9" not found\n');
    });

    it('PC-01 suspends idle computers at once, busy and unknown ones at the deadline; woken ones start on another node', async () => {
      await installation.cluster.kubectl(['cordon', 'node-1']);
      await Promise.all(['eve', 'fay', 'gus'].map((handle) => installation.add(handle)));
      await installation.cluster.kubectl(['uncordon', 'node-1']);
      await activity('eve', { lastActivityTime: new Date(Date.now() - away).toISOString() });
      await activity('fay', {
        lastActivityTime: new Date(Date.now() - away).toISOString(),
        busyReason: 'a build runs',
      });
      const { out, code } = await zo('drainer', 'drain node-0 --why "a new disk" --deadline 4s');
      expect(code).toBe(0);
      expect(out).toMatch(/^node-0 is cordoned$/m);
      expect(out).toMatch(/^eve is suspended: it was idle$/m);
      expect(out).toMatch(/^fay is busy \(a build runs\): it has until /m);
      expect(out).toMatch(/^gus may be in use: it has until /m);
      for (const handle of ['fay', 'gus'])
        expect(out).toMatch(new RegExp(`^${handle} is suspended: the deadline has come$`, 'm'));
      expect(out).toMatch(/\nno computer runs on node-0\n$/);
      expect(await recorded('fay')).toEqual(['Drained drainer suspends it (deadline) to drain node-0: a new disk']);
      expect((await zo('zo-support', 'wake fay --why "asked to"')).code).toBe(0);
      expect((await installation.computer('fay')).status!.nodeName).toBe('node-1');
      expect((await zo('drainer', 'drain node-0 --why "again"')).out).toBe(
        'node-0 is cordoned already\nno computer runs on node-0\n',
      );
      await installation.cluster.kubectl(['uncordon', 'node-0']);
    });
  });
}
