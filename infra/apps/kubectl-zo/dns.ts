import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Kube, apiErrorOf } from '@zo/kube';
import { type Command, PLATFORM, say } from './command.js';
import { computerOf } from './computers.js';
import { Failure, usage } from './failure.js';
import { table } from './table.js';

const GATEWAY_API = { group: 'gateway.networking.k8s.io', version: 'v1' } as const;
const TIMEOUT = { timeout: 3_000, tries: 2 };

interface Route {
  readonly metadata: { readonly namespace: string };
  readonly spec: {
    readonly hostnames?: readonly string[];
    readonly parentRefs?: readonly { readonly name: string; readonly namespace?: string }[];
  };
}

interface Gateway {
  readonly status?: { readonly addresses?: readonly { readonly value: string }[] };
}

export const dns: Command = {
  name: 'dns',
  positionals: ['HANDLE'],
  options: { namespace: 'string', server: 'string' },
  usage: `HANDLE [--server IP[:PORT]] [--namespace ${PLATFORM}]`,
  about: 'the host names of a user’s computer, and whether each leads to the gateway',
  async run(kube, { positionals, options: { namespace = PLATFORM, server } }) {
    const { spec } = await computerOf(kube, positionals[0]!);
    const names = resolver(server);
    const rows: string[][] = [];
    for (const route of await routesOf(kube, namespace)) {
      const wanted = (await Promise.all((await addressesOf(kube, route)).map((address) => names(address)))).flat();
      for (const hostname of route.spec.hostnames ?? []) {
        const host = hostname.replace(/^\*(?=\.)/, spec.handle);
        const found = await names(host);
        rows.push([
          host,
          found.join(' ') || 'nothing',
          wanted.join(' ') || 'none',
          found.length > 0 && found.every((address) => wanted.includes(address)) ? 'yes' : 'NO',
        ]);
      }
    }
    say(table(['HOST', 'RESOLVES TO', 'GATEWAY', 'LEADS THERE'], rows));
    const astray = rows.filter(([, , , leads]) => leads === 'NO');
    if (astray.length > 0) throw new Failure(`${astray.map(([host]) => host).join(', ')}: not at the gateway`);
  },
};

/** The routes of the release: the app, and what users publish, below a wildcard. */
async function routesOf(kube: Kube, namespace: string): Promise<Route[]> {
  try {
    const { items } = (await kube.custom.listNamespacedCustomObject({
      ...GATEWAY_API,
      namespace,
      plural: 'httproutes',
      labelSelector: 'app.kubernetes.io/name=zo',
    })) as { items: Route[] };
    if (items.length > 0) return items;
  } catch (error) {
    if (apiErrorOf(error)?.code !== 404) throw error;
  }
  throw new Failure(
    `the release in ${namespace} has no routes of the Gateway API (route.enabled), so its names are not known here`,
  );
}

async function addressesOf(kube: Kube, { metadata, spec }: Route): Promise<string[]> {
  const gateways = await Promise.all(
    (spec.parentRefs ?? []).map(({ name, namespace = metadata.namespace }) =>
      kube.custom.getNamespacedCustomObject({ ...GATEWAY_API, namespace, plural: 'gateways', name }),
    ),
  );
  return (gateways as Gateway[]).flatMap(({ status }) => status?.addresses ?? []).map(({ value }) => value);
}

/** Resolves all addresses of a name; an address resolves to itself. */
function resolver(server: string | undefined): (name: string) => Promise<string[]> {
  const asked = new Resolver(TIMEOUT);
  try {
    if (server !== undefined) asked.setServers([server]);
  } catch {
    throw usage(`--server is the address of a name server, and not "${server}"`);
  }
  const none = (error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw new Failure(`the name server ${server ?? asked.getServers()[0]} does not answer (${error.code})`);
  };
  return async (name) =>
    isIP(name)
      ? [name]
      : (await Promise.all([asked.resolve4(name).catch(none), asked.resolve6(name).catch(none)])).flat().toSorted();
}
