import { isIPv6 } from 'node:net';

/** Returns the part of an address that a client cannot choose: all of IPv4, the first half of IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [before = '', after = ''] = address.split('%', 1)[0]!.split('::');
  const [head, tail] = [before, after].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
