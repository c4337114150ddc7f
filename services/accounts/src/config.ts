import { defineConfig, type Environment } from '@zo/shared/config';
import { z } from 'zod';

/** Unattended first start: all three make the owner without anybody opening the link. */
export const loadOwnerConfig = (env?: Environment) =>
  defineConfig(
    {
      ZO_OWNER_EMAIL: z.email().optional(),
      ZO_OWNER_PASSWORD: z.string().min(10).optional(),
      ZO_OWNER_HANDLE: z.string().max(200).optional(),
    },
    env,
  );
