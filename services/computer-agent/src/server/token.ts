import { AgentTokenVerifier } from '@zo/agent-token';
import type { AgentConfig } from '../config.js';

const LOG_INTERVAL_MS = 10_000;

/** Resolves to whether a request may be served, and logs refused ones. */
export type Guard = (authorization: string | undefined) => Promise<boolean>;

export function guardOf(config: AgentConfig): Guard {
  const verifier = new AgentTokenVerifier(config);
  let refused = 0;
  let loggedAt = -LOG_INTERVAL_MS;
  return async (authorization) => {
    if (await verifier.accepts(authorization)) return true;
    refused++;
    // One line per interval, so that endless attempts do not fill the log.
    if (performance.now() - loggedAt >= LOG_INTERVAL_MS) {
      loggedAt = performance.now();
      console.error(`refused ${refused} requests without a token for this computer`);
    }
    return false;
  };
}
