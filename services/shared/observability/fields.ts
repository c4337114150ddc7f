/**
 * The fields a log line may have besides its message. Other fields do not compile, and are dropped at run time: no
 * bodies, no addresses, no file names, nothing a user typed.
 */
export interface LogFields {
  /** Logged as message, code, stack and causes only. */
  readonly error?: unknown;
  readonly stack?: string;
  /** Ids of a user, a computer or an event; never a name. */
  readonly userId?: string;
  readonly id?: string;
  readonly key?: string;
  readonly service?: string;
  readonly connection?: string;
  readonly port?: number;
  readonly method?: string;
  readonly code?: string;
  readonly tool?: string;
  readonly topic?: string;
  readonly type?: string;
  readonly partition?: number;
  readonly attempt?: number;
  readonly attempts?: number;
  readonly reason?: unknown;
  readonly namespace?: string;
  /** Resource of the Kubernetes API. */
  readonly kind?: string;
  readonly object?: string;
  readonly phase?: string;
  readonly refusal?: unknown;
  readonly wait?: number;
  readonly leads?: boolean;
  readonly bytes?: number;
  readonly files?: number;
  readonly takenAt?: string;
  readonly tables?: number;
  readonly rows?: number;
  /** Rows deleted by a sweep. */
  readonly events?: number;
  readonly inbox?: number;
}

const FIELDS: Readonly<Record<keyof LogFields, true>> = {
  error: true,
  stack: true,
  userId: true,
  id: true,
  key: true,
  service: true,
  connection: true,
  port: true,
  method: true,
  code: true,
  tool: true,
  topic: true,
  type: true,
  partition: true,
  attempt: true,
  attempts: true,
  reason: true,
  namespace: true,
  kind: true,
  object: true,
  phase: true,
  refusal: true,
  wait: true,
  leads: true,
  takenAt: true,
  tables: true,
  rows: true,
  bytes: true,
  files: true,
  events: true,
  inbox: true,
};

/** Drops fields that are not listed. */
export const onlyListed = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(FIELDS, name)));
