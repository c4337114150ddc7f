/** Routes of the Gateway API, as the chart creates them, and a name server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../testing/cluster/cluster.js';
import { installDefinitions } from '../../../testing/cluster/install.mjs';
import { controlPlane } from '../../../testing/cluster/paths.mjs';
import { freePorts } from '../../../testing/engines/ports.js';
import { engineFolder, startEngine } from '../../../testing/engines/runner.js';

const chart = fileURLToPath(new URL('../../../../charts/zo', import.meta.url));
const GATEWAY = { name: 'public', namespace: 'zo' };

export async function upgradeChart(cluster: Cluster, ...args: readonly string[]): Promise<void> {
  await cluster.helm('upgrade', 'zo', chart, '--namespace=zo', '--reuse-values', '--force-conflicts', ...args);
}

export async function addRoutes(cluster: Cluster): Promise<void> {
  const definitions = installDefinitions();
  for (const kind of ['gateways', 'httproutes'])
    await cluster.kubectl([
      'apply',
      '--server-side',
      '-f',
      join(definitions, `gateway.networking.k8s.io_${kind}.yaml`),
    ]);
  const spec = {
    gatewayClassName: 'any',
    listeners: [{ name: 'https', port: 443, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'certificate' }] } }],
  };
  await eventually(
    async () => (
      await cluster.apply({ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: GATEWAY, spec }),
      true
    ),
  );
  const status = { addresses: [{ type: 'IPAddress', value: '203.0.113.7' }] };
  await cluster.kubectl([
    'patch',
    'gateway',
    GATEWAY.name,
    '-n',
    GATEWAY.namespace,
    '--subresource=status',
    '--type=merge',
    '-p',
    JSON.stringify({ status }),
  ]);
  await upgradeChart(
    cluster,
    `--set=route.enabled=true,route.gateway.name=${GATEWAY.name}`,
    '--set=sites.host=zo-pages.example',
  );
}

export async function startNameServer(
  names: Readonly<Record<string, string>>,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const folder = engineFolder('names');
  const [port] = await freePorts(1);
  const known = Object.entries(names).map(
    ([name, address]) => `template IN A ${name} {\n answer "${name} 60 IN A ${address}"\n }`,
  );
  writeFileSync(
    join(folder, 'Corefile'),
    `.:${port} {\n bind 127.0.0.1\n ${known.join('\n ')}\n template ANY ANY {\n rcode NXDOMAIN\n }\n}\n`,
  );
  const server = await startEngine({
    name: 'CoreDNS',
    folder,
    command: [join(controlPlane(), 'coredns'), '-conf', 'Corefile'],
    ready: /CoreDNS-/,
    end: 'SIGKILL',
  });
  return { address: `127.0.0.1:${port}`, stop: () => server.stop() };
}
