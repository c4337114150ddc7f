// User-visible texts of the file operations, by requirement.
export const MESSAGES = {
  // FT-02
  unreadable: (error: string) => (error === 'EILSEQ' ? 'name is not UTF-8' : 'cannot be read'),
  // FT-07
  sameFolder: 'Source and target are the same',
  intoChild: 'Cannot move into a child directory',
  movedOne: (name: string, folder: string) => `Moved "${name}" to ${folder}`,
  movedMany: (count: number, folder: string) => `Moved ${count} items to ${folder}`,
  movedSome: (done: number, total: number, folder: string) => `Moved ${done} of ${total} files to ${folder}`,
  moveFailed: (name: string, reason: string) => `Failed to move ${name}: ${reason}`,
  // TR-01
  trashed: 'Moved to trash',
  trashedMany: (count: number) => `Moved ${count} files to trash`,
  trashedSome: (done: number, total: number) => `Moved ${done} of ${total} files to trash`,
  trashFailed: 'Failed to move file(s) to trash',
  trashEmptied: 'Trash emptied',
  emptyFailed: 'Failed to empty trash',
  deleted: 'Permanently deleted',
  restoreFailed: (error: string) => `Failed to restore: ${error}`,
  // FV-01
  extracting: (name: string) => `Extracting “${name}”…`,
  extracted: (count: string, folder: string) => `Extracted ${count} to “${folder}”`,
  extractedWithout: (count: number) =>
    `${count === 1 ? 'One entry was' : `${count.toLocaleString('en-US')} entries were`} left out: links that lead out, devices, or names that no file can have.`,
  extractionCancelled: 'Extraction cancelled, nothing was kept.',
  extractFailed: (name: string) => `Failed to extract “${name}”`,
  // FT-15
  conversions: {
    sheet: {
      running: (name: string) => `Converting “${name}”…`,
      done: 'Converted to sheet',
      failed: 'Failed to convert to sheet',
    },
    markdown: {
      running: (name: string) => `Converting “${name}”…`,
      done: 'Converted to Markdown',
      failed: 'Failed to convert to Markdown',
    },
    xlsx: {
      running: (name: string) => `Exporting “${name}”…`,
      done: 'Exported to XLSX',
      failed: 'Failed to export XLSX',
    },
  },
  imagesLeftOut: (count: number) => `${count === 1 ? 'One image was' : `${count} images were`} left out.`,
  sheetTooLarge: 'This sheet is too large to be exported here.',
  notUploaded: 'The workbook could not be saved beside the sheet.',
  // FT-05, FT-06
  createFailed: (type: string) => `Failed to create ${type}`,
  createError: (type: string) => `An error occurred while creating ${type}`,
  renameFailed: 'Failed to rename',
  renameError: 'An error occurred while renaming',
  // FT-03
  emptyTrashFolder: 'Nothing in trash',
  emptyFolder: 'This folder is empty',
  unused: 'Nothing of yours is here yet',
  loading: 'Loading directory contents...',
} as const;
