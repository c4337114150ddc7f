import { z } from 'zod';

/** TL-02: the four shapes of a result, and binary data for tools that produce it. */
export const toolResult = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('list'), items: z.array(z.string()) }),
    z.strictObject({ type: z.literal('file_ref'), path: z.string(), media_type: z.string(), label: z.string() }),
    z.strictObject({ type: z.literal('binary'), media_type: z.string(), data: z.string() }),
    z.strictObject({ type: z.literal('error'), message: z.string(), code: z.string().optional() }),
  ])
  .meta({ id: 'ToolResult' });
export type ToolResult = z.infer<typeof toolResult>;
