import { locationResponse, root, segments } from '@zo/http';
import { z } from 'zod';

const archive = { root, path: segments.min(1, 'a name is missing') };
/** A path in an archive, as it is listed. */
const inside = z
  .string()
  .min(1)
  .max(4_096)
  .refine((text) => text.isWellFormed(), 'is not valid Unicode');

export const listArchive = z.strictObject(archive);
export type ListArchive = z.infer<typeof listArchive>;

/** `paths`: what is extracted, each with everything below it; without it the whole archive. */
export const extractArchive = z.strictObject({
  ...archive,
  paths: z.array(inside).min(1, 'nothing was chosen').max(1_000, 'at most 1,000 at once').optional(),
});
export type ExtractArchive = z.infer<typeof extractArchive>;

/**
 * An entry of an archive. `path`: its names joined by slashes; `size` in bytes and `mtime` in Unix milliseconds are
 * null when the archive does not say them; what is `encrypted` needs a password.
 */
const archiveEntry = z
  .strictObject({
    path: z.string(),
    kind: z.enum(['file', 'folder', 'link']),
    size: z.number().nullable(),
    mtime: z.number().nullable(),
    encrypted: z.boolean(),
  })
  .meta({ id: 'ArchiveEntry' });
export type ArchiveEntryAnswer = z.infer<typeof archiveEntry>;

/** `more`: not all entries are listed; `total`: all, as far as known; `leftOut`: entries that cannot be extracted. */
export const archiveListing = z.strictObject({
  entries: z.array(archiveEntry),
  more: z.boolean(),
  total: z.number(),
  leftOut: z.number(),
});

/** `to`: the new folder; `leftOut`: devices, links that lead out, and names that no file can have. */
export const extracted = z.strictObject({
  to: locationResponse,
  files: z.number(),
  folders: z.number(),
  bytes: z.number(),
  leftOut: z.number(),
});
