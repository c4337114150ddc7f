/** Apart from the platform itself, so that a launcher can check the environment without loading it. */
import { z } from 'zod';
import { branding, engines, platform } from '@zo/config';
import { eventLogConfig } from '@zo/events';

/** What every process of services reads. */
export const platformSettings = {
  ...platform,
  ...branding,
  ...engines,
  PORT: z.coerce.number().int().min(1).max(65_535).default(4600),
  /** The one address to listen on; without it all of this machine. */
  ZO_LISTEN: z.string().optional(),
  /** How long a process that was told to end goes on serving, so that whoever sends it requests can notice. */
  ZO_DRAIN_MS: z.coerce.number().int().min(0).default(3_000),
  /** Tests: an answer that is not of its declared shape is a fault. */
  ZO_CHECK_ANSWERS: z.literal('1').optional(),
  ...eventLogConfig,
  ZO_COMPUTE_URL: z.url().optional(),
  /** How long a computer may be silent before it counts as not answering. */
  ZO_COMPUTER_ANSWER_MS: z.coerce.number().int().min(100).default(30_000),
  ZO_ACCOUNTS_URL: z.url().optional(),
};

export type PlatformConfig = Readonly<z.infer<z.ZodObject<typeof platformSettings>>>;
