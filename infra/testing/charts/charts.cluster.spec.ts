import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { type Cluster, startCluster } from '../cluster/cluster.js';
import { installDefinitions } from '../cluster/install.mjs';
import { SERVICES } from '../product/replicas.js';
import { chart, helm, WAYS } from './render.js';
import { ACCOUNTS, ROLES, rightsOf } from './rights.js';

/** Arguments for Helm, without the name, for an installation with everything enabled. */
const HA = WAYS['ha']!.slice(2);
const ENGINES = WAYS['platform-deps']!;
let cluster: Cluster;

const bind = (role: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: `test-${role}` },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: role }],
});

beforeAll(async () => {
  const definitions = installDefinitions();
  cluster = await startCluster({ users: ['zo-operator'] });
  await cluster.kubectl(['apply', '--server-side', '-f', definitions]);
  await cluster.helm('install', 'crds', chart('crds'));
  await cluster.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=25s']);
  for (const kind of ['computers', 'computerplans'])
    await eventually(() => cluster.kubectl(['get', '--raw', `/apis/compute.zo.internal/v1alpha1/${kind}`]));
  const labels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/enforce-version': 'latest',
  };
  await cluster.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'zo', labels } },
    ...Object.keys(ROLES).map(bind),
  );
});
afterAll(() => cluster?.stop());

/** Server-side dry run: validates objects against the definitions of their operators. */
const taken = (objects: string) =>
  cluster.kubectl(
    ['apply', '--server-side', '--force-conflicts', '--dry-run=server', '--validate=strict', '-f', '-', '-o', 'name'],
    { input: objects },
  );
/** A field of the running pods of a service, by JSONPath. */
const seen = (component: string, path: string) =>
  cluster.kubectl([
    'get',
    'pods',
    '-n',
    'zo',
    '-l',
    `app.kubernetes.io/component=${component}`,
    '-o',
    `jsonpath={.items[*]${path}}`,
  ]);
const CHECKSUM = '.metadata.annotations.zo\\.internal/config-checksum';
const configured = () =>
  cluster.kubectl(['get', 'configmap', 'zo-config', '-n', 'zo', '-o', 'jsonpath={.data.ZO_PRODUCT_NAME}']);
/** Number of completed migration Jobs; Kubernetes reports one a moment after it ends. */
const migrations = async () =>
  Number(
    await cluster.kubectl([
      'get',
      'events',
      '-n',
      'zo',
      '--field-selector=involvedObject.name=zo-migrate,reason=Completed',
      '-o',
      'go-template={{len .items}}',
    ]),
  );

describe('a release', () => {
  let first: string;

  it('is installed into a restricted namespace after the migration of the database, and every pod becomes ready', async () => {
    await cluster.helm('install', 'zo', ...HA, '--wait', '--timeout=150s');
    for (const component of [...SERVICES, 'compute-operator'])
      expect(await seen(component, '.status.phase')).toMatch(/^Running( Running)*$/);
    await eventually(async () => (await migrations()) === 1);
    expect(await cluster.kubectl(['get', 'jobs', '-n', 'zo', '-o', 'name'])).toBe('');
    expect((await cluster.kubectl(['get', 'cmpplan', '-o', 'name'])).trim()).toBe(
      'computerplan.compute.zo.internal/free',
    );
    first = await seen('chat', CHECKSUM);
  });

  it('is upgraded, with new pods where settings changed, and rolled back', async () => {
    await cluster.helm('upgrade', 'zo', ...HA, '--set=productName=Another', '--wait', '--timeout=150s');
    expect(await configured()).toBe('Another');
    await eventually(async () => (await migrations()) === 2);
    await eventually(async () => !(await seen('chat', CHECKSUM)).includes(first.split(' ')[0]!));
    await cluster.helm('rollback', 'zo', '1', '--namespace=zo', '--wait', '--timeout=150s');
    expect(await configured()).toBe('Zo');
    await eventually(async () => new Set((await seen('chat', CHECKSUM)).split(' ')).has(first.split(' ')[0]!));
  });

  it('stays unchanged when the migration to the next release fails', async () => {
    const next = ['--set=productName=Next', '--set=nodeSelector.nowhere=yes', '--set=migrations.deadlineSeconds=10'];
    await expect(cluster.helm('upgrade', 'zo', ...HA, ...next, '--wait', '--timeout=150s')).rejects.toThrow(
      /zo-migrate|deadline/i,
    );
    expect(await configured()).toBe('Zo');
    expect(
      await cluster.kubectl([
        'get',
        'deployments',
        '-n',
        'zo',
        '-o',
        'jsonpath={.items[*].spec.template.spec.nodeSelector}',
      ]),
    ).toBe('');
  });

  it.each([
    ['small', WAYS['small']!],
    ['ha', WAYS['ha']!],
    ['ha scaled by KEDA', [...WAYS['ha']!, '--set=autoscaling.kind=keda']],
    ['engines', ENGINES],
    [
      'engines, one of each and disks of a class',
      [
        ...ENGINES,
        '--set=postgres.instances=1,kafka.controllers=1,kafka.brokers=1,postgres.storage.storageClass=fast,kafka.storage.class=fast',
      ],
    ],
  ])('every object of %s passes strict validation by the API server', async (_, args) => {
    const objects = helm(...args);
    expect((await taken(objects)).trim().split('\n')).toHaveLength(objects.split(/^kind: /m).length - 1);
  });

  it.each([
    [
      'Postgres',
      'dataDurability: required',
      'durability: required',
      '.spec.postgresql.synchronous.durability: field not declared in schema',
    ],
    [
      'Postgres, with a value there is not',
      'dataDurability: required',
      'dataDurability: always',
      /dataDurability: Unsupported value: "always"/,
    ],
    [
      'Kafka',
      'networkPolicyPeers: [',
      'networkPolicyPeer: [',
      '.spec.kafka.listeners[0].networkPolicyPeer: field not declared in schema',
    ],
    [
      'Kafka, of a version that is served no more',
      'kafka.strimzi.io/v1',
      'kafka.strimzi.io/v1beta2',
      /no matches for kind "Kafka\w*" in version "kafka.strimzi.io\/v1beta2"/,
    ],
    [
      'nodes of Kafka',
      'deleteClaim: false',
      'deleteClaims: false',
      '.spec.storage.volumes[0].deleteClaims: field not declared in schema',
    ],
    [
      'nodes of Kafka, with a role there is not',
      'roles: [broker]',
      'roles: [brokers]',
      /spec.roles\[0\]: Unsupported value: "brokers"/,
    ],
  ])('an object of %s with an unknown field or value is refused', async (_, right, wrong, sentence) => {
    const objects = helm(...ENGINES);
    expect(objects).toContain(right);
    await expect(taken(objects.replaceAll(right, wrong))).rejects.toThrow(sentence);
  });

  it('S10 a computer namespace accepts only restricted pods, has exactly one network policy, and enforces its quota', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x' },
      spec: { containers: [{ name: 'x', image: 'x' }] },
    };
    await expect(
      cluster.kubectl(['create', '-n', 'computers-07', '-f', '-'], { input: JSON.stringify(pod) }),
    ).rejects.toThrow('violates PodSecurity "restricted');
    const { items } = JSON.parse(
      await cluster.kubectl(['get', 'networkpolicies', '-n', 'computers-07', '-o', 'json']),
    ) as { items: { spec: { podSelector: object; policyTypes: string[] } }[] };
    expect(items.map(({ spec }) => [spec.podSelector, spec.policyTypes])).toEqual([[{}, ['Ingress', 'Egress']]]);
    expect(
      await cluster.kubectl([
        'get',
        'resourcequota',
        'computers',
        '-n',
        'computers-07',
        '-o',
        'jsonpath={.spec.hard.pods}',
      ]),
    ).toBe('700');
  });
});

describe('permissions', () => {
  it.each(Object.entries({ ...ACCOUNTS, ...ROLES }))(
    'S10 %s has exactly the permissions it needs',
    async (user, { may, denied: mayNot }) => {
      // A role aggregated into "view" takes effect a moment after it was created.
      await eventually(async () => (await rightsOf(cluster, user, may)).length === may.length);
      expect(await rightsOf(cluster, user, mayNot)).toEqual([]);
    },
  );
});

describe('Jobs of administrators who back up everything', () => {
  const create = (job: object, namespace = 'zo', user = 'zo-operator') =>
    cluster.kubectl(['create', '--dry-run=server', '-n', namespace, '-f', '-'], { user, input: JSON.stringify(job) });
  const job = async () => {
    const { spec } = JSON.parse(await cluster.kubectl(['get', 'cronjob', 'zo-backup', '-n', 'zo', '-o', 'json'])) as {
      spec: {
        jobTemplate: {
          metadata: { labels: Record<string, string> };
          spec: { template: { spec: { containers: { args: string[] }[]; volumes: object[] } } };
        };
      };
    };
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { generateName: 'by-hand-', labels: spec.jobTemplate.metadata.labels },
      spec: spec.jobTemplate.spec,
    };
  };
  const REFUSED = 'this right makes Jobs of the CronJob zo-backup in zo, as it says they are, and no others';

  it('S10 are copies of the CronJob that run and read nothing else; administrators who may create pods are not restricted', async () => {
    await expect(create(await job())).resolves.toContain('created');
    const unlabelled = await job();
    // Without its own labels a Job gets those of its pods.
    unlabelled.metadata.labels = { other: 'yes' };
    const args = await job();
    args.spec.template.spec.containers[0]!.args = ['restore-rows'];
    const volumes = await job();
    volumes.spec.template.spec.volumes.push({ name: 'keys', secret: { secretName: 'zo-keys' } });
    for (const other of [unlabelled, args, volumes]) await expect(create(other)).rejects.toThrow(REFUSED);
    for (const namespace of ['kube-system', 'default'])
      await expect(create(await job(), namespace)).rejects.toThrow(REFUSED);
    await expect(create(args, 'zo', 'admin')).resolves.toContain('created');
  });
});

describe('uninstallation', () => {
  it('PC-01 a removed release leaves the computers and their network policies in place', async () => {
    const spec = {
      userId: '11111111-1111-4111-8111-111111111111',
      handle: 'ada',
      planRef: { name: 'free' },
      operatingMode: 'Suspended',
    };
    await cluster.apply({
      apiVersion: 'compute.zo.internal/v1alpha1',
      kind: 'Computer',
      metadata: { name: 'c-1', namespace: 'computers-00' },
      spec,
    });
    await cluster.helm('uninstall', 'zo', '--namespace=zo', '--wait');
    expect(await cluster.kubectl(['get', 'cmp,networkpolicy,resourcequota', '-n', 'computers-00', '-o', 'name'])).toBe(
      [
        'computer.compute.zo.internal/c-1',
        'networkpolicy.networking.k8s.io/computers',
        'resourcequota/computers',
        '',
      ].join('\n'),
    );
    await eventually(
      async () => (await cluster.kubectl(['get', 'pods,deployments', '-n', 'zo', '-o', 'name'])) === '',
      60_000,
    );
    // A new installation finds the existing computers.
    await cluster.helm('install', 'zo', ...HA, '--wait', '--timeout=150s');
    expect(await cluster.kubectl(['get', 'cmp', '-n', 'computers-00', '-o', 'name'])).toContain('c-1');
  });
});
