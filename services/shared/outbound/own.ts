/** The installation's own public addresses: a request of a person or a model must not come back in through the front door. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

const FRESH_MS = 60_000;
/** A name server that is away must not hold up every request. */
const PATIENCE_MS = 2_000;

let names: () => readonly string[] = () => [];
let known: { readonly until: number; readonly addresses: Promise<ReadonlySet<string>> } | undefined;

/** Says what is ours: host names or addresses, asked again once a minute. For the start of a process. */
export function declareOwn(hosts: () => readonly string[]): void {
  names = hosts;
  known = undefined;
}

/** Addresses of this machine's network interfaces. */
export const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));

/** True for an address that leads back to this installation. */
export async function isOwnAddress(address: string): Promise<boolean> {
  if (!known || known.until < Date.now()) known = { until: Date.now() + FRESH_MS, addresses: resolveAll(names()) };
  return (await known.addresses).has(normal(address));
}

async function resolveAll(hosts: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all([...new Set(hosts)].map(addressesOf));
  return new Set(found.flat().map(normal));
}

/** None for a name that leads nowhere: nobody can come in by it. */
async function addressesOf(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const patience = new Promise<[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS).unref());
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), patience]);
  return found.map(({ address }) => address);
}

/** One spelling: an IPv4 address in IPv6 clothing is the IPv4 address. */
const normal = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address);
