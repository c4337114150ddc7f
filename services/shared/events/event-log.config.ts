/** Settings of the event log from the environment. */
import { z } from 'zod';

export const eventLogConfig = {
  /** Comma-separated addresses of the brokers. Without them the log in Postgres is read directly. */
  KAFKA_BROKERS: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .optional(),
  KAFKA_CLIENT: z.enum(['kafkajs', 'platformatic']).default('kafkajs'),
  /**
   * Bytes of events sent to the brokers in one batch; keep it well below their `max.message.bytes` (1 MB by default).
   */
  KAFKA_BATCH_BYTES: z.coerce.number().int().min(1_024).max(16_777_216).default(262_144),
  KAFKA_TLS: z.literal('1').optional(),
  /** CA certificates (PEM) of the brokers, if they are not signed by a public CA. */
  KAFKA_CA: z.string().startsWith('-----BEGIN CERTIFICATE-----', 'must be certificates in PEM').optional(),
  KAFKA_SASL: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** How long events stay in the log, even if all groups have read them. */
  ZO_EVENTS_KEEP_HOURS: z.coerce
    .number()
    .int()
    .min(24)
    .default(7 * 24),
};

export type EventLogConfig = Readonly<z.infer<z.ZodObject<typeof eventLogConfig>>>;
