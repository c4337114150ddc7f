/** Runbooks about computers. */
import { expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { installation, runbook, kubectl, phase } from './setup.js';

export function computers(): void {
  it('PC-01 suspend a person', async () => {
    const { run } = runbook('suspend-a-user');
    const variables = { HANDLE: 'ada', REASON: 'Abuse', WHY: 'case 17' };
    await installation.add('ada');
    expect((await run('look', 'zo-support', variables)).out).toMatch(/^hold: +-$/m);
    expect(await run('hold', 'zo-support', variables)).toMatchObject({ code: 0, out: 'ada is held (Abuse)\n' });
    expect((await run('list', 'zo-support')).out).toMatch(/^ada .*Abuse/m);
    expect((await run('lift', 'zo-support', variables)).code).toBe(0);
    await installation.becomes('ada', 'Running');
  });

  it('PC-01 stuck in Suspending', async () => {
    const { run } = runbook('stuck-suspending');
    await installation.add('bob');
    installation.cluster.kubelets.signal('SIGSTOP');
    try {
      expect((await installation.type('zo-support', 'kubectl zo suspend bob --why x --wait 1s')).err).toMatch(
        /is wanted Suspended but is Suspending/,
      );
      expect((await run('look', 'zo-operator', { HANDLE: 'bob' })).out).toMatch(
        /^phase: +Suspending$[\s\S]*^node node-\d, to end since 20/m,
      );
      expect((await run('node', 'zo-operator', { HANDLE: 'bob' })).out).toMatch(/^node-\d +Ready/m);
      const forced = await run('force', 'zo-operator', { HANDLE: 'bob' });
      expect([forced.code, forced.out]).toEqual([0, expect.stringContaining('condition met')]);
    } finally {
      installation.cluster.kubelets.signal('SIGCONT');
    }
    expect(await phase('bob')).toBe('Suspended');
  });

  it('PC-01 a lost node', async () => {
    const { run } = runbook('lost-node');
    const NODE = (await installation.add('cyd')).status!.nodeName!;
    const condition = { type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' };
    installation.cluster.kubelets.signal('SIGSTOP');
    try {
      await kubectl(
        'patch',
        'node',
        NODE,
        '--subresource=status',
        '-p',
        JSON.stringify({ status: { conditions: [condition] } }),
      );
      expect((await run('look', 'admin', { NODE })).out).toMatch(/NotReady[\s\S]*^cyd Running$/m);
      expect((await run('out-of-service', 'admin', { NODE })).code).toBe(0);
      await eventually(
        async () =>
          !['', NODE].includes(
            await kubectl('get', 'pod', 'cyd', '-n', 'computers-00', '-o', 'jsonpath={.spec.nodeName}'),
          ),
      );
    } finally {
      installation.cluster.kubelets.signal('SIGCONT');
    }
    await installation.becomes('cyd', 'Running');
    const { out } = await run('verify', 'admin', { NODE });
    expect(out).toMatch(/^HANDLE/);
    expect((await run('return', 'admin', { NODE })).code).toBe(0);
  });

  it('PC-01 a full disk', async () => {
    const { run } = runbook('full-disk');
    const variables = { HANDLE: 'dan', SIZE: '2Gi' };
    await installation.add('dan');
    expect((await run('look', 'zo-operator', variables)).out).toMatch(/^volume: +Bound 1Gi$/m);
    expect((await run('class', 'admin', variables)).out).toBe('true\n');
    expect(await run('grow', 'zo-operator', variables)).toMatchObject({ code: 0, err: '' });
    expect((await run('grow', 'zo-operator', { ...variables, SIZE: '1Gi' })).err).toContain(
      'a volume can grow, not shrink',
    );
  });
}
