/**
 * What a line of the log may say besides its message. A field that is not here does not compile, and one that comes in by
 * another way is not written: no bodies, no addresses, no names of files, nothing a person typed.
 */
export interface LogFields {
  /** Written as message, code, stack and causes, and nothing else of it. */
  readonly error?: unknown;
  readonly stack?: string;
  /** Of a person, a computer, a message on the bus; never a name. */
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

/** Without what is not on the list. */
export const onlyListed = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(FIELDS, name)));
