import { location, locationResponse, root, segments } from '@zo/http';
import { z } from 'zod';
import { folderQuery } from '../tree/tree.dto.js';

export const seq = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const before = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);

export const versionsQuery = folderQuery.extend({ before });
export type VersionsQuery = z.infer<typeof versionsQuery>;

/** `to`: another path, which is never replaced; without it the file gets the version's bytes. */
export const restoreVersion = z.strictObject({
  root,
  path: segments.min(1, 'a name is missing'),
  version: seq,
  to: location.optional(),
});
export type RestoreVersion = z.infer<typeof restoreVersion>;

/** Pairs of versions of one file; `before` 0: it did not exist. */
export const countLines = z.strictObject({
  root,
  path: segments.min(1, 'a name is missing'),
  pairs: z
    .array(z.strictObject({ before: seq.or(z.literal(0)), after: seq }))
    .min(1)
    .max(100, 'at most 100 at once'),
});
export type CountLines = z.infer<typeof countLines>;

/** One for each pair; null: a version is no text, is not kept, or they take too long to compare. */
export const linesResponse = z.strictObject({
  counts: z.array(z.strictObject({ added: z.number(), removed: z.number() }).nullable()),
});

const author = z.enum(['user', 'assistant', 'terminal', 'unknown']);
export const notKept = z.enum(['too-large', 'no-room', 'damaged']);
export const authored = { author, conversationId: z.string().optional() };

/** `notKept`: why there are no bytes; `from` or `to`: the other path of a move. Times are Unix milliseconds. */
const version = z
  .strictObject({
    version: z.number(),
    kind: z.enum(['content', 'deleted', 'moved', 'moved-here']),
    at: z.number(),
    size: z.number(),
    notKept: notKept.optional(),
    other: locationResponse.optional(),
    ...authored,
  })
  .meta({ id: 'FileVersion' });
export type FileVersionAnswer = z.infer<typeof version>;

export const versionsResponse = z.strictObject({
  versions: z.array(version),
  more: z.boolean(),
  usage: z.strictObject({ usedBytes: z.number(), limitBytes: z.number(), maxFileBytes: z.number() }),
});
/**
 * Bytes, days, and names of folders or files, or endings like `*.iso`. `limitBytes` 0: what the computer gives by
 * itself.
 */
export const historySettings = z.strictObject({
  limitBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  keepDays: z.number().int().min(1).max(3_650),
  ignored: z.array(z.string().max(100)).max(100),
});
/** What is left out stays as it is. */
export const historyChange = historySettings.partial();
export type HistoryChange = z.infer<typeof historyChange>;
export const historySettingsResponse = historySettings.extend({
  usedBytes: z.number(),
  defaultLimitBytes: z.number(),
  maxLimitBytes: z.number(),
});

export const restoredVersion = locationResponse;

const deleted = locationResponse
  .extend({ version: z.number(), deletion: z.number(), at: z.number(), size: z.number(), ...authored })
  .meta({ id: 'DeletedFile' });
export type DeletedAnswer = z.infer<typeof deleted>;
export const deletedResponse = z.strictObject({ files: z.array(deleted), more: z.boolean() });
