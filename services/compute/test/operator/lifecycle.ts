/** What the operator makes of a computer object, from the pod to its removal. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { IMAGES } from './world.js';
import { claimName } from '../../src/operator/objects/resources.js';
import { computerIn, computerObject, namesOf, planObject } from './cluster.js';
import { cluster, operator, patch, becomes, pods, conditionIn, quotaOf, eventsOf, claims } from './operators.js';

export function lifecycle(): void {
  describe('operator on a real control plane', () => {
    it('PC-01 a computer has a pod, volume and secret; suspending deletes the pod, waking reuses the volume', async () => {
      await operator();
      const begun = performance.now();
      await cluster.apply(computerObject('ada', { operatingMode: 'Running' }));
      await becomes('ada', 'Running');
      console.log(`computer running ${Math.round(performance.now() - begun)} ms after it was asked for`);
      const running = (await computerIn(cluster, 'ada'))!;
      expect(running.metadata.finalizers).toEqual(['compute.zo.internal/volume']);
      expect(running.status).toMatchObject({
        observedGeneration: 1,
        podName: 'ada',
        podIP: expect.stringMatching(/^[\d.]+$/),
        nodeName: expect.stringMatching(/^node-/),
        image: IMAGES.Stable,
        storage: { capacity: '1Gi' },
      });
      expect(Object.fromEntries(running.status!.conditions!.map(({ type, status }) => [type, status]))).toEqual({
        Ready: 'True',
        StorageReady: 'True',
        Suspended: 'False',
        PodCreated: 'True',
        QuotaOK: 'True',
        UpdatePending: 'False',
      });
      await cluster.kubectl(['wait', '--for=condition=Ready', 'cmp/ada', '-n', 'computers-00', '--timeout=5s']);
      expect(await namesOf(cluster, 'secrets')).toContain('ada-agent');
      const secret = await cluster.kubectl([
        'get',
        'secret',
        'ada-agent',
        '-n',
        'computers-00',
        '-o',
        'jsonpath={.data.token}',
      ]);
      const volume = await cluster.kubectl([
        'get',
        'pvc',
        claimName('ada'),
        '-n',
        'computers-00',
        '-o',
        'jsonpath={.metadata.uid} {.spec.accessModes[0]}',
      ]);
      expect(volume).toMatch(/ ReadWriteOncePod$/);
      await patch('ada', { operatingMode: 'Suspended' });
      await becomes('ada', 'Suspended');
      expect(await pods()).not.toContain('ada');
      await patch('ada', { operatingMode: 'Running' });
      await becomes('ada', 'Running');
      const again = (await computerIn(cluster, 'ada'))!;
      expect(again.status!.podUID).not.toBe(running.status!.podUID);
      expect(
        await cluster.kubectl([
          'get',
          'pvc',
          claimName('ada'),
          '-n',
          'computers-00',
          '-o',
          'jsonpath={.metadata.uid} {.spec.accessModes[0]}',
        ]),
      ).toBe(volume);
      expect(
        await cluster.kubectl(['get', 'secret', 'ada-agent', '-n', 'computers-00', '-o', 'jsonpath={.data.token}']),
      ).toBe(secret);
    });

    it('PC-01 a hold overrides running and, when it ends, running resumes; the status says why', async () => {
      await operator();
      await cluster.apply(computerObject('bob', { operatingMode: 'Running' }));
      await becomes('bob', 'Running');
      await patch('bob', { hold: { reason: 'Abuse', by: 'ops@example.org' } });
      await becomes('bob', 'Held');
      expect(await pods()).not.toContain('bob');
      expect(
        (await computerIn(cluster, 'bob'))!.status!.conditions!.find(({ type }) => type === 'Ready'),
      ).toMatchObject({
        status: 'False',
        reason: 'Held',
        message: 'Abuse',
      });
      await patch('bob', { hold: { until: new Date(Date.now() + 3_000).toISOString() } });
      await becomes('bob', 'Running');
      await patch('bob', { hold: null });
    });

    it('PC-01 a pod that ended is recorded, deleted and recreated after a wait; one deleted by hand at once', async () => {
      await operator();
      await cluster.apply(computerObject('eve', { operatingMode: 'Running' }));
      await becomes('eve', 'Running');
      const uid = (await computerIn(cluster, 'eve'))!.status!.podUID;
      await cluster.kubectl(['delete', 'pod', 'eve', '-n', 'computers-00', '--wait=false']);
      await eventually(async () => {
        const { status } = (await computerIn(cluster, 'eve'))!;
        return status!.phase === 'Running' && status!.podUID !== uid && !status!.failures;
      });
      const { podUID } = (await computerIn(cluster, 'eve'))!.status!;
      await cluster.kubectl([
        'patch',
        'pod',
        'eve',
        '-n',
        'computers-00',
        '--subresource=status',
        '--type=merge',
        '-p',
        '{"status":{"phase":"Failed","reason":"Evicted"}}',
      ]);
      await eventually(async () => (await computerIn(cluster, 'eve'))!.status!.failures !== undefined);
      expect((await computerIn(cluster, 'eve'))!.status!.failures).toMatchObject({
        count: 1,
        podUID,
        reason: 'Evicted',
      });
      const ended = performance.now();
      await becomes('eve', 'Running');
      expect(performance.now() - ended).toBeGreaterThan(5_000);
    });

    it('PC-01 without its plan a computer waits and reports it; it starts once the plan exists', async () => {
      await operator();
      await cluster.apply(computerObject('fay', { operatingMode: 'Running', planRef: { name: 'pro' } }));
      await becomes('fay', 'Failed');
      expect(
        (await computerIn(cluster, 'fay'))!.status!.conditions!.find(({ type }) => type === 'QuotaOK'),
      ).toMatchObject({ status: 'False', reason: 'PlanNotFound' });
      await cluster.apply({ ...planObject, metadata: { name: 'pro' } });
      await becomes('fay', 'Running');
    });

    it('PC-01 a pod refused by the quota is reported in the status and as an event; it starts once the quota is raised', async () => {
      await operator();
      const namespace = 'computers-07';
      const hard = (pods: string) => ({
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'most', namespace },
        spec: { hard: { pods } },
      });
      await cluster.apply(hard('0'));
      await eventually(async () => (await quotaOf(namespace)) === '0');
      await cluster.apply(computerObject('hal', { operatingMode: 'Running' }, namespace));
      const exceeded = {
        status: 'False',
        reason: 'QuotaExceeded',
        message: expect.stringContaining('exceeded quota: most'),
      };
      await eventually(async () => (await conditionIn('hal', 'PodCreated', namespace))?.reason === 'QuotaExceeded');
      for (const type of ['PodCreated', 'QuotaOK', 'Ready'])
        expect(await conditionIn('hal', type, namespace)).toMatchObject(exceeded);
      await eventually(async () => (await eventsOf('hal', namespace)).some(({ reason }) => reason === 'QuotaExceeded'));
      expect((await eventsOf('hal', namespace)).find(({ reason }) => reason === 'QuotaExceeded')).toMatchObject({
        type: 'Warning',
        message: exceeded.message,
      });
      await cluster.apply(hard('5'));
      await eventually(async () => (await computerIn(cluster, 'hal', namespace))?.status?.phase === 'Running');
      for (const type of ['PodCreated', 'QuotaOK', 'Ready'])
        expect(await conditionIn('hal', type, namespace)).toMatchObject({ status: 'True' });
      await eventually(async () => (await eventsOf('hal', namespace)).some(({ reason }) => reason === 'AgentListens'));
    });

    it('PC-01 a pod refused by admission is reported with the message of the policy', async () => {
      await operator();
      await cluster.apply(
        {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingAdmissionPolicy',
          metadata: { name: 'no-ivy' },
          spec: {
            matchConstraints: {
              resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
            },
            validations: [{ expression: "object.metadata.name != 'ivy'", message: 'ivy is not admitted' }],
          },
        },
        {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingAdmissionPolicyBinding',
          metadata: { name: 'no-ivy' },
          spec: { policyName: 'no-ivy', validationActions: ['Deny'] },
        },
      );
      const probe = ['run', 'ivy', '--image=registry.test/ivy', '-n', 'default', '--dry-run=server'];
      await eventually(async () =>
        cluster.kubectl(probe).then(
          () => false,
          (error: Error) => error.message.includes('ivy is not admitted'),
        ),
      );
      await cluster.apply(computerObject('ivy', { operatingMode: 'Running' }));
      await eventually(async () => (await conditionIn('ivy', 'PodCreated'))?.reason === 'PodRefused');
      expect(await conditionIn('ivy', 'Ready')).toMatchObject({
        status: 'False',
        reason: 'PodRefused',
        message: expect.stringContaining('ivy is not admitted'),
      });
      expect(await conditionIn('ivy', 'QuotaOK')).toMatchObject({ status: 'True' });
      await patch('ivy', { operatingMode: 'Suspended' });
      await becomes('ivy', 'Suspended');
      expect(await conditionIn('ivy', 'PodCreated')).toMatchObject({ status: 'False', reason: 'NoPod' });
    });

    it('PC-01 a computer whose volume cannot grow starts all the same; the volume grows once it can', async () => {
      await operator();
      const classes = await namesOf(cluster, 'storageclasses');
      const allowed = (allowVolumeExpansion: boolean) =>
        cluster.kubectl([
          'patch',
          'storageclass',
          ...classes,
          '--type=merge',
          '-p',
          JSON.stringify({ allowVolumeExpansion }),
        ]);
      await cluster.apply(computerObject('gil', { operatingMode: 'Running' }));
      await becomes('gil', 'Running');
      await patch('gil', { operatingMode: 'Suspended' });
      await becomes('gil', 'Suspended');
      await allowed(false);
      await patch('gil', { operatingMode: 'Running', storage: { size: '2Gi' } });
      await becomes('gil', 'Running');
      const asked = () =>
        cluster.kubectl([
          'get',
          'pvc',
          claimName('gil'),
          '-n',
          'computers-00',
          '-o',
          'jsonpath={.spec.resources.requests.storage}',
        ]);
      expect(await asked()).toBe('1Gi');
      await allowed(true);
      await eventually(async () => (await asked()) === '2Gi');
    });
  });

  describe('removal of a computer', () => {
    it('PC-01 removal deletes the pod first, the volume only if wanted, and the object last', async () => {
      await operator();
      await cluster.apply(
        computerObject('cyd', { operatingMode: 'Running' }),
        computerObject('dan', { operatingMode: 'Running', storage: { onDelete: 'Delete' } }),
      );
      await Promise.all([becomes('cyd', 'Running'), becomes('dan', 'Running')]);
      await cluster.kubectl(['delete', 'cmp', 'cyd', 'dan', '-n', 'computers-00', '--timeout=30s']);
      expect((await pods()).filter((name) => name === 'cyd' || name === 'dan')).toEqual([]);
      expect((await claims()).filter((name) => /^(cyd|dan)-/.test(name))).toEqual([claimName('cyd')]);
      await eventually(async () => !(await namesOf(cluster, 'secrets')).includes('cyd-agent'));
      // Created again, it finds its volume; another user with this name does not get it.
      await cluster.apply(
        computerObject('cyd', { operatingMode: 'Running', userId: '11111111-1111-4111-8111-111111111111' }),
      );
      await becomes('cyd', 'Failed');
      expect(
        (await computerIn(cluster, 'cyd'))!.status!.conditions!.find(({ type }) => type === 'StorageReady')!.reason,
      ).toBe('VolumeOfAnother');
      expect(await pods()).not.toContain('cyd');
    });
  });

  // Last: schedulers and controllers take their time to reconnect to an API server that was gone.
}
