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

/** What administrators of a cluster ask for through its API server (`kubectl zo`). */
export const loadAdminConfig = (env?: Environment) =>
  defineConfig(
    {
      /** Where it is answered, never by way of the gateway; without it nowhere. */
      ZO_ADMIN_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
      /** A kubeconfig file; without it the cluster this process runs in. */
      ZO_KUBECONFIG: z.string().min(1).optional(),
    },
    env,
  );
