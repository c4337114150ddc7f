import { locationResponse, root } from '@zo/http';
import { z } from 'zod';
import { kinds } from '@zo/proto/file-kind';
import { pathText } from '../tree/tree.dto.js';

const MAX_QUERY = 200;

/** Kinds in the query of an address, separated by commas. */
const kindList = z
  .string()
  .max(1_000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(kinds)));

/** A switch in the query of an address. */
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

export const findQuery = z.strictObject({
  q: z.string().trim().min(1, 'nothing to search for').max(MAX_QUERY),
  /** Only below this folder; absent: everywhere. */
  root: root.optional(),
  path: pathText.optional(),
  kinds: kindList.default([]),
  /** Modified then or later, Unix milliseconds. */
  since: z.coerce.number().min(0).default(0),
  /** Only files whose last change is known as theirs. */
  by: z.enum(['user', 'assistant', 'terminal']).optional(),
  regex: flag,
  caseSensitive: flag,
  wholeWord: flag,
  order: z.enum(['best', 'newest', 'name']).default('best'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  lines: z.coerce.number().int().min(1).max(5).default(2),
});
export type FindQuery = z.infer<typeof findQuery>;

/** A range of characters, in UTF-16 units: first and behind the last. */
const mark = z.tuple([z.number(), z.number()]);
const foundLine = z
  .strictObject({ line: z.number(), text: z.string(), marks: z.array(mark) })
  .meta({ id: 'FoundLine' });

/** A file or folder that was found. Time in Unix milliseconds, size in bytes. */
const found = locationResponse
  .extend({
    isDirectory: z.boolean(),
    mtime: z.number(),
    size: z.number(),
    nameMarks: z.array(mark),
    lines: z.array(foundLine),
    /** The words of the query stand together in a line. */
    isExact: z.boolean(),
  })
  .meta({ id: 'Found' });
export type Found = z.infer<typeof found>;

export const findResponse = z.strictObject({
  results: z.array(found),
  /** Files that match, counted up to 1,000. */
  total: z.number(),
  /** The index of the computer is still made: results may be missing. */
  isIncomplete: z.boolean(),
  /** The search took too long and was ended: results may be missing. */
  isTimedOut: z.boolean(),
});
export type FindAnswer = z.infer<typeof findResponse>;
