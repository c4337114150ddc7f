import { locationResponse, root, segments } from '@zo/http';
import { z } from 'zod';
import { kinds } from '@zo/proto/file-kind';

const MAX_QUERY = 1_000;
const MAX_REPLACEMENT = 2_000;
const MAX_FILES = 50;
const MAX_HITS = 10_000;

const oneLine = z.string().refine((text) => !/[\0\r\n]/.test(text), 'is one line of text');

export const hitsQuery = z.strictObject({
  q: oneLine.min(1, 'nothing to search for').max(MAX_QUERY),
  replacement: oneLine.max(MAX_REPLACEMENT).default(''),
  regex: z.boolean().default(false),
  caseSensitive: z.boolean().default(false),
  wholeWord: z.boolean().default(false),
  /** Only below this folder; absent: everywhere. */
  root: root.optional(),
  path: segments.optional(),
  kinds: z.array(z.enum(kinds)).max(100).default([]),
  /** Modified then or later, Unix milliseconds. */
  since: z.number().min(0).default(0),
});
export type HitsQuery = z.infer<typeof hitsQuery>;

const hit = z
  .strictObject({
    line: z.number(),
    /** Of its first byte in the file. */
    offset: z.number(),
    found: z.string(),
    replacement: z.string(),
    /** The part of the line around it, and where it is in that part. */
    text: z.string(),
    mark: z.tuple([z.number(), z.number()]),
  })
  .meta({ id: 'Hit' });
const fileHits = locationResponse.extend({ hash: z.string(), hits: z.array(hit) }).meta({ id: 'FileHits' });
export type FileHits = z.infer<typeof fileHits>;
const leftOut = locationResponse
  .extend({ why: z.enum(['too-large', 'not-text', 'changed']) })
  .meta({ id: 'HitsLeftOut' });
export type LeftOut = z.infer<typeof leftOut>;

export const hitsResponse = z.strictObject({
  files: z.array(fileHits),
  /** Files that have hits, but cannot be changed here. */
  leftOut: z.array(leftOut),
  /** There are more hits than these. */
  isCut: z.boolean(),
});
export type HitsAnswer = z.infer<typeof hitsResponse>;

const edit = z.strictObject({
  offset: z.number().int().min(0),
  /** What is taken back is as long as a replacement. */
  found: z.string().max(MAX_REPLACEMENT),
  replacement: z.string().max(MAX_REPLACEMENT),
});

const change = z.strictObject({
  root,
  path: segments.min(1, 'a name is missing'),
  /** Of the bytes that the edits belong to. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'is a sha256 in hex'),
  edits: z.array(edit).min(1).max(MAX_HITS),
});
export type Change = z.infer<typeof change>;
export const replace = z.strictObject({ files: z.array(change).min(1).max(MAX_FILES, 'at most 50 at once') });
export type Replace = z.infer<typeof replace>;

const replaced = locationResponse
  .extend({ hash: z.string().optional(), error: z.string().optional(), code: z.string().optional() })
  .meta({ id: 'ReplacedFile' });
export type Replaced = z.infer<typeof replaced>;
export const replaceResponse = z.strictObject({ results: z.array(replaced) });
