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
  moving: (done: number, total: number) => `Moving ${done} of ${total} items…`,
  // FT-12
  copiedOne: (name: string, folder: string) => `Copied "${name}" to ${folder}`,
  copiedMany: (count: number, folder: string) => `Copied ${count} items to ${folder}`,
  copiedSome: (done: number, total: number, folder: string) => `Copied ${done} of ${total} files to ${folder}`,
  copyFailed: (name: string, reason: string) => `Failed to copy ${name}: ${reason}`,
  copying: (done: number, total: number) => `Copying ${done} of ${total} items…`,
  held: (isCut: boolean, what: string) => `${isCut ? 'Cut' : 'Copied'} ${what}`,
  heldOnlyHere: 'Your browser did not let Zo use the clipboard, so this can be pasted in Zo only.',
  tooManyHeld: (limit: number) => `Choose at most ${limit.toLocaleString('en-US')} items to cut or copy at once.`,
  nothingToPaste: 'Nothing to paste. Copy files first, here or on your desktop.',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  undoFailed: 'This could not be undone',
  redoFailed: 'This could not be done again',
  renamedBack: (from: string, to: string) => `Renamed "${from}" back to "${to}"`,
  // TR-01
  restored: (count: number, name: string) => (count === 1 ? `Restored "${name}"` : `Restored ${count} items`),
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
  noRoom: 'no room here',
  filter: 'Filter by name',
  endFilter: 'End the filter',
  filtered: (found: number, total: number) => `${found.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
  noneFiltered: 'No name here has this in it',
  loading: 'Loading directory contents...',
} as const;
