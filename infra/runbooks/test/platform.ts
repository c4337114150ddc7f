/** Runbooks about keys, engines and releases. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { verifyAudit } from '@zo/audit';
import { eventually } from '@zo/testing';
import { Person } from '../../testing/product/product.js';
import { installation, services, kafka, postgres, runbook, kubectl, row } from './setup.js';

/** The public keys in a file of PEM blocks, private ones included. */
const keysIn = (file: string) =>
  file.split(/^(?=-----BEGIN )/m).map((pem) => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString());

export function platform(): void {
  it('S10 rotate the token keys: first everybody knows the new one, then it signs, then the old one is forgotten, each step rolled out to all', async () => {
    const { run } = runbook('rotate-token-keys');
    const file = async () =>
      Buffer.from(
        await kubectl('get', 'secret', 'zo-keys', '-n', 'zo', '-o', 'jsonpath={.data.internal-token\\.pem}'),
        'base64',
      ).toString();
    const revision = '{{index .metadata.annotations "deployment.kubernetes.io/revision"}}';
    const each = `{{if $i}},{{end}}"{{.metadata.name}}":${revision}`;
    const template = `go-template={{range $i, $d := .items}}${each}{{end}}`;
    const rollouts = async () =>
      JSON.parse(`{${await kubectl('get', 'deployments', '-n', 'zo', '-o', template)}}`) as Record<string, number>;
    const old = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await kubectl(
      'create',
      'secret',
      'generic',
      'zo-keys',
      '-n',
      'zo',
      `--from-literal=internal-token.pem=${old}`,
      '--from-literal=claim-token=stays',
    );
    const before = await rollouts();
    const files = [await file()];
    const over = new AbortController();
    const rotation = run('rotate', 'admin').finally(() => over.abort());
    while (!over.signal.aborted) {
      const now = await file();
      if (now !== files.at(-1)) files.push(now);
    }
    expect(await rotation).toMatchObject({ code: 0, err: '' });
    const known = [...new Set(files.flatMap(keysIn))];
    expect(files.map((text) => keysIn(text).map((key) => known.indexOf(key)))).toEqual([[0], [0, 1], [1, 0], [1]]);
    const restarts = Object.entries(await rollouts()).map(([name, revision]) => [name, revision - before[name]!]);
    expect(restarts).toEqual(Object.keys(before).map((name) => [name, name === 'zo-compute-operator' ? 0 : 3]));
    expect(await kubectl('get', 'secret', 'zo-keys', '-n', 'zo', '-o', 'jsonpath={.data.claim-token}')).toBe(
      Buffer.from('stays').toString('base64'),
    );
  });

  it('PC-01 Kafka lags', async () => {
    const { run } = runbook('kafka-lag');
    await services.lead();
    const waiting = async (...begin: string[]) =>
      row((await run('look', 'zo-operator')).out, 'accounts', 'accounts.events.v1', ...begin)?.[3];
    await eventually(async () => (await waiting('compute')) === '0' && (await waiting('(brokers)')) === '0');
    kafka.nodes[0]!.signal('SIGSTOP');
    await services.publish('late');
    expect(await waiting('(brokers)')).toBe('1');
    expect((await run('brokers', 'zo-operator')).code).toBe(0);
    kafka.nodes[0]!.signal('SIGCONT');
    await eventually(async () => (await waiting('(brokers)')) === '0');
    const free = Promise.withResolvers<void>();
    services.compute.isFree = free.promise;
    await services.publish('slow');
    await eventually(async () => (await waiting('(brokers)')) === '0');
    await eventually(async () => (await waiting('compute')) === '1');
    expect((await run('group', 'zo-operator', { GROUP: 'compute' })).out).toMatch(
      /^zo-compute[\s\S]*nothing is parked$/m,
    );
    expect((await run('scale', 'zo-operator', { GROUP: 'compute' })).code).toBe(0);
    expect(await kubectl('get', 'deployment', 'zo-compute', '-n', 'zo', '-o', 'jsonpath={.spec.replicas}')).toBe('4');
    free.resolve();
    await eventually(async () => (await waiting('compute')) === '0');
    expect(services.compute.applied).toEqual(['late', 'slow']);
  });

  it('PC-01 a poison message', async () => {
    const { run } = runbook('poison-message');
    await services.lead();
    const parked = async (key: string) =>
      (await run('look', 'zo-operator')).out
        .split('\n')
        .map((line) => line.split(/ {2,}/))
        .find((cells) => cells[4] === key);
    services.compute.fails = true;
    for (const key of ['sick', 'hopeless']) await services.publish(key);
    await eventually(async () => (await parked('hopeless')) && (await parked('sick')));
    const [TOPIC, PARTITION, OFFSET] = (await parked('hopeless'))![3]!.split('/') as [string, string, string];
    expect(await run('drop', 'zo-operator', { TOPIC, PARTITION, OFFSET, WHY: 'nobody of that name' })).toMatchObject({
      code: 0,
      out: '1 dropped\n',
    });
    services.compute.fails = false;
    expect(await run('retry', 'zo-operator', { KEY: 'sick', WHY: 'a larger disk' })).toMatchObject({
      code: 0,
      out: '1 applied\n',
    });
    expect((await run('look', 'zo-operator')).out).toBe('nothing is parked\n');
  });

  it('PC-01 D3 Postgres fails over to a standby: what was answered is there, and the services go on by themselves', async () => {
    const { run } = runbook('postgres-failover');
    await services.lead();
    const owner = await Person.claim({ url: services.gatewayUrl, data: services.data });
    const answered: string[] = [];
    const refused = new Set<number>();
    const over = new AbortController();
    const invite = async () => {
      while (!over.signal.aborted) {
        const answer = await owner.post('/api/admin/invitations', {});
        if (answer.ok) answered.push(((await answer.json()) as { id: string }).id);
        else refused.add(answer.status);
      }
    };
    const writing = [invite(), invite(), invite()];
    const more = async () => {
      const wanted = answered.length + 20;
      await eventually(() => answered.length >= wanted);
    };
    await more();
    await postgres.killPrimary();
    expect(await run('look', 'admin')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('The database is not answering'),
    });
    await postgres.promote();
    await eventually(async () => (await run('verify', 'admin')).code === 0);
    await more();
    over.abort();
    await Promise.all(writing);
    const kept = new Set(
      (await services.query<{ id: string }>('select id from accounts.invitations')).map(({ id }) => id),
    );
    expect(answered.filter((id) => !kept.has(id))).toEqual([]);
    expect([...refused]).toEqual([503]);
    expect(
      (await verifyAudit((sql, values) => services.query(sql, values && [...values]), [], owner.me.claims.id)).errors,
    ).toEqual([]);
    const address = {
      DATABASE_URL: 'postgres://{service}@elsewhere/zo',
      DATABASE_ADMIN_URL: 'postgres://zo@elsewhere/zo',
    };
    expect((await run('address', 'admin', address)).code).toBe(0);
    expect(
      await kubectl(
        'get',
        'secret',
        'zo-database',
        '-n',
        'zo',
        '-o',
        'go-template={{.data.url | base64decode}} {{index .data "admin-url" | base64decode}}',
      ),
    ).toBe(Object.values(address).join(' '));
    expect(
      await kubectl(
        'get',
        'deployment',
        'zo-chat',
        '-n',
        'zo',
        '-o',
        'jsonpath={.spec.template.metadata.annotations.kubectl\\.kubernetes\\.io/restartedAt}',
      ),
    ).toMatch(/^20/);
  });

  it('PC-01 roll a version back', async () => {
    const { run } = runbook('version-rollback');
    const image = async () =>
      kubectl('get', 'deployment', 'zo-chat', '-n', 'zo', '-o', 'jsonpath={.spec.template.spec.containers[0].image}');
    const before = await image();
    await installation.upgrade('--set=image.tag=bad');
    expect(await image()).toMatch(/:bad$/);
    expect((await run('look', 'admin')).out).toMatch(/^2 .*deployed/m);
    expect(await run('back', 'admin')).toMatchObject({ code: 0 });
    expect(await image()).toBe(before);
    expect((await run('verify', 'admin')).out).toContain(before);
  });
}
