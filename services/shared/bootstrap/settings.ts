/** Kept apart from the platform, so that a launcher can validate the environment without loading it. */
import { z } from 'zod';
import { branding, engines, platform } from '@zo/config';
import { eventLogConfig } from '@zo/events';

/** Settings that every service process reads. */
export const platformSettings = {
  ...platform,
  ...branding,
  ...engines,
  PORT: z.coerce.number().int().min(1).max(65_535).default(4600),
  /** The address to listen on; without it, all addresses of this machine. */
  ZO_LISTEN: z.string().optional(),
  /** How long a process keeps serving after SIGTERM, so that callers notice and stop sending requests. */
  ZO_DRAIN_MS: z.coerce.number().int().min(0).default(3_000),
  /** For tests: a response that does not match its declared schema is an error. */
  ZO_CHECK_ANSWERS: z.literal('1').optional(),
  ...eventLogConfig,
  ZO_COMPUTE_URL: z.url().optional(),
  /** How long a computer may be silent before it counts as unreachable. */
  ZO_COMPUTER_ANSWER_MS: z.coerce.number().int().min(100).default(30_000),
  /** The same in calls whose work grows with the data on the disk; without it, twenty times as long. */
  ZO_COMPUTER_LONG_ANSWER_MS: z.coerce.number().int().min(100).optional(),
  ZO_ACCOUNTS_URL: z.url().optional(),
  ZO_ZO_URL: z.url().optional(),
  ZO_CHANNELS_URL: z.url().optional(),
  ZO_CONNECTIONS_URL: z.url().optional(),
  ZO_CHAT_RPC_URL: z.url().optional(),
};

export type PlatformConfig = Readonly<z.infer<z.ZodObject<typeof platformSettings>>>;
