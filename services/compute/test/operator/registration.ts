/** The registration of pods, as their agents do it. */
import { request } from 'node:http';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';

interface Pod {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly uid: string };
}

/** The token that the kubelet requests when it starts the pod. */
export const tokenOf = (
  cluster: Cluster,
  { metadata: { name, namespace, uid } }: Pod,
  audience = 'compute',
): Promise<string> =>
  accountToken(
    cluster,
    `${namespace}:computer`,
    `--audience=${audience}`,
    '--bound-object-kind=Pod',
    `--bound-object-name=${name}`,
    `--bound-object-uid=${uid}`,
  );

/** The token of a service account, given as `namespace:name`. */
export async function accountToken(
  cluster: Cluster,
  account: `${string}:${string}`,
  ...more: string[]
): Promise<string> {
  const [namespace, name] = account.split(':') as [string, string];
  return (await cluster.kubectl(['create', 'token', name, `--namespace=${namespace}`, ...more])).trim();
}

/** Registers from a local address; returns the status. */
export function register(
  port: number,
  {
    token,
    from = '127.0.0.1',
    method = 'POST',
    path = '/registrations',
  }: { token?: string; from?: string; method?: string; path?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const asked = request(
      { host: '127.0.0.1', port, method, path, localAddress: from, headers, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}
