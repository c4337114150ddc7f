/**
 * Translates NetworkPolicy (networking.k8s.io/v1) to an nftables table, IPv4: a selected pod is closed but for what its
 * policies allow.
 */
import type {
  V1LabelSelector,
  V1Namespace,
  V1NetworkPolicy,
  V1NetworkPolicyIngressRule,
  V1NetworkPolicyPeer,
  V1NetworkPolicyPort,
  V1Pod,
} from '@kubernetes/client-node';

export interface Seen {
  readonly pods: readonly V1Pod[];
  readonly namespaces: readonly V1Namespace[];
  readonly policies: readonly V1NetworkPolicy[];
}

interface Direction {
  readonly chain: 'in' | 'out';
  readonly type: 'Ingress' | 'Egress';
  /** Which address of a packet is the peer's. */
  readonly other: 'saddr' | 'daddr';
}

const DIRECTIONS: readonly Direction[] = [
  { chain: 'in', type: 'Ingress', other: 'saddr' },
  { chain: 'out', type: 'Egress', other: 'daddr' },
];
const ENDED = ['Succeeded', 'Failed'];

export function rulesOf({ pods, namespaces, policies }: Seen): string {
  const labels = new Map(namespaces.map(({ metadata }) => [metadata!.name!, metadata!.labels ?? {}]));
  const alive = pods.filter(
    (pod) => pod.status?.podIP && !pod.spec?.hostNetwork && !ENDED.includes(pod.status.phase ?? ''),
  );
  const cluster = new Cluster(alive, labels);
  const chains: string[] = [];
  const jumps: Record<Direction['chain'], string[]> = { in: [], out: [] };
  for (const pod of alive) {
    for (const direction of DIRECTIONS) {
      const own = policies.filter(
        (policy) =>
          policy.metadata!.namespace === pod.metadata!.namespace &&
          matches(policy.spec!.podSelector, pod.metadata!.labels),
      );
      const closing = own.filter((policy) => (policy.spec!.policyTypes ?? ['Ingress']).includes(direction.type));
      if (closing.length === 0) continue;
      const name = `${direction.chain}_${addressOf(pod).replaceAll('.', '_')}`;
      const allowed = closing.flatMap((policy) => cluster.allowedBy(policy, pod, direction));
      chains.push(
        `chain ${name} {\nip saddr ${addressOf(pod)} ip daddr ${addressOf(pod)} ` +
          `return\n${allowed.join('\n')}\ncounter drop\n}`,
      );
      jumps[direction.chain].push(`${addressOf(pod)} : jump ${name}`);
    }
  }
  const out = jumps.out.length > 0 ? `ip saddr vmap { ${jumps.out.join(', ')} }` : '';
  const into = jumps.in.length > 0 ? `ip daddr vmap { ${jumps.in.join(', ')} }` : '';
  const hook = (name: string, rules: string) =>
    `chain on_${name} {\ntype filter hook ${name} priority 10\nct state established,related accept\n${rules}\n}\n`;
  // Deletes and creates the table in one transaction, so that the rules never lapse.
  return `table inet policies\ndelete table inet policies\ntable inet policies {\n${chains.join('\n')}\n${hook('forward', `${out}\n${into}`)}${hook('input', out)}}\n`;
}

class Cluster {
  constructor(
    private readonly pods: readonly V1Pod[],
    private readonly namespaces: ReadonlyMap<string, Record<string, string>>,
  ) {}

  /** One rule for every peer and port that the policy allows. */
  allowedBy(policy: V1NetworkPolicy, pod: V1Pod, { chain, other }: Direction): string[] {
    const rules =
      chain === 'in'
        ? (policy.spec!.ingress ?? []).map((rule) => ({ peers: peersOf(rule), ports: rule.ports }))
        : (policy.spec!.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }));
    return rules.flatMap(({ peers, ports }) => {
      // Named ports are resolved on the pods that receive the packets.
      const targets = (found: readonly V1Pod[]) => (chain === 'in' ? [pod] : found);
      const sides = !peers?.length
        ? [{ match: '', targets: targets(this.pods) }]
        : peers.flatMap((peer) =>
            this.sidesOf(peer, policy.metadata!.namespace!, other).map(({ match, found }) => ({
              match,
              targets: targets(found),
            })),
          );
      return sides.flatMap((side) =>
        (ports?.length ? ports.flatMap((port) => portsOf(port, side.targets)) : ['']).map(
          (port) => `${side.match} ${port} return`,
        ),
      );
    });
  }

  private sidesOf(
    peer: V1NetworkPolicyPeer,
    namespace: string,
    other: Direction['other'],
  ): { match: string; found: V1Pod[] }[] {
    if (peer.ipBlock) {
      const { cidr, except = [] } = peer.ipBlock;
      if (cidr.includes(':')) return [];
      return [
        {
          match: `ip ${other} ${cidr}${except.length > 0 ? ` ip ${other} != { ${except.join(', ')} }` : ''}`,
          found: [],
        },
      ];
    }
    const inNamespace = (pod: V1Pod) =>
      peer.namespaceSelector
        ? matches(peer.namespaceSelector, this.namespaces.get(pod.metadata!.namespace!))
        : pod.metadata!.namespace === namespace;
    const found = this.pods.filter((pod) => inNamespace(pod) && matches(peer.podSelector, pod.metadata!.labels));
    return found.length > 0
      ? [{ match: `ip ${other} { ${[...new Set(found.map(addressOf))].join(', ')} }`, found }]
      : [];
  }
}

const addressOf = (pod: V1Pod) => pod.status!.podIP!;

/** The typed list calls return `_from`; watch events have `from`, as the API server sends them. */
const peersOf = (rule: V1NetworkPolicyIngressRule) => rule._from ?? (rule as { from?: V1NetworkPolicyPeer[] }).from;

function matches(selector: V1LabelSelector | undefined, labels: Record<string, string> = {}): boolean {
  const exact = Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return (
    exact &&
    (selector?.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator === 'In') return values.includes(labels[key] ?? '');
      if (operator === 'NotIn') return !values.includes(labels[key] ?? '');
      return (operator === 'Exists') === key in labels;
    })
  );
}

function portsOf({ port, endPort, protocol = 'TCP' }: V1NetworkPolicyPort, targets: readonly V1Pod[]): string[] {
  const kind = protocol.toLowerCase();
  if (port === undefined) return [`meta l4proto ${kind}`];
  if (/^\d+$/.test(String(port))) return [`${kind} dport ${port}${endPort ? `-${endPort}` : ''}`];
  return targets.flatMap((pod) =>
    pod.spec!.containers.flatMap(({ ports = [] }) =>
      ports
        .filter(({ name }) => name === port)
        .map(({ containerPort }) => `ip daddr ${addressOf(pod)} ${kind} dport ${containerPort}`),
    ),
  );
}
