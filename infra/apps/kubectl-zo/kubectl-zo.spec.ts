/** The plugin without a reachable cluster. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPlugin } from './build.mjs';

let plugin: string;
let home: string;
beforeAll(async () => {
  plugin = join(await buildPlugin(), 'kubectl-zo');
  home = mkdtempSync(join(tmpdir(), 'zo-home-'));
  const cluster = { name: 'c', cluster: { server: 'https://127.0.0.1:2' } };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [cluster],
    users: [{ name: 'u', user: { token: 'x' } }],
    contexts: [{ name: 'away', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'away',
  };
  writeFileSync(join(home, 'away'), JSON.stringify(config));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const zo = (line: string, more: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [plugin, ...line.split(' ')], {
    env: { PATH: process.env['PATH'], HOME: home, ...more },
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
};

describe('kubectl zo without a cluster', () => {
  it('PC-01 reports that there is no kubeconfig, and how to name one', () => {
    expect(zo('ls')).toEqual({
      code: 1,
      out: '',
      err: 'zo: there is no kubeconfig: set KUBECONFIG, or name one with --kubeconfig FILE\n',
    });
  });

  it.each(['ls', 'outbox', 'drain node-1 --why x'])(
    'PC-01 %s reports in one sentence that the API server is unreachable',
    (line) => {
      const { code, out, err } = zo(line, { KUBECONFIG: join(home, 'away') });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^zo: the API server cannot be reached: .*127\.0\.0\.1:2\n$/);
    },
  );
});
