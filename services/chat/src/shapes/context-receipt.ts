/** What a model was sent for one step of an answer, by kind. */
import { z } from 'zod';

/**
 * In the order in which they are sent. `memory`, `skill`: what the prompt says of them. `words`: what the user typed
 * and pasted. `left_out`: earlier messages that did not fit, without a summary.
 */
export const contextKind = z
  .enum([
    'system',
    'memory',
    'skill',
    'tools',
    'summary',
    'left_out',
    'words',
    'files',
    'pictures',
    'answers',
    'results',
  ])
  .meta({ id: 'ContextKind' });
export type ContextKind = z.infer<typeof contextKind>;

export const contextPart = z
  .strictObject({
    kind: contextKind,
    /** Messages, files, pictures, tools or results of that kind. */
    count: z.int().min(0),
    /** About so many: providers count each in their own way. */
    tokens: z.int().min(0),
  })
  .meta({ id: 'ContextPart' });
export type ContextPart = z.infer<typeof contextPart>;

export const contextReceipt = z
  .strictObject({
    model: z.string(),
    steps: z.array(
      z.strictObject({
        step: z.int(),
        /** As the provider counted them. */
        input_tokens: z.number(),
        output_tokens: z.number(),
        parts: z.array(contextPart),
      }),
    ),
  })
  .meta({ id: 'ContextReceipt' });
