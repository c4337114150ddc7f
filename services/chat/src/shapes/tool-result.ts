import { z } from 'zod';
import { callPicture } from './call-picture.js';

export const MAX_SOURCES = 20;
/** Of one result. */
export const MAX_PICTURES = 10;

/** A page of the web that a result rests on. */
export const webSource = z
  .strictObject({
    url: z.string(),
    title: z.string(),
    /** What the page says, in short. */
    passage: z.string(),
  })
  .meta({ id: 'WebSource' });
export type WebSource = z.infer<typeof webSource>;

/** For people: citations lead to them. The model reads the result itself. */
const sources = z.array(webSource).max(MAX_SOURCES).optional();

/** How many pictures the model is shown with the result; their bytes are kept beside it. */
const pictures = z.int().min(1).max(MAX_PICTURES).optional();

/** Hosts that a command without a way out tried to reach; the result tells the model in words. */
const unreached = z.array(z.string()).optional();

/** TL-02: the four shapes of a result, and binary data for tools that produce it. */
export const toolResult = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text'),
      text: z.string(),
      /** `unanswered`: nobody answered the question, which the text tells the model. */
      code: z.enum(['unanswered']).optional(),
      sources,
      pictures,
      picture: callPicture.optional(),
      unreached,
    }),
    z.strictObject({ type: z.literal('list'), items: z.array(z.string()), sources, unreached }),
    z.strictObject({
      type: z.literal('file_ref'),
      path: z.string(),
      media_type: z.string(),
      label: z.string(),
      /** For the model: what else is known of the file. */
      note: z.string().optional(),
      pictures,
    }),
    z.strictObject({ type: z.literal('binary'), media_type: z.string(), data: z.string() }),
    z.strictObject({ type: z.literal('error'), message: z.string(), code: z.string().optional() }),
  ])
  .meta({ id: 'ToolResult' });
export type ToolResult = z.infer<typeof toolResult>;

export const hasPictures = (result: ToolResult): boolean => 'pictures' in result && result.pictures !== undefined;

const MAX_PASSAGE = 600;
const MAX_TITLE = 300;
const onOneLine = (text: string, most: number) => text.replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed();

export const sourceOf = ({ url, title, passage }: WebSource): WebSource => ({
  url: url.slice(0, 2_048),
  title: onOneLine(title, MAX_TITLE),
  passage: onOneLine(passage, MAX_PASSAGE),
});
