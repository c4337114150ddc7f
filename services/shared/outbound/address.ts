/** Addresses that a user or a model may make us connect to: public unicast ones, checked after name resolution. */
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true for a public unicast address. IPv4 embedded in IPv6 is checked as IPv4; IPv6 must lie in 2000::/3 *and*
 * be unicast by ipaddr.js, which alone would accept `::7f00:1`.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}
