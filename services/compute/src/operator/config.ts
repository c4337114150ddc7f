import { defineConfig, engines, type Environment, logging } from '@zo/config';
import { z } from 'zod';

const SECOND = 1_000;

export const loadOperatorConfig = (env?: Environment) =>
  defineConfig(
    {
      /** Where it answers `/livez` and `/healthz`; without it nowhere. */
      PORT: z.coerce.number().int().min(1).max(65_535).optional(),
      /** Where `/metrics` is answered; without it nowhere. */
      ZO_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
      /** A kubeconfig file; without it the cluster this process runs in. */
      ZO_KUBECONFIG: z.string().min(1).optional(),
      /** Image of computers, by digest. */
      ZO_COMPUTER_IMAGE: z.string().min(1),
      /** Image of computers on the canary channel; without it the same. */
      ZO_COMPUTER_IMAGE_CANARY: z.string().min(1).optional(),
      /** Where agents say to compute that they listen; without it they say nothing. */
      ZO_HELLO_URL: z.url({ protocol: /^http$/ }).optional(),
      /** Where the services run, and the lease is. */
      ZO_PLATFORM_NAMESPACE: z.string().min(1).default('zo'),
      ...engines,
      ...logging,
      /** How long an operator that is silent is still taken for the leader. */
      ZO_OPERATOR_LEASE_SECONDS: z.coerce
        .number()
        .min(1)
        .default(15)
        .transform((value) => value * SECOND),
      /** How often everything is looked at although nothing was heard. */
      ZO_OPERATOR_RELIST_SECONDS: z.coerce
        .number()
        .min(1)
        .default(600)
        .transform((value) => value * SECOND),
    },
    env,
  );
