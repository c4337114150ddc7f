/** What administrators can look at: logs, names, usage, and an archive for support. */
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Installation } from './installation.js';
import type { Person } from './people.js';

let installation: Installation;

const zo = (person: Person, line: string) => installation.type(person, `kubectl zo ${line}`);

/** @param running returns the cluster, once it runs, with the computers ada, bob and cyd */
export function inspection(running: () => Installation): void {
  beforeAll(() => {
    installation = running();
  });

  describe('logs', () => {
    const said = (text: string) =>
      appendFileSync(installation.cluster.podLog, `2027-01-31T12:00:00.000000000Z stdout F ${text}\n`);

    it('PC-01 prints and follows the log of an agent, without control characters', async () => {
      await installation.add('ivy');
      said('listens');
      said('\u001b[31mred');
      expect(await zo('drainer', 'logs ivy')).toEqual({ code: 0, out: 'listens\n [31mred\n', err: '' });
      expect((await zo('drainer', 'logs ivy --tail 1')).out).toBe(' [31mred\n');
      const followed = zo('drainer', 'logs ivy -f | head -n 3');
      const timer = setInterval(() => said('goes on'), 200);
      expect(await followed.finally(() => clearInterval(timer))).toEqual({
        code: 0,
        out: 'listens\n [31mred\ngoes on\n',
        err: '',
      });
    });

    it('PC-01 fails without permission, without a pod, and with an invalid number', async () => {
      expect(await zo('zo-support', 'logs ivy')).toMatchObject({
        code: 77,
        out: '',
        err: expect.stringContaining('cannot get resource "pods/log"'),
      });
      await installation.add('jan', { operatingMode: 'Suspended' });
      expect(await zo('drainer', 'logs jan')).toMatchObject({
        code: 1,
        err: 'zo: jan is Suspended: it has no pod and no log\n',
      });
      expect((await zo('drainer', 'logs ivy --tail many')).err).toBe(
        'zo: --tail is a number of lines, and not "many"\n',
      );
    });
  });

  describe('names', () => {
    it('PC-01 dns lists what a user’s names resolve to, and which do not lead to the gateway', async () => {
      expect(await zo('zo-viewer', 'dns ada')).toMatchObject({
        code: 1,
        err: expect.stringContaining('the release in zo has no routes of the Gateway API'),
      });
      const names = await installation.routes({
        'zo.example.com': '203.0.113.7',
        'ada.zo-pages.example': '203.0.113.7',
        'bob.zo-pages.example': '198.51.100.1',
      });
      const rows = (out: string) =>
        out
          .trim()
          .split('\n')
          .map((line) => line.split(/ {2,}/));
      const ada = await zo('zo-viewer', `dns ada --server ${names}`);
      expect([ada.code, rows(ada.out)]).toEqual([
        0,
        [
          ['HOST', 'RESOLVES TO', 'GATEWAY', 'LEADS THERE'],
          ['zo.example.com', '203.0.113.7', '203.0.113.7', 'yes'],
          ['ada.zo-pages.example', '203.0.113.7', '203.0.113.7', 'yes'],
        ],
      ]);
      for (const [handle, found] of [
        ['bob', '198.51.100.1'],
        ['cyd', 'nothing'],
      ] as const) {
        const { code, out, err } = await zo('zo-viewer', `dns ${handle} --server ${names}`);
        expect([code, rows(out)[2], err]).toEqual([
          1,
          [`${handle}.zo-pages.example`, found, '203.0.113.7', 'NO'],
          `zo: ${handle}.zo-pages.example: not at the gateway\n`,
        ]);
      }
      expect((await zo('zo-viewer', 'dns ada --server name.server')).code).toBe(64);
    });
  });

  describe('top and bundle', () => {
    it('PC-01 top lists what computers use, and fails without metrics', async () => {
      expect(await zo('zo-viewer', 'top')).toEqual({
        code: 1,
        out: '',
        err: 'zo: nothing measures pods in this cluster (metrics-server is what usually does)\n',
      });
      await installation.measure({ bob: ['250m', '64Mi'], cyd: ['1', '1Gi'] });
      const { out } = await zo('zo-viewer', 'top');
      expect(
        out
          .trim()
          .split('\n')
          .map((line) => line.split(/ {2,}/)),
      ).toEqual([
        ['HANDLE', 'PLAN', 'CPU', 'MEMORY'],
        ['cyd', 'free', '1000m', '1024Mi'],
        ['bob', 'free', '250m', '64Mi'],
      ]);
    });

    it('PC-01 bundle is an archive that only its owner can read, without Secrets and settings, and lists what is missing', async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'zo-bundle-test-')), 'support.tar.gz');
      const { out, code } = await zo('zo-support', `bundle -f ${file}`);
      expect(code).toBe(0);
      expect(out).toMatch(/^left out: nodes: nodes is forbidden: User "zo-support"/m);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const content = async (name: string) =>
        (await installation.type('zo-support', `tar -xzOf ${file} ./${name}`)).out;
      expect(JSON.parse(await content('computers.json'))).toContainEqual(
        expect.objectContaining({ spec: expect.objectContaining({ handle: 'ada' }) }),
      );
      const { items } = JSON.parse(await content('pods-of-computers.json')) as {
        items: { spec: { containers: { env: { name: string; value?: string }[] }[] } }[];
      };
      const env = items.flatMap(({ spec }) => spec.containers.flatMap((container) => container.env));
      expect(env).toContainEqual({ name: 'ZO_HOME', value: 'left out' });
      expect(env.filter(({ value }) => value !== undefined && value !== 'left out')).toEqual([]);
      const secret = await installation.cluster.kubectl([
        'get',
        'secret',
        'ada-agent',
        '-n',
        'computers-00',
        '-o',
        'go-template={{.data.token | base64decode}}',
      ]);
      for (const name of ['computers', 'events', 'pods-of-computers', 'services', 'volumes', 'plans'])
        expect(await content(`${name}.json`)).not.toContain(secret);
      expect(await zo('zo-support', `bundle -f ${file}`)).toMatchObject({
        code: 1,
        err: `zo: ${file} is there already\n`,
      });
      rmSync(dirname(file), { recursive: true });
    });
  });
}
