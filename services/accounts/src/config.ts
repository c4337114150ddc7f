import { defineConfig, type Environment } from '@zo/config';
import { z } from 'zod';
import { isReserved, toHandle } from './users/handle.js';

/** Unattended first start: e-mail, password and handle create the owner without opening the link. */
export const ownerSettings = z
  .object({
    /**
     * The token in the link, for installations in which several processes need the same; without it, one is generated.
     */
    ZO_CLAIM_TOKEN: z.string().min(20).optional(),
    ZO_OWNER_EMAIL: z.email().max(254).optional(),
    ZO_OWNER_PASSWORD: z.string().min(10).max(256).optional(),
    ZO_OWNER_HANDLE: z
      .string()
      .max(200)
      .refine((text) => !isReserved(toHandle(text)), 'must be another name: this one is reserved')
      .optional(),
  })
  .superRefine(({ ZO_OWNER_EMAIL: email, ZO_OWNER_PASSWORD: password }, { addIssue }) => {
    if (!email === !password) return;
    const [missing, given] = email ? ['ZO_OWNER_PASSWORD', 'ZO_OWNER_EMAIL'] : ['ZO_OWNER_EMAIL', 'ZO_OWNER_PASSWORD'];
    addIssue({ code: 'custom', path: [missing], message: `must be set together with ${given}, or neither of them` });
  });

export const loadOwnerConfig = (env?: Environment) => defineConfig(ownerSettings, env);

/** Settings of the endpoints for cluster administrators (`kubectl zo`). */
export const adminSettings = {
  /** Port of these endpoints, never reachable through the gateway; without it, they are not served. */
  ZO_ADMIN_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** A kubeconfig file; without it, the cluster this process runs in. */
  ZO_KUBECONFIG: z.string().min(1).optional(),
};

export const loadAdminConfig = (env?: Environment) => defineConfig(adminSettings, env);
