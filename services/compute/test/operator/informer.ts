/** The cache of objects that operators list and watch. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { connectKube } from '@zo/kube';
import { Informer } from '../../src/operator/run/informer.js';
import { type Computer } from '../../src/operator/objects/resources.js';
import { API, computerObject } from './cluster.js';
import { cluster } from './operators.js';

export function informer(): void {
  describe('informer', () => {
    it('PC-01 lists page by page, drops managed fields, and keeps unchanged objects as they are', async () => {
      const namespace = 'computers-09';
      const names = Array.from({ length: 5 }, (_, n) => `page-${n}`);
      await cluster.apply(...names.map((name) => computerObject(name, {}, namespace)));
      const kube = connectKube(cluster.kubeconfig());
      const pages: number[] = [];
      const watched = new Informer<Computer>(kube, {
        path: `/apis/${API}/namespaces/${namespace}/computers`,
        list: async (page) => {
          const kind = { group: 'compute.zo.internal', version: 'v1alpha1', plural: 'computers', namespace };
          const listed = (await kube.custom.listNamespacedCustomObject({ ...kind, ...page })) as { items: unknown[] };
          pages.push(listed.items.length);
          return listed;
        },
        onChange: () => undefined,
        relistMs: 500,
        pageSize: 2,
      });
      await watched.start();
      try {
        expect(
          watched
            .all()
            .map(({ metadata }) => metadata.name)
            .sort(),
        ).toEqual(names);
        expect(pages.slice(0, 3)).toEqual([2, 2, 1]);
        const known = watched.get('page-0', namespace);
        await eventually(() => pages.length >= 9);
        expect(watched.get('page-0', namespace)).toBe(known);
        await cluster.kubectl(['label', 'cmp', 'page-1', '-n', namespace, 'seen=yes']);
        await eventually(() => watched.get('page-1', namespace)?.metadata.labels?.['seen'] === 'yes');
        for (const { metadata } of watched.all()) expect(metadata).not.toHaveProperty('managedFields');
      } finally {
        watched.close();
      }
    });
  });

  describe('informer after failed lists', () => {
    /** Number of watches on events, which no other client of this cluster watches. */
    const watches = async () => {
      const text = await cluster.kubectl(['get', '--raw', '/metrics']);
      return [
        ...text.matchAll(/^apiserver_longrunning_requests\{[^}]*resource="events"[^}]*verb="WATCH"[^}]*\} (\d+)$/gm),
      ].reduce((sum, [, count]) => sum + Number(count), 0);
    };

    it('PC-01 keeps a single watch, even after lists failed several times', async () => {
      const kube = connectKube(cluster.kubeconfig());
      let lists = 0;
      const list = () => {
        lists++;
        return kube.core.listEventForAllNamespaces();
      };
      const events = new Informer<{ metadata: { name: string } }>(kube, {
        path: '/api/v1/events',
        list,
        onChange: () => undefined,
        relistMs: 500,
      });
      await events.start();
      await eventually(async () => (await watches()) > 0);
      await cluster.apiserver.kill();
      const before = lists;
      await eventually(() => lists > before + 12);
      await cluster.apiserver.restart();
      await cluster.ready();
      const after = lists;
      await eventually(() => lists > after + 12);
      // One, and for a moment the one that replaces it.
      await eventually(async () => [1, 2].includes(await watches()));
      events.close();
      await eventually(async () => (await watches()) === 0);
    });
  });

  // Last: the garbage collector learns of new kinds only every 30 s.
}
