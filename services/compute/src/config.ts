import { defineConfig, type Environment } from '@zo/config';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;

export const computeSettings = {
  /** Where computers run: as processes of this machine, or as pods of a cluster. */
  ZO_COMPUTER_DRIVER: z.enum(['local', 'kubernetes']).default('local'),
  /** Pods: path of a kubeconfig file; the default is the cluster this process runs in. */
  ZO_KUBECONFIG: z.string().min(1).optional(),
  /** Pods: prefix of the computers' namespaces, which end in `-00` to `-15`, as the operator creates them. */
  ZO_COMPUTER_NAMESPACES: z
    .string()
    .regex(/^[a-z]([a-z0-9-]*[a-z0-9])?$/)
    .max(50)
    .default('computers'),
  /** Pods: the ComputerPlan of new computers. */
  ZO_COMPUTER_PLAN: z.string().min(1).default('free'),
  /** Pods: port where agents register; without it they cannot. */
  ZO_REGISTRATION_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Socket path of the computer host in the launcher. */
  ZO_COMPUTER_HOST: z.string().min(1).optional(),
  /** A computer that is idle for this long is put to sleep. */
  ZO_IDLE_MINUTES: z.coerce.number().positive().default(30),
  /** A computer that is silent for this long counts as not answering. */
  ZO_COMPUTER_ANSWER_MS: z.coerce.number().int().min(100).default(30_000),
  /** Path of the package that people run on machines of their own; beside this program by default. */
  ZO_MACHINE_PROGRAM: z
    .string()
    .min(1)
    .default(() => join(dirname(process.argv[1] ?? ''), 'zo-machine.tgz')),
  /**
   * Ports on which the other replicas reach the machines that are linked to this one, for example `20000-20999`; by
   * default the kernel chooses.
   */
  ZO_MACHINE_PORTS: z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/, 'is a range of ports, for example 20000-20999')
    .default('0-0')
    .transform((range) => range.split('-').map(Number) as [first: number, last: number]),
  /** Limits of one computer; 0 means all that the machine has. */
  ZO_COMPUTER_MEMORY_MB: z.coerce
    .number()
    .min(0)
    .default(4096)
    .transform((value) => value * MEGABYTE),
  ZO_COMPUTER_CPUS: z.coerce.number().min(0).default(0),
  ZO_COMPUTER_DISK_GB: z.coerce
    .number()
    .min(0)
    .default(10)
    .transform((value) => value * GIGABYTE),
};

export const loadComputeConfig = (env?: Environment) => defineConfig(computeSettings, env);

export type ComputeConfig = ReturnType<typeof loadComputeConfig>;
export const COMPUTE_CONFIG = Symbol('compute config');
