import { defineConfig, type Environment } from '@zo/shared/config';
import { z } from 'zod';

/** Unattended first start: e-mail, password and handle make the owner without anybody opening the link. */
export const loadOwnerConfig = (env?: Environment) =>
  defineConfig(
    {
      /** The secret of the link, where several processes have to know the same; without it one is made. */
      ZO_CLAIM_TOKEN: z.string().min(20).optional(),
      ZO_OWNER_EMAIL: z.email().optional(),
      ZO_OWNER_PASSWORD: z.string().min(10).optional(),
      ZO_OWNER_HANDLE: z.string().max(200).optional(),
    },
    env,
  );
