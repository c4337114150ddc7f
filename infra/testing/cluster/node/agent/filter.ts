import { spawnSync } from 'node:child_process';
import { type Seen, rulesOf } from './rules.js';

/** Collects bursts of changes; a policy takes effect about 50 ms after it is written. */
const GATHER_MS = 20;
const RETRY_MS = 1_000;

/**
 * Keeps the packet filter in step with the observed state; each update replaces it as a whole. Inactive before `begin`.
 */
export function packetFilter(see: () => Seen): { later(): void; begin(): void } {
  let begun = false;
  let last = '';
  let timer: NodeJS.Timeout | undefined;
  const apply = () => {
    timer = undefined;
    const rules = rulesOf(see());
    if (rules === last) return;
    const { status, stderr } = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' });
    if (status === 0) last = rules;
    else {
      console.error(stderr, rules);
      timer = setTimeout(apply, RETRY_MS);
    }
  };
  const later = () => {
    if (begun) timer ??= setTimeout(apply, GATHER_MS);
  };
  return { later, begin: () => ((begun = true), later()) };
}
