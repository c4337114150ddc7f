/** Which addresses a person or a model may make us talk to: public unicast ones, judged after resolution. */
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for a public unicast address. IPv4 in any IPv6 clothing is judged as IPv4; IPv6 must lie in 2000::/3 *and* be
 * unicast by ipaddr.js, whose own answer alone lets `::7f00:1` pass.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}
