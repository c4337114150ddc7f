import { anyRoot, segment, segments } from '@zo/http';
import { z } from 'zod';

const totalBytes = z
  .number()
  .int()
  .min(0)
  .max(2 ** 45, 'is more than any disk here has');
const clash = z.enum(['refuse', 'keep-both']);

export const init = z.strictObject({
  pathParts: segments,
  root: anyRoot.default('w'),
  fileName: segment,
  totalBytes,
  clash: clash.default('keep-both'),
});
export type Init = z.infer<typeof init>;

export const complete = z.strictObject({
  uploadId: z.uuid(),
  fileName: segment,
  totalBytes,
  pathParts: segments,
  chunkSizeBytes: z.number().int().positive(),
  clash: clash.optional(),
});
export type Complete = z.infer<typeof complete>;

const uploadShape = z.strictObject({
  uploadId: z.uuid(),
  root: anyRoot,
  pathParts: z.array(z.string()),
  fileName: z.string(),
  totalBytes: z.number(),
  chunkSizeBytes: z.number(),
  /** Indexes of the chunks that have arrived. */
  received: z.array(z.number()),
  createdAt: z.iso.datetime(),
});
export const uploadsResponse = z.strictObject({
  uploads: z.array(uploadShape.meta({ id: 'Upload' })),
  limitMb: z.number().nullable(),
});
export const uploadResponse = uploadShape.extend({ finalPath: z.string().nullable() });
export const uploadBegun = uploadShape.pick({ uploadId: true, chunkSizeBytes: true, received: true });
export const chunkReceived = z.strictObject({ received: z.number() });
export const uploadDone = z.strictObject({ finalPath: z.string() });

export const abort = z.strictObject({ uploadId: z.uuid() });
export type Abort = z.infer<typeof abort>;

const whole = z
  .string()
  .regex(/^\d{1,15}$/, 'is a whole number')
  .transform(Number);
/** The headers of a chunk (UP-03). */
export const chunkHeaders = z.object({
  'upload-id': z.uuid(),
  'chunk-index': whole,
  'chunk-size': whole,
  'chunk-offset': whole,
  'total-bytes': whole,
});
export type ChunkHeaders = z.infer<typeof chunkHeaders>;

/**
 * The form fields beside the file of a single upload. `fileName` overrides the name in the file's own header, in which
 * browsers encode a quotation mark as %22.
 */
export const singleFields = z.strictObject({
  pathParts: segments,
  fileName: segment.optional(),
  root: anyRoot.default('w'),
  clash: clash.default('keep-both'),
  /** An earlier request may have arrived although its answer was lost. */
  repeats: z.literal('true').optional(),
});
export type SingleFields = z.infer<typeof singleFields>;
