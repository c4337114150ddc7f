import { z } from 'zod';

/** The size limit of an imported file (IM-02). */
export const MAX_IMPORT_BYTES = 536_870_912;

// It becomes part of a query of Drive, in quotation marks.
const id = z.string().regex(/^[\w-]{1,200}$/, 'is not an id of Google Drive');

export const listDrive = z.strictObject({ folder_id: id.optional() });
export type ListDrive = z.infer<typeof listDrive>;

export const importDrive = z.strictObject({
  file_id: id,
  /** A folder of the workspace, such as `Imports/Drive`. */
  target_path: z.string().max(4_096),
  mime_type: z.string().max(255),
  filename: z.string().min(1, 'a name is missing').max(2_000),
});
export type ImportDrive = z.infer<typeof importDrive>;

export const imported = z.strictObject({ filename: z.string() });

const driveFile = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    mimeType: z.string(),
    modifiedTime: z.string().nullable(),
    /** In bytes; null for folders and documents of Google. */
    size: z.number().nullable(),
    isFolder: z.boolean(),
    icon: z.string(),
    iconLink: z.string().nullable(),
    /** As what it arrives; null for what cannot be imported. */
    arrivesAs: z.enum(['as_is', 'markdown', 'excel', 'powerpoint', 'image']).nullable(),
  })
  .meta({ id: 'DriveFile' });
export type DriveFile = z.infer<typeof driveFile>;

/** `complete`: false when the folder has more files than are listed. */
export const driveFiles = z.strictObject({ files: z.array(driveFile), complete: z.boolean() });
export type DriveFiles = z.infer<typeof driveFiles>;
