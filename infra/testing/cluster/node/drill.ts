/**
 * Attempts a hostile user could make from inside a computer: one script that tries everything and prints what it
 * reached.
 */
import type { Installation } from './installation.js';

interface Pod {
  readonly status?: { readonly podIP?: string };
}

export interface Drill {
  /** Python source; prints `DRILL a,b END` with the names of what it reached. */
  readonly script: string;
  /** The targets a computer may reach, in the format of the script. */
  readonly open: string;
}

export async function drill(
  { node, engines }: Installation,
  { other, internet }: { other: Pod; internet: string },
): Promise<Drill> {
  const ask = (...args: string[]) => node.kubectl(['--namespace=zo', ...args]);
  const gatewayPod = await ask(
    'get',
    'pods',
    '-l',
    'app.kubernetes.io/component=gateway',
    '-o',
    'jsonpath={.items[0].status.podIP}',
  );
  const compute = await ask('get', 'service', 'zo-compute', '-o', 'jsonpath={.spec.clusterIP}');
  const beside = (address: string): [string, number] => [node.outside, Number(new URL(address).port)];
  const targets: Record<string, [string, number]> = {
    'cloud metadata': ['169.254.169.254', 80],
    'api server': [node.address, 6443],
    'api server by its service': ['10.96.0.1', 443],
    kubelet: [node.address, 10_250],
    'gateway by its node': [node.address, 30_080],
    'gateway pod': [gatewayPod, 8080],
    'compute, web': [compute, 8080],
    'compute, commands': [compute, 8081],
    'compute, registration': [compute, 8083],
    'computer of another': [other.status!.podIP!, 7070],
    postgres: beside(engines.postgres.url),
    redis: beside(engines.redis.url),
    kafka: [node.outside, Number(engines.kafka.brokers[0]!.split(':')[1])],
    objects: beside(engines.s3.endpoint),
    mail: [internet, 25],
    internet: [internet, 80],
  };
  return { script: SCRIPT.replace('TARGETS', JSON.stringify(targets)), open: 'compute, registration,internet,names' };
}

const SCRIPT = `
import socket
from concurrent.futures import ThreadPoolExecutor

targets = TARGETS

def tcp(target):
    try:
        socket.create_connection(target, 3).close()
        return True
    except OSError:
        return False

def names(_):
    try:
        return bool(socket.gethostbyname('kubernetes.default.svc.cluster.local'))
    except OSError:
        return False

def raw(_):
    try:
        socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
        return True
    except OSError:
        return False

tries = [(name, tcp, tuple(target)) for name, target in targets.items()] + [('names', names, None), ('raw packets', raw, None)]
with ThreadPoolExecutor(32) as pool:
    reached = list(pool.map(lambda item: item[1](item[2]), tries))
print('DRI' + 'LL ' + ','.join(sorted(name for (name, _, _), yes in zip(tries, reached) if yes)) + ' END', flush=True)
`;
