import {
  anyLocation,
  anyLocationResponse,
  anyRoot,
  location,
  locationResponse,
  root,
  segment,
  segments,
} from '@zo/http';
import { isMachineRoot } from '@zo/proto/location';
import { z } from 'zod';
import { createTypes } from '../names.js';

/** Text of a file in one request. */
const content = z
  .string()
  .max(16 * 1024 * 1024)
  .refine((text) => text.isWellFormed(), 'is not valid Unicode');
const several = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, 'nothing was chosen').max(10_000, 'at most 10,000 at once');
const clash = z.enum(['refuse', 'keep-both']).default('refuse');

export const create = z
  .strictObject({
    root: anyRoot,
    path: segments.min(1, 'a name is missing'),
    type: z.enum(createTypes),
    content: content.optional(),
  })
  .refine(({ root, type }) => type !== 'site' || !isMachineRoot(root), 'sites are made in your computer');
export type Create = z.infer<typeof create>;

const edit = z.strictObject({
  /** In bytes of UTF-8, of the file that `base` names. */
  offset: z.number().int().min(0),
  /** What is there. */
  found: content,
  replacement: content,
});

/** A save sends the whole text, or only what differs from the text it is based on. */
export const write = z
  .strictObject({
    root: anyRoot,
    path: segments.min(1, 'a name is missing'),
    content: content.optional(),
    edits: z.array(edit).min(1).max(1_000).optional(),
    base: z.union([
      z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'is a sha256 in hex') }),
      z.strictObject({ absent: z.literal(true) }),
      z.strictObject({ any: z.literal(true) }),
    ]),
  })
  .refine((save) => (save.content === undefined) !== (save.edits === undefined), 'has either content or edits')
  .refine((save) => save.edits === undefined || 'hash' in save.base, 'edits belong to a file with a hash');
export type Write = z.infer<typeof write>;

export const rename = z.strictObject({ root: anyRoot, path: segments.min(1), name: z.string().max(1_024) });
export type Rename = z.infer<typeof rename>;

export const transfer = z.strictObject({ items: several(anyLocation), target: anyLocation, clash });
export type Transfer = z.infer<typeof transfer>;

export const selection = z.strictObject({ items: several(location) });
export type Selection = z.infer<typeof selection>;

export const trashing = z.strictObject({ items: several(anyLocation) });
export type Trashing = z.infer<typeof trashing>;

/** `root`: of the machine that `names` were trashed on, as the answer of that told them. */
export const restore = z.strictObject({ root: anyRoot.default('w'), names: z.array(segment).min(1).max(10_000) });
export type Restore = z.infer<typeof restore>;

/**
 * A line of a listing, about 1,000 entries as columns: one list per property; `dirs` and the keys of `errors` are row
 * indexes.
 */
export const columnsResponse = z
  .strictObject({
    names: z.array(z.string()),
    dirs: z.array(z.number()),
    sizes: z.array(z.number()),
    mtimes: z.array(z.number()),
    births: z.array(z.number()),
    errors: z.record(z.string(), z.string()),
    /** With `first`: the folder has more. */
    more: z.literal(true).optional(),
  })
  .meta({ id: 'Columns' });
export type Columns = z.infer<typeof columnsResponse>;
export const written = z.strictObject({ hash: z.string(), size: z.number(), mtimeMs: z.number() });
const itemResult = anyLocationResponse
  .extend({
    to: anyLocationResponse.optional(),
    /** For /api/files/restore. */
    trashed: z.string().optional(),
    error: z.string().optional(),
    code: z.string().optional(),
  })
  .meta({ id: 'ItemResult' });
export type ItemResult = z.infer<typeof itemResult>;
export const results = z.strictObject({ results: z.array(itemResult) });
/**
 * `origin`: where the entry was, if that is known; `to` differs from it when the name was taken. `folderMade`: the
 * folder was gone and was made again.
 */
const restoreResult = z
  .strictObject({
    name: z.string(),
    to: anyLocationResponse.optional(),
    origin: anyLocationResponse.optional(),
    folderMade: z.boolean().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'RestoreResult' });
export type RestoreResult = z.infer<typeof restoreResult>;
export const restored = z.strictObject({ results: z.array(restoreResult) });
/** What is known of entries of the trash, the last one trashed first; `origin` is where each was. */
export const trashedResponse = z.strictObject({
  entries: z.array(z.strictObject({ name: z.string(), origin: locationResponse, trashedAt: z.number() })),
});
export const emptied = z.strictObject({ removed: z.number() });

/** A path in the query of an address: its names as JSON. */
export const pathText = z
  .string()
  .max(32_768)
  .transform((text, check) => {
    try {
      const parsed = segments.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // The issue below is added.
    }
    check.addIssue({ code: 'custom', message: 'is a JSON list of names' });
    return z.NEVER;
  });

/** A folder of the computer. */
export const folderQuery = z.strictObject({ root: root.default('w'), path: pathText.default([]) });
/** `first`: no more than so many entries, in the order in which a listing shows them. */
export const listQuery = folderQuery.extend({
  root: anyRoot.default('w'),
  first: z.coerce.number().int().min(1).max(1_000).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;
