/** Pods that end later than compute waits for them. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { spec } from '../../test/host.js';
import type { Computer } from '../operator/objects/resources.js';
import { eventHandlers } from './driver.conformance.js';
import type { KubernetesComputers, KubernetesComputersOptions } from './kubernetes.adapter.js';

interface Running {
  readonly cluster: Cluster;
  objectOf(id: string): Promise<Computer>;
  anotherProcess(more?: Partial<KubernetesComputersOptions>): Promise<KubernetesComputers>;
}

export function lateEndCases(running: () => Running): void {
  describe('a stop that timed out', () => {
    it('PC-01 a pod that ends after its stop had timed out is reported, and the computer can be started again', async () => {
      const { cluster, objectOf, anotherProcess } = running();
      const wanted = spec();
      const impatient = await anotherProcess({ stoppedMs: 3_000 });
      const stop = new AbortController();
      const ended: string[] = [];
      const following = impatient.follow(eventHandlers({ gone: ({ id }) => ended.push(id) }), stop.signal);
      try {
        await impatient.start(wanted);
        const { name, namespace } = (await objectOf(wanted.id)).metadata;
        const keep = (finalizers: string[] | null) =>
          cluster.kubectl([
            'patch',
            'pod',
            name,
            '-n',
            namespace!,
            '--type=merge',
            '-p',
            JSON.stringify({ metadata: { finalizers } }),
          ]);
        // As of a volume that is not unmounted.
        await keep(['zo.internal/kept']);
        await expect(impatient.stop(wanted.id)).rejects.toThrow();
        expect(ended).toEqual([]);
        await keep(null);
        await eventually(() => ended.length > 0);
        expect(ended).toEqual([wanted.id]);
        await impatient.start(wanted);
        await impatient.stop(wanted.id);
      } finally {
        stop.abort();
        await following;
        await impatient.close();
      }
    });
  });
}
