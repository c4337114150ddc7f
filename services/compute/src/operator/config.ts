import { defineConfig, engines, type Environment, logging } from '@zo/config';
import { z } from 'zod';

const SECOND = 1_000;

export const loadOperatorConfig = (env?: Environment) =>
  defineConfig(
    {
      /** Port of `/livez` and `/healthz`; without it they are not served. */
      PORT: z.coerce.number().int().min(1).max(65_535).optional(),
      /** Port of `/metrics`; without it they are not served. */
      ZO_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
      /** Path of a kubeconfig file; the default is the cluster this process runs in. */
      ZO_KUBECONFIG: z.string().min(1).optional(),
      /** Image of computers, by digest. */
      ZO_COMPUTER_IMAGE: z.string().min(1),
      /** Image of computers on the canary channel; the default is the stable one. */
      ZO_COMPUTER_IMAGE_CANARY: z.string().min(1).optional(),
      /** URL where agents register with compute; without it they do not. */
      ZO_REGISTRATION_URL: z.url({ protocol: /^http$/ }).optional(),
      /** Namespace of the services and of the lease. */
      ZO_PLATFORM_NAMESPACE: z.string().min(1).default('zo'),
      ...engines,
      ...logging,
      /** How long a silent operator keeps the leadership. */
      ZO_OPERATOR_LEASE_SECONDS: z.coerce
        .number()
        .min(1)
        .default(15)
        .transform((value) => value * SECOND),
      /** How often all objects are listed anew, even if no change was reported. */
      ZO_OPERATOR_RELIST_SECONDS: z.coerce
        .number()
        .min(1)
        .default(600)
        .transform((value) => value * SECOND),
    },
    env,
  );
