import { z } from 'zod';

const id = z.string().regex(/^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i, 'is not an id of Notion');

export const importNotion = z.strictObject({
  page_id: id,
  /** A folder of the workspace, such as `Imports/Notion`. */
  target_path: z.string().max(4_096),
  title: z.string().max(2_000),
});
export type ImportNotion = z.infer<typeof importNotion>;

const notionPage = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    /** With its sign in front, if it has one. */
    renderTitle: z.string(),
    lastEditedTime: z.string().nullable(),
    icon: z.string().nullable(),
    iconLink: z.string().nullable(),
    isDatabase: z.boolean(),
    /** The database that it is in: the id of one of these pages. */
    parentDatabaseId: z.string().nullable(),
  })
  .meta({ id: 'NotionPage' });
export type NotionPage = z.infer<typeof notionPage>;

/** `complete`: false when the workspace has more pages than are listed. */
export const notionPages = z.strictObject({ pages: z.array(notionPage), complete: z.boolean() });
export type NotionPages = z.infer<typeof notionPages>;

/** `report`: the name of the file that says what could not be kept. */
export const importedPage = z.strictObject({ filename: z.string(), report: z.string().nullable() });
export type ImportedPage = z.infer<typeof importedPage>;
