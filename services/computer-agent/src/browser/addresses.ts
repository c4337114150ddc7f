/** Which addresses are those of the computer itself. */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('0.0.0.0', 8, 'ipv4');
OWN.addSubnet('169.254.0.0', 16, 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addAddress('::', 'ipv6');
OWN.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address leads to this computer or its host rather than to a network. IPv4 in IPv6 counts as IPv4. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (OWN.check(address, family === 6 ? 'ipv6' : 'ipv4')) return true;
  return Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address));
}

/** Whether a host is named as the loopback: servers on it are the user's own. */
export function isLoopback(host: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || /(^|\.)localhost$/.test(host);
}

/** Resolves names for connections to the network: one that leads back into the computer is not found. */
export const lookupOutside: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const outside = error ? [] : found.filter(({ address }) => !isOwnAddress(address));
    const [first] = outside;
    if (!first) return done(error ?? Object.assign(new Error('not outside'), { code: 'ENOTFOUND' }), []);
    return options.all ? done(null, outside) : done(null, first.address, first.family);
  });
