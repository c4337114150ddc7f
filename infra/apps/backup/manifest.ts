/** The manifest of a backup. It is written last, so an unfinished backup has none. */
import { z } from 'zod';

/** Raise it when an older restore could not read what this release writes. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1);

const table = z.object({
  schema: name,
  name,
  columns: z.array(name).min(1),
  rows: z.number().int().min(0),
  /** The part with its rows, in the format of COPY. */
  part: name,
});
const sequence = z.object({ schema: name, name, value: z.string().regex(/^-?\d+$/) });
const part = z.object({ name, bytes: z.number().int().min(0), sha256: hash });

const database = z.object({
  /** Version of the Postgres server that the rows come from. */
  server: name,
  /** The migrations that had run, by service. */
  migrations: z.record(name, z.array(name)),
  tables: z.array(table),
  sequences: z.array(sequence),
});

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Release of the product that wrote it. */
  version: name,
  /** Time of the database snapshot: what was stored later is not included. */
  takenAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  database,
  /** Absent in a cluster, where homes are backed up one by one. */
  files: z.object({ part: name, entries: z.number().int().min(0) }).optional(),
  parts: z.array(part),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type DatabaseManifest = z.infer<typeof database>;
export type TableManifest = z.infer<typeof table>;
export type Part = z.infer<typeof part>;
