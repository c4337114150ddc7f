/** Which pods the API server admits in the namespaces of computers. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import type { Computer, Plan } from '../../src/operator/objects/resources.js';
import { podWith, REFUSED } from './admission.js';
import { API, planObject } from './cluster.js';
import { computerOf, IMAGES } from './world.js';

/** @param running returns the cluster, once it runs */
export function podAdmission(running: () => Cluster): void {
  let cluster: Cluster;
  beforeAll(() => {
    cluster = running();
  });
  const create = (object: object, ...more: string[]) =>
    cluster.kubectl(['create', '-f', '-', ...more], { input: JSON.stringify(object) });
  const computer = computerOf({ operatingMode: 'Suspended' }, { name: 'c-1', finalizers: [] });
  const plan: Plan = { ...planObject, metadata: { name: 'free' } };

  it('S10 the operator’s pod is admitted; its image and containers cannot be changed afterwards', async () => {
    const { handle, userId, planRef } = computer.spec;
    const made = JSON.parse(
      await create(
        {
          apiVersion: API,
          kind: 'Computer',
          metadata: { name: 'c-1', namespace: 'computers-00' },
          spec: { handle, userId, planRef, operatingMode: 'Suspended' },
        },
        '-o',
        'json',
      ),
    ) as Computer;
    await create(
      podWith({ ...computer, metadata: { ...computer.metadata, uid: made.metadata.uid } }, plan, () => undefined),
    );
    const image = cluster.kubectl([
      'set',
      'image',
      'pod/c-1',
      '-n',
      'computers-00',
      'agent=registry.test/computer:latest',
    ]);
    await expect(image).rejects.toThrow('the image of a computer is named by digest');
    const debug = cluster.kubectl([
      'debug',
      'c-1',
      '-n',
      'computers-00',
      `--image=${IMAGES.Stable}`,
      '--profile=restricted',
      '--quiet',
    ]);
    await expect(debug).rejects.toThrow('no container is added to a computer that runs');
    await cluster.kubectl(['delete', 'pod', 'c-1', '-n', 'computers-00', '--force']);
  });

  it.each(REFUSED)('S10 a pod %s is refused', async (_, sentence, change) => {
    await expect(create(podWith(computer, plan, change), '--dry-run=server')).rejects.toThrow(sentence);
  });
}
