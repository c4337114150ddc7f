/** What an answer has done, as the ledger and the computer know it. */
import { locationResponse } from '@zo/http';
import type { Location } from '@zo/proto/location';
import { z } from 'zod';

const kind = z.enum(['file', 'folder', 'link']);
const change = z.enum(['created', 'modified', 'deleted', 'moved']);

/** One change of a run to the files of the computer. */
export interface ChangedEntry {
  readonly location: Location;
  readonly kind: z.infer<typeof kind>;
  readonly change: z.infer<typeof change>;
  /** Where it was before it was moved. */
  readonly from?: Location;
}

const ranCommand = z.strictObject({
  cmd: z.string(),
  /** Null if the command was stopped, or its end is not known. */
  exit_code: z.int().nullable(),
  /** Of one that was rehearsed: what it would have written and deleted, as paths in the home. */
  would_write: z.array(z.string()).optional(),
  would_delete: z.array(z.string()).optional(),
  /** Of both, also those that are not listed. */
  write_count: z.int().optional(),
  delete_count: z.int().optional(),
});

const hostTraffic = z.strictObject({
  host: z.string(),
  bytes_in: z.number(),
  bytes_out: z.number(),
  refused: z.boolean(),
});

const act = z.strictObject({
  kind: z.enum(['mail', 'text', 'schedule', 'app', 'program', 'machine']),
  /** The tool of an app or a program, or the machine; empty otherwise. */
  name: z.string(),
  /** The subject, the words, the instruction, what the app was asked to do, or the command. */
  what: z.string(),
  /** A restart came in between: it may not have been done. */
  unknown: z.boolean(),
});

export const receipt = z
  .strictObject({
    /** The first changes, in the order of paths. Receipts of earlier releases have no kinds. */
    files: z.array(
      locationResponse.extend({
        change,
        kind: kind.optional(),
        from: locationResponse.optional(),
        /** Written after text of others, and how it may run later. */
        runs: z.enum(['by-name', 'by-itself']).optional(),
      }),
    ),
    /** How many more changes there were at least. */
    more_files: z.int().min(0).optional(),
    /** The computer did not answer at the end: there may be changes that are not listed. */
    files_unknown: z.literal(true).optional(),
    /** In the order in which they began. Receipts of earlier releases only have the texts. */
    commands: z.array(z.union([z.string(), ranCommand])),
    /** What commands reached or tried to reach, as the way out of the computer saw it. */
    hosts: z.array(hostTraffic).optional(),
    /**
     * What was done beyond the computer, where Undo does not reach: mails and texts to the user, schedules, and what
     * apps (`name`: the tool) and programs of others were asked to do. Absent if there was nothing.
     */
    acts: z.array(act).optional(),
    /** What was asked of models for media; seconds of sound. */
    media: z.strictObject({ images: z.int(), seconds: z.number(), videos: z.int().optional() }).optional(),
    tokens: z.strictObject({ input: z.number(), output: z.number(), total: z.number() }),
    /** Dollars. Absent where a price is not known, and where nothing was paid. */
    cost_usd: z.number().positive().optional(),
    duration_ms: z.number(),
    undo: z.enum(['available', 'done', 'none']),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receipt>;
export type RanCommand = z.infer<typeof ranCommand>;
