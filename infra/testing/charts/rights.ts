/** Permissions of service accounts and roles, as checked by the API server. */
import type { Cluster } from '../cluster/cluster.js';

/** `verb resource[.group][/subresource] [namespace] [name]`; without a namespace it means all namespaces. */
export type Permission = string;

export interface Rights {
  readonly may: readonly Permission[];
  readonly denied: readonly Permission[];
}

const COMPUTE = 'compute.zo.internal';
const ADMIN = 'zo zo-accounts:admin';
/** Needed to back up everything. An admission policy restricts these Jobs further (charts/zo/templates/jobs.yaml). */
const JOBS = 'create jobs.batch zo';
/** Actions denied to every account and role; only `zo-operator` may create `JOBS`. */
const NO_PERMISSIONS = [
  'get secrets zo',
  'list secrets',
  'list secrets computers-03',
  'create pods/exec computers-03',
  'create pods/attach computers-03',
  'create pods/portforward computers-03',
  'update pods/ephemeralcontainers computers-03',
  'create pods zo',
  JOBS,
  'patch jobs.batch zo',
  'patch cronjobs.batch zo',
  'create cronjobs.batch zo',
  'create pods kube-system',
  'create serviceaccounts/token computers-03',
  'patch networkpolicies.networking.k8s.io computers-03',
  'create namespaces',
  'patch nodes',
  'create rolebindings.rbac.authorization.k8s.io computers-03',
  'escalate clusterroles.rbac.authorization.k8s.io',
  'impersonate users',
  'update validatingadmissionpolicies.admissionregistration.k8s.io',
];
const NOTHING: Rights = {
  may: [],
  denied: [
    ...NO_PERMISSIONS,
    `list computers.${COMPUTE}`,
    'list pods',
    'list pods zo',
    'get configmaps zo',
    `update computers.${COMPUTE}/hold computers-03`,
  ],
};

const account = (namespace: string, name: string) => `system:serviceaccount:${namespace}:${name}`;

/** Service accounts of pods. */
export const ACCOUNTS: Readonly<Record<string, Rights>> = {
  ...Object.fromEntries(
    ['gateway', 'files', 'uploads', 'chat', 'zo', 'connections'].map((name) => [account('zo', `zo-${name}`), NOTHING]),
  ),
  [account('zo', 'default')]: NOTHING,
  [account('computers-03', 'computer')]: NOTHING,
  [account('zo', 'zo-accounts')]: {
    may: ['create tokenreviews.authentication.k8s.io', 'create subjectaccessreviews.authorization.k8s.io'],
    denied: NOTHING.denied,
  },
  [account('zo', 'zo-compute')]: {
    may: [
      `list computers.${COMPUTE}`,
      `watch computers.${COMPUTE}`,
      `create computers.${COMPUTE} computers-15`,
      `patch computers.${COMPUTE} computers-00`,
      `update computers.${COMPUTE}/wish computers-03`,
      'get secrets computers-03',
      'create tokenreviews.authentication.k8s.io',
    ],
    denied: [
      ...NO_PERMISSIONS,
      'create subjectaccessreviews.authorization.k8s.io',
      `create computers.${COMPUTE} zo`,
      `delete computers.${COMPUTE} computers-03`,
      `update computers.${COMPUTE}/hold computers-03`,
      `patch computers.${COMPUTE}/status computers-03`,
      'create pods computers-03',
      'list pods computers-03',
      'create secrets computers-03',
      `get computerplans.${COMPUTE}`,
    ],
  },
  [account('zo', 'zo-compute-operator')]: {
    may: [
      `watch computers.${COMPUTE}`,
      `list computerplans.${COMPUTE}`,
      'watch pods',
      'watch persistentvolumeclaims',
      `patch computers.${COMPUTE}/status computers-15`,
      `patch computers.${COMPUTE} computers-00`,
      'create pods computers-03',
      'delete pods computers-03',
      'create persistentvolumeclaims computers-03',
      'patch persistentvolumeclaims computers-03',
      'delete persistentvolumeclaims computers-03',
      'create secrets computers-03',
      'get secrets computers-03',
      'create events computers-03',
      'patch events computers-03',
      `watch computerbackups.${COMPUTE}`,
      `patch computerbackups.${COMPUTE}/status computers-03`,
      `patch computerrestores.${COMPUTE}/status computers-03`,
      'update leases.coordination.k8s.io zo compute-operator',
      `create computerbackups.${COMPUTE} computers-03`,
      `delete computerbackups.${COMPUTE} computers-03`,
    ],
    denied: [
      ...NO_PERMISSIONS,
      `update computers.${COMPUTE}/wish computers-03`,
      `create computerbackups.${COMPUTE} zo`,
      `patch computerbackups.${COMPUTE} computers-03`,
      `create computerrestores.${COMPUTE} computers-03`,
      `patch computerrestores.${COMPUTE} computers-03`,
      `update computers.${COMPUTE}/hold computers-03`,
      `delete computers.${COMPUTE} computers-03`,
      `patch computerplans.${COMPUTE}`,
      'patch pods computers-03',
      'create events zo',
      'delete events computers-03',
      'delete pods zo',
      'delete persistentvolumeclaims zo',
      'update leases.coordination.k8s.io zo another',
      'update leases.coordination.k8s.io kube-system compute-operator',
    ],
  },
};

/** Roles of administrators, each bound to a user of the same name. */
export const ROLES: Readonly<Record<string, Rights>> = {
  'zo-viewer': {
    may: [
      `get computers.${COMPUTE} computers-03`,
      `list computerplans.${COMPUTE}`,
      `watch computerbackups.${COMPUTE}`,
      `list computerrestores.${COMPUTE}`,
      'list pods',
      'list events',
      'list pods.metrics.k8s.io',
      'list httproutes.gateway.networking.k8s.io zo',
      'get gateways.gateway.networking.k8s.io',
      `get outbox.${COMPUTE}`,
      `get dlq.${COMPUTE}`,
      `get services/proxy ${ADMIN}`,
    ],
    denied: [
      ...NO_PERMISSIONS,
      `update computers.${COMPUTE}/wish computers-03`,
      'create events computers-03',
      `patch computers.${COMPUTE} computers-03`,
      `update computers.${COMPUTE}/hold computers-03`,
      `create computerbackups.${COMPUTE} computers-03`,
      `get credits.${COMPUTE}`,
      `update dlq.${COMPUTE}`,
      `update passwordlinks.${COMPUTE}`,
      `create services/proxy ${ADMIN}`,
      'get services/proxy zo zo-accounts:http',
      'get services/proxy zo',
      'get pods/log computers-03',
      'delete pods computers-03',
    ],
  },
  'zo-support': {
    may: [
      `list computers.${COMPUTE}`,
      `patch computers.${COMPUTE} computers-03`,
      `update computers.${COMPUTE}/hold computers-03`,
      `create computerbackups.${COMPUTE} computers-03`,
      'list pods',
      'create events computers-03',
    ],
    denied: [
      ...NO_PERMISSIONS,
      `update computers.${COMPUTE}/wish computers-03`,
      'get secrets computers-03',
      `delete computers.${COMPUTE} computers-03`,
      `create computers.${COMPUTE} computers-03`,
      `create computerrestores.${COMPUTE} computers-03`,
      `update computerplans.${COMPUTE}`,
      `update credits.${COMPUTE}`,
      `get credits.${COMPUTE}`,
      `update dlq.${COMPUTE}`,
      `update passwordlinks.${COMPUTE}`,
      `create services/proxy ${ADMIN}`,
      'get pods/log computers-03',
      'delete pods computers-03',
    ],
  },
  'zo-operator': {
    may: [
      `list computers.${COMPUTE}`,
      `update computers.${COMPUTE}/hold computers-03`,
      `delete computers.${COMPUTE} computers-03`,
      `create computerrestores.${COMPUTE} computers-03`,
      `update computerplans.${COMPUTE}`,
      'get pods/log zo',
      'delete pods computers-03',
      'patch deployments.apps/scale zo',
      'list deployments.apps zo',
      'list nodes',
      JOBS,
      `backup everything.${COMPUTE}`,
      'get cronjobs.batch zo',
      'list jobs.batch zo',
      `update dlq.${COMPUTE}`,
      `update passwordlinks.${COMPUTE}`,
      `create services/proxy ${ADMIN}`,
    ],
    denied: [
      ...NO_PERMISSIONS.filter((right) => right !== JOBS),
      `update computers.${COMPUTE}/wish computers-03`,
      'delete jobs.batch zo',
      'get secrets computers-03',
      `get credits.${COMPUTE}`,
      `update credits.${COMPUTE}`,
      'create services/proxy zo zo-accounts:http',
      'create services/proxy zo',
      'delete persistentvolumeclaims computers-03',
      'delete deployments.apps zo',
      'patch deployments.apps zo',
    ],
  },
  'zo-billing': {
    may: [
      `get credits.${COMPUTE}`,
      `update credits.${COMPUTE}`,
      `create services/proxy ${ADMIN}`,
      `list computers.${COMPUTE}`,
      `update computers.${COMPUTE}/hold computers-03`,
      `patch computers.${COMPUTE} computers-03`,
    ],
    denied: [
      ...NO_PERMISSIONS,
      `update computers.${COMPUTE}/wish computers-03`,
      'get secrets computers-03',
      `delete computers.${COMPUTE} computers-03`,
      `create computerbackups.${COMPUTE} computers-03`,
      `update computerplans.${COMPUTE}`,
      `update dlq.${COMPUTE}`,
      `update passwordlinks.${COMPUTE}`,
      'create services/proxy zo zo-accounts:rpc',
      'get pods/log computers-03',
      'delete pods computers-03',
    ],
  },
  // A role of Kubernetes itself, into which `zo-viewer` is aggregated.
  view: {
    may: [`list computers.${COMPUTE}`, 'list pods'],
    denied: [
      ...NO_PERMISSIONS,
      `patch computers.${COMPUTE} computers-03`,
      `update computers.${COMPUTE}/hold computers-03`,
    ],
  },
};

/** The groups in the token of a service account or a user. */
function groupsOf(user: string): string[] {
  const [, namespace] = /^system:serviceaccount:([^:]+):/.exec(user) ?? [];
  return [
    'system:authenticated',
    ...(namespace ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : []),
  ];
}

/** A SubjectAccessReview for one permission. */
function review(user: string, right: Permission): object {
  const [verb, what, namespace, name] = right.split(' ') as [string, string, string?, string?];
  const [, resource, group = '', subresource] = /^([a-z]+)(?:\.([a-z0-9.]+))?(?:\/([a-z]+))?$/.exec(what)!;
  const spec = {
    user,
    groups: groupsOf(user),
    resourceAttributes: { verb, group, resource, subresource, namespace, name },
  };
  return { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
}

/** The permissions that a user has, in the order given. */
export async function rightsOf(cluster: Cluster, user: string, rights: readonly Permission[]): Promise<Permission[]> {
  if (rights.length === 0) return [];
  const items = rights.map((right) => review(user, right));
  const answer = await cluster.kubectl(['create', '-f', '-', '-o', 'go-template={{.status.allowed}}{{"\\n"}}'], {
    input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
  });
  const allowed = answer.trim().split('\n');
  return rights.filter((_, index) => allowed[index] === 'true');
}
