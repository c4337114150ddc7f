/** The installation's own public addresses: a request of a user or a model must not reach the installation itself. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

const FRESH_MS = 60_000;
/** DNS timeout: an unreachable name server must not delay every request. */
const DNS_TIMEOUT_MS = 2_000;

let names: () => readonly string[] = () => [];
let known: { readonly until: number; readonly addresses: Promise<ReadonlySet<string>> } | undefined;

/** Declares our own host names or addresses; they are resolved again once a minute. Call it at process start. */
export function declareOwnHosts(hosts: () => readonly string[]): void {
  names = hosts;
  known = undefined;
}

/** Returns the addresses of this machine's network interfaces. */
export const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));

/** Returns true for an address of this installation. */
export async function isOwnAddress(address: string): Promise<boolean> {
  if (!known || known.until < Date.now()) known = { until: Date.now() + FRESH_MS, addresses: resolveAll(names()) };
  return (await known.addresses).has(normal(address));
}

async function resolveAll(hosts: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all([...new Set(hosts)].map(addressesOf));
  return new Set(found.flat().map(normal));
}

/** Returns no address for a name that does not resolve, because nothing is reachable by it. */
async function addressesOf(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const timeout = new Promise<[]>((resolve) => setTimeout(() => resolve([]), DNS_TIMEOUT_MS).unref());
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), timeout]);
  return found.map(({ address }) => address);
}

/** Normalises an address: IPv4 embedded in IPv6 becomes IPv4. */
const normal = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address);
