import { branding, defineConfig } from '@zo/config';
import { z } from 'zod';

/** Settings of the launcher itself; services get the whole environment. */
export const launcherSettings = {
  ...branding,
  ZO_DATA: z.string().min(1),
  ZO_CHECKOUT: z.string().min(1),
  PORT: z.coerce.number().int().default(4600),
  ZO_PUBLIC_URL: z.url().optional(),
  /** Address of an external Postgres; without it the embedded one is started. */
  DATABASE_URL: z.string().optional(),
  ZO_STARTED_AT: z.coerce.number().default(() => Date.now()),
  ZO_DEV: z.literal('1').optional(),
  ZO_UNSANDBOXED: z.literal('1').optional(),
  /** `none`: computers use the programs of this machine, and no root file system is built for them. */
  ZO_COMPUTER_IMAGE: z.enum(['own', 'none']).default('own'),
  /**
   * Debian packages of that file system beside the usual ones; those that this machine's release lacks are left out.
   */
  ZO_COMPUTER_PACKAGES: z
    .string()
    .regex(/^[a-z0-9.+ -]*$/, 'has names of Debian packages, with blanks between them')
    .default('chromium-headless-shell fonts-liberation'),
};

export const loadLauncherConfig = () => defineConfig(launcherSettings);

export type LauncherConfig = ReturnType<typeof loadLauncherConfig>;
