import { location, locationResponse, root, segments } from '@zo/http';
import { z } from 'zod';
import { folderQuery } from '../tree/tree.dto.js';
import { authored, before, notKept, seq } from './versions.dto.js';

export const momentsQuery = folderQuery.extend({ before });
export type MomentsQuery = z.infer<typeof momentsQuery>;

/** `moment`: the folder as it was after `last`. `examples`: up to three of the files. Times are Unix milliseconds. */
const moment = z
  .strictObject({
    moment: z.number(),
    first: z.number(),
    last: z.number(),
    files: z.number(),
    examples: z.array(locationResponse),
    ...authored,
  })
  .meta({ id: 'FolderMoment' });
export type MomentAnswer = z.infer<typeof moment>;
/** `next`: `before` of the next page; absent at the end. */
export const momentsResponse = z.strictObject({ moments: z.array(moment), next: z.number().optional() });

/** `differing`: only files that are different now. `after`: `next` of the page before. */
export const folderFilesQuery = folderQuery.extend({
  moment: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  after: z.string().max(8_192).default(''),
  differing: z.stringbool().default(false),
});
export type FolderFilesQuery = z.infer<typeof folderFilesQuery>;

/** `version` is absent in a file that came since. `notKept`: why it cannot be restored. */
const folderFile = locationResponse
  .extend({
    version: z.number().optional(),
    size: z.number(),
    mtime: z.number(),
    sinceThen: z.enum(['same', 'changed', 'gone', 'new']),
    notKept: notKept.optional(),
  })
  .meta({ id: 'FolderFile' });
export type FolderFileAnswer = z.infer<typeof folderFile>;
export const folderFilesResponse = z.strictObject({ files: z.array(folderFile), next: z.string().optional() });

export const restoreFolder = z.strictObject({ root, path: segments, moment: seq });
export type RestoreFolder = z.infer<typeof restoreFolder>;
/** `undo`: of an earlier answer. */
export const undoRestore = z.strictObject({ undo: z.uuid() });
export type UndoRestore = z.infer<typeof undoRestore>;

const left = location.extend({ why: z.enum(['changed-since', 'not-kept', 'failed']) });
/** `left`: the first 200 of `leftCount` files that stayed as they are. `undo`: takes this back. */
export const restoredFolder = z
  .strictObject({ restored: z.number(), left: z.array(left), leftCount: z.number(), undo: z.string() })
  .meta({ id: 'RestoredFolder' });
export type RestoredFolder = z.infer<typeof restoredFolder>;
