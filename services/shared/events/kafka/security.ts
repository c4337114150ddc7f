/** Authentication between services and brokers. */
import type { EventLogConfig } from '../event-log.config.js';

export interface BrokerSecurity {
  /** Certificates are verified against `ca` (PEM) or the public CAs; undefined disables TLS. */
  readonly tls?: { readonly ca?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
}

/** @throws if the settings are incomplete or would send a password unencrypted */
export function securityOf({
  KAFKA_TLS,
  KAFKA_CA,
  KAFKA_SASL,
  KAFKA_USERNAME,
  KAFKA_PASSWORD,
}: EventLogConfig): BrokerSecurity {
  if (KAFKA_CA && !KAFKA_TLS) throw new Error('KAFKA_CA is set and KAFKA_TLS is not: set KAFKA_TLS to 1');
  const tls = KAFKA_TLS && { ...(KAFKA_CA && { ca: KAFKA_CA }) };
  if (!KAFKA_SASL) {
    if (KAFKA_USERNAME || KAFKA_PASSWORD)
      throw new Error(
        'KAFKA_SASL does not say how to sign in to the brokers: set it to plain, scram-sha-256 or scram-sha-512',
      );
    return { tls };
  }
  if (!KAFKA_USERNAME || !KAFKA_PASSWORD)
    throw new Error('the user of the brokers is missing: set KAFKA_USERNAME and KAFKA_PASSWORD');
  if (KAFKA_SASL === 'plain' && !tls)
    throw new Error('KAFKA_SASL=plain sends the password readable: set KAFKA_TLS to 1, or KAFKA_SASL to scram-sha-512');
  return { tls, sasl: { mechanism: KAFKA_SASL, username: KAFKA_USERNAME, password: KAFKA_PASSWORD } };
}
