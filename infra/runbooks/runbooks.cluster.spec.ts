import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { verifyAudit } from '@zo/audit';
import { S3Objects } from '@zo/objects';
import { eventually } from '@zo/testing';
import { shardOf } from '@zo/compute/operator/shard';
import { LocalAgent } from '../../services/compute/test/operator/agents.js';
import { type Kafka, startKafka } from '../testing/engines/kafka.js';
import { type PostgresCluster, startPostgresCluster } from '../testing/engines/postgres-cluster.js';
import { type S3, startS3 } from '../testing/engines/s3.js';
import { type Installation, startInstallation } from '../apps/kubectl-zo/test/installation.js';
import { type Services, startServices } from '../apps/kubectl-zo/test/services.js';
import { Person } from '../testing/product/product.js';
import { Runbooks } from './test/runbook.js';

const SOON = 60_000;
let installation: Installation;
let services: Services;
let kafka: Kafka;
let postgres: PostgresCluster;
let s3: S3;
/** Who answers for the pods of computers. */
let agent: LocalAgent;
const runbooks = new Runbooks(() => installation.type);
const runbook = (name: string) => runbooks.open(name);

beforeAll(async () => {
  s3 = await startS3();
  const backups = { objects: new S3Objects(s3), agentInstead: () => agent };
  [installation, kafka, postgres] = await Promise.all([
    startInstallation(backups),
    startKafka(),
    startPostgresCluster(),
  ]);
  process.env['ZO_TEST_DATABASE'] = `${postgres.url}?application_name=test`;
  services = await startServices(installation.cluster, { KAFKA_BROKERS: kafka.brokers.join(',') });
});
afterAll(async () => {
  await services?.stop();
  await Promise.all([installation?.stop(), kafka?.stop(), postgres?.stop(), s3?.stop()]);
  delete process.env['ZO_TEST_DATABASE'];
});

const kubectl = (...args: string[]) => installation.cluster.kubectl(args);
const phase = async (handle: string) => (await installation.computer(handle)).status?.phase;
/** Cells of the row that begins with these, of a table. */
const row = (out: string, ...begin: string[]) =>
  out
    .split('\n')
    .map((line) => line.split(/ {2,}/))
    .find((cells) => begin.every((cell, index) => cells[index] === cell));

it('PC-01 suspend a person', async () => {
  const { run } = runbook('suspend-a-person');
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
      SOON,
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

it('S10 rotate the token keys: first everybody knows the new one, then it signs, then the old one is forgotten, each step rolled out to all', async () => {
  const { run } = runbook('rotate-token-keys');
  const file = async () =>
    Buffer.from(
      await kubectl('get', 'secret', 'zo-keys', '-n', 'zo', '-o', 'jsonpath={.data.internal-token\\.pem}'),
      'base64',
    ).toString();
  const rollouts = async () =>
    JSON.parse(
      `{${await kubectl('get', 'deployments', '-n', 'zo', '-o', 'go-template={{range $i, $d := .items}}{{if $i}},{{end}}"{{.metadata.name}}":{{index .metadata.annotations "deployment.kubernetes.io/revision"}}{{end}}')}}`,
    ) as Record<string, number>;
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

/** As whoever reads the file takes them for. */
const keysIn = (file: string) =>
  file.split(/^(?=-----BEGIN )/m).map((pem) => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString());

it('PC-01 Kafka lags', async () => {
  const { run } = runbook('kafka-lag');
  await services.lead();
  const waiting = async (...begin: string[]) =>
    row((await run('look', 'zo-operator')).out, 'accounts', 'accounts.events.v1', ...begin)?.[3];
  await eventually(async () => (await waiting('compute')) === '0' && (await waiting('(brokers)')) === '0', SOON);
  kafka.nodes[0]!.signal('SIGSTOP');
  await services.publish('late');
  expect(await waiting('(brokers)')).toBe('1');
  expect((await run('brokers', 'zo-operator')).code).toBe(0);
  kafka.nodes[0]!.signal('SIGCONT');
  await eventually(async () => (await waiting('(brokers)')) === '0', SOON);
  const free = Promise.withResolvers<void>();
  services.compute.isFree = free.promise;
  await services.publish('slow');
  await eventually(async () => (await waiting('(brokers)')) === '0', SOON);
  await eventually(async () => (await waiting('compute')) === '1', SOON);
  expect((await run('group', 'zo-operator', { GROUP: 'compute' })).out).toMatch(
    /^zo-compute[\s\S]*nothing is parked$/m,
  );
  expect((await run('scale', 'zo-operator', { GROUP: 'compute' })).code).toBe(0);
  expect(await kubectl('get', 'deployment', 'zo-compute', '-n', 'zo', '-o', 'jsonpath={.spec.replicas}')).toBe('4');
  free.resolve();
  await eventually(async () => (await waiting('compute')) === '0', SOON);
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
  services.compute.isSick = true;
  for (const key of ['sick', 'hopeless']) await services.publish(key);
  await eventually(async () => (await parked('hopeless')) && (await parked('sick')), SOON);
  const [TOPIC, PARTITION, OFFSET] = (await parked('hopeless'))![3]!.split('/') as [string, string, string];
  expect(await run('drop', 'zo-operator', { TOPIC, PARTITION, OFFSET, WHY: 'nobody of that name' })).toMatchObject({
    code: 0,
    out: '1 dropped\n',
  });
  services.compute.isSick = false;
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
    await eventually(() => answered.length >= wanted, SOON);
  };
  await more();
  await postgres.killPrimary();
  expect(await run('look', 'admin')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('The database is not answering'),
  });
  await postgres.promote();
  await eventually(async () => (await run('verify', 'admin')).code === 0, SOON);
  await more();
  over.abort();
  await Promise.all(writing);
  const kept = new Set(
    (await services.query<{ id: string }>('select id from accounts.invitations')).map(({ id }) => id),
  );
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect([...refused]).toEqual([503]);
  expect(
    (await verifyAudit((sql, values) => services.query(sql, values && [...values]), [], owner.me.claims.id)).faults,
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

it('D16 restore to a new volume', async () => {
  const { run } = runbook('restore-to-a-new-volume');
  const variables = { HANDLE: 'eva', WHY: 'files are gone' };
  await installation.add('eva');
  const secret = Buffer.from(
    await kubectl('get', 'secret', 'eva-agent', '-n', 'computers-00', '-o', 'jsonpath={.data.token}'),
    'base64',
  ).toString();
  const agents = [(agent = await LocalAgent.start(secret))];
  const letter = join('workspace', 'letter.md');
  try {
    writeFileSync(join(agent.home, letter), 'kept');
    const BACKUP = /^(eva-\w+) \(\d+ files and folders, /.exec((await run('backup', 'zo-support', variables)).out)![1]!;
    expect((await run('look', 'zo-support', variables)).out).toMatch(new RegExp(`^${BACKUP} +eva +Complete`, 'm'));
    rmSync(join(agent.home, letter));
    expect((await installation.type('zo-support', `kubectl zo restore eva --from ${BACKUP} --why x`)).err).toContain(
      'cannot create resource "computerrestores"',
    );
    expect((await installation.type('zo-operator', 'kubectl zo restore eva --from none --why x')).err).toContain(
      'eva has no backup "none"',
    );
    agents.push((agent = await LocalAgent.start(secret)));
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
  agent = await LocalAgent.start(secret);
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
  agent = await LocalAgent.start(await tokenOf('gus', 'computers-00'));
  writeFileSync(join(agent.home, 'thoughts.md'), 'what I thought');
  expect(await installation.type('zo-operator', 'kubectl zo backup gus --why x')).toMatchObject({ code: 0 });
  await agent.stop();
  // Nothing of the cluster is left: neither computers nor backups nor volumes.
  await kubectl('delete', 'cmp,computerbackups,computerrestores,pvc', '--all', '-n', 'computers-00', '--wait=false');
  await eventually(async () => (await kubectl('get', 'cmp,pvc', '-A', '-o', 'name')) === '', SOON);
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
  agent = await LocalAgent.start(await tokenOf(name, namespace));
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
    expect(out).toContain('new: there is no home of this person in the object store');
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

it('PC-01 every block of every runbook was run here', () => {
  expect(runbooks.untested).toEqual([]);
});
