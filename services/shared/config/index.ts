/**
 * Parses the environment once at start into a frozen typed object; prints every invalid variable, then ends the
 * process.
 */
import { z } from 'zod';

export { secretFile, secretPath } from './secret-file.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Exit code of a process that could not read its configuration (sysexits EX_CONFIG). */
export const CONFIG_EXIT_CODE = 78;

/** The variables one reader declares, optionally with rules across them. */
type Shape = z.ZodRawShape | z.ZodObject;
type Settings<T extends Shape> = T extends z.ZodObject
  ? z.infer<T>
  : T extends z.ZodRawShape
    ? z.infer<z.ZodObject<T>>
    : never;

/**
 * Parses the variables a service declares: `defineConfig({ PORT: z.coerce.number().default(4600) })`. Empty strings
 * count as absent. If any variable is invalid, prints all errors and exits with code 78.
 */
export function defineConfig<T extends Shape>(shape: T, env: Environment = process.env): Readonly<Settings<T>> {
  const parsed = parse(shape, env);
  if (parsed.success) return Object.freeze(parsed.data) as Readonly<Settings<T>>;
  for (const sentence of sentencesOf(parsed.error)) process.stderr.write(`configuration: ${sentence}\n`);
  process.exit(CONFIG_EXIT_CODE);
}

/** Returns what `defineConfig` would print: one sentence per invalid variable on how to fix it. */
export function configErrors(shape: Shape, env: Environment = process.env): string[] {
  const parsed = parse(shape, env);
  return parsed.success ? [] : sentencesOf(parsed.error);
}

function parse(shape: Shape, env: Environment) {
  const schema: z.ZodObject = shape instanceof z.ZodObject ? shape : z.object(shape);
  const present = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((key) => env[key])
      .map((key) => [key, env[key]]),
  );
  return schema.safeParse(present, { error: describeRule });
}

const sentencesOf = (error: z.ZodError) => error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);

/** Completes a sentence that begins with the name of the variable. Never includes the value, which may be a secret. */
function describeRule(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'must be set';
    return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    if (issue.origin === 'string') return `must have ${limit} characters`;
    return issue.inclusive === false
      ? `must be ${issue.code === 'too_small' ? 'above' : 'below'} ${limit.split(' ').at(-1)}`
      : `must be ${limit}`;
  }
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code !== 'invalid_format') return undefined;
  if (issue.format === 'email') return 'must be an e-mail address, for example ada@example.com';
  if (issue.format === 'url') return 'must be an address, for example https://zo.example.com';
  return issue.format === 'regex' ? `must match ${issue.pattern}` : undefined;
}

/** Read by every process. */
export const logging = { ZO_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info') };

/** Read by every service. */
export const platform = {
  DATABASE_URL: z
    .string()
    .startsWith('postgres', 'must be a postgres:// address ({service} stands for the name of the service)'),
  ZO_DATA: z.string().min(1),
  /** With `wait`, `infra/apps/launcher/migrate.ts` migrates the schemas and no service starts serving before that. */
  ZO_MIGRATIONS: z.enum(['run', 'wait']).default('run'),
  /** Connections of each service to the database, besides the one that listens for notifications. */
  ZO_DATABASE_POOL: z.coerce.number().int().min(3).max(100).default(6),
  /** For tests: accept a database that may lose committed data. */
  ZO_ALLOW_VOLATILE_DATABASE: z.literal('1').optional(),
  ZO_PUBLIC_URL: z.url().default('http://localhost:4600'),
  /** Where pages of users' files are shown, one host name for each view; only a loopback address needs none. */
  ZO_CONTENT_URL: z
    .string()
    .regex(
      /^https?:\/\/\*\.[a-z0-9.-]+(:\d{1,5})?$/,
      'must be an address with any host name, for example https://*.zo-content.example',
    )
    .optional(),
  /** Port of `/metrics` on `ZO_LISTEN`; without it, metrics are not served. */
  ZO_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Trace collector, OTLP over HTTP; without it, no traces are exported. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ...logging,
};

/** Addresses of the engines. Without an address, a single node uses its built-in adapter. */
export const engines = {
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a http:// or https:// address' }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

export type EngineSettings = Readonly<z.infer<z.ZodObject<typeof engines>>>;

/** Names that users see, in one place, so that an installation can be rebranded. */
export const branding = {
  ZO_PRODUCT_NAME: z.string().default('Zo'),
  ZO_COMPUTER_DOMAIN: z.string().default('localhost'),
  ZO_MAIL_DOMAIN: z.string().default('mail.localhost'),
  ZO_SITES_DOMAIN: z.string().default('sites.localhost'),
};
