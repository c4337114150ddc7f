/** Environment is read once at start into a frozen typed tree; every fault is printed, then the process ends. */
import { z } from 'zod';

export { secretFile, secretPath } from './secret-file.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Exit code of a process that could not read its configuration (sysexits EX_CONFIG). */
export const CONFIG_EXIT_CODE = 78;

/**
 * Parses the variables a service declares: `defineConfig({ PORT: z.coerce.number().default(4600) })`.
 * Empty strings count as absent. On any fault prints all of them and exits with 78.
 */
export function defineConfig<T extends z.ZodRawShape>(
  shape: T,
  env: Environment = process.env,
): Readonly<z.infer<z.ZodObject<T>>> {
  const present = Object.fromEntries(
    Object.keys(shape)
      .filter((key) => env[key])
      .map((key) => [key, env[key]]),
  );
  const parsed = z.object(shape).safeParse(present);
  if (parsed.success) return Object.freeze(parsed.data);
  for (const issue of parsed.error.issues)
    process.stderr.write(`configuration: ${issue.path.join('.')}: ${issue.message}\n`);
  process.exit(CONFIG_EXIT_CODE);
}

/** What every process reads. */
export const logging = { ZO_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info') };

/** Variables that every service reads the same way. */
export const platform = {
  DATABASE_URL: z
    .string()
    .startsWith('postgres', 'must be a postgres:// address ({service} stands for the name of the service)'),
  ZO_DATA: z.string().min(1),
  /** `wait`: the schemas are brought up to date by `infra/start/migrate.ts`; nobody serves before that. */
  ZO_MIGRATIONS: z.enum(['run', 'wait']).default('run'),
  /** Connections of each service to the database, besides the one that listens. */
  ZO_DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(6),
  /** Tests: a database that may lose what it confirmed is not refused. */
  ZO_ALLOW_VOLATILE_DATABASE: z.literal('1').optional(),
  ZO_PUBLIC_URL: z.url().default('http://localhost:4600'),
  /** Where `/metrics` is answered, on `ZO_LISTEN`; without it nowhere. */
  ZO_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Collector of traces, OTLP over HTTP; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ...logging,
};

/** Where the engines are. Without an address a single node does their work itself. */
export const engines = {
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a http:// or https:// address' }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

export type EngineSettings = Readonly<z.infer<z.ZodObject<typeof engines>>>;

/** The names people see. One place, so that an installation can carry another name. */
export const branding = {
  ZO_PRODUCT_NAME: z.string().default('Zo'),
  ZO_COMPUTER_DOMAIN: z.string().default('localhost'),
  ZO_MAIL_DOMAIN: z.string().default('mail.localhost'),
  ZO_SITES_DOMAIN: z.string().default('sites.localhost'),
};
