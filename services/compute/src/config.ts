import { defineConfig, type Environment } from '@zo/shared/config';
import { z } from 'zod';

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;

export const loadComputeConfig = (env?: Environment) =>
  defineConfig(
    {
      /** Socket of the computer host in the launcher. */
      ZO_COMPUTER_HOST: z.string().min(1).optional(),
      /** A computer that did nothing for so long is put to sleep. */
      ZO_IDLE_MINUTES: z.coerce.number().positive().default(30),
      /** What one computer may use; 0 means whatever the machine has. */
      ZO_COMPUTER_MEMORY_MB: z.coerce.number().min(0).default(4096).transform((value) => value * MEGABYTE),
      ZO_COMPUTER_CPUS: z.coerce.number().min(0).default(0),
      ZO_COMPUTER_DISK_GB: z.coerce.number().min(0).default(0).transform((value) => value * GIGABYTE),
    },
    env,
  );

export type ComputeConfig = ReturnType<typeof loadComputeConfig>;
export const COMPUTE_CONFIG = Symbol('compute config');
