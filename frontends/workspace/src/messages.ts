import { formatNumber } from '@zo/web/format';

// User-visible texts of the file operations, by requirement.
export const MESSAGES = {
  // FT-02
  unreadable: (error: string) => (error === 'EILSEQ' ? 'name is not UTF-8' : 'cannot be read'),
  // FT-07
  // PC-02
  sending: (verb: 'move' | 'copy', bytes: string, total: string) =>
    `${verb === 'move' ? 'Moving' : 'Copying'} to another computer: ${bytes} of ${total}`,
  sendingCancelled: 'Cancelled. What was being sent is where it was.',
  sameFolder: 'Source and target are the same',
  intoChild: 'Cannot move into a child directory',
  movedOne: (name: string, folder: string) => `Moved "${name}" to ${folder}`,
  movedMany: (count: number, folder: string) => `Moved ${count} items to ${folder}`,
  movedSome: (done: number, total: number, folder: string) => `Moved ${done} of ${total} files to ${folder}`,
  moveFailed: (name: string, reason: string) => `Failed to move ${name}: ${reason}`,
  allPlaces: 'All places',
  choosePlace: 'Choose where to',
  moving: (done: number, total: number) => `Moving ${done} of ${total} items…`,
  // FT-12
  copiedOne: (name: string, folder: string) => `Copied "${name}" to ${folder}`,
  copiedMany: (count: number, folder: string) => `Copied ${count} items to ${folder}`,
  copiedSome: (done: number, total: number, folder: string) => `Copied ${done} of ${total} files to ${folder}`,
  copyFailed: (name: string, reason: string) => `Failed to copy ${name}: ${reason}`,
  copying: (done: number, total: number) => `Copying ${done} of ${total} items…`,
  held: (isCut: boolean, what: string) => `${isCut ? 'Cut' : 'Copied'} ${what}`,
  heldOnlyHere: 'Your browser did not let Zo use the clipboard, so this can be pasted in Zo only.',
  tooManyHeld: (limit: number) => `Choose at most ${formatNumber(limit)} items to cut or copy at once.`,
  nothingToPaste: 'Nothing to paste. Copy files first, here or on your desktop.',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  undoFailed: 'This could not be undone',
  redoFailed: 'This could not be done again',
  renamedBack: (from: string, to: string) => `Renamed "${from}" back to "${to}"`,
  // TR-01
  restored: (count: number, name: string) => (count === 1 ? `Restored "${name}"` : `Restored ${count} items`),
  // TR-02
  restoredAs: (name: string, folder: string) => `It is now “${name}” in ${folder}, because its name was taken.`,
  restoredToMade: (folder: string) => `Its folder “${folder}” was gone and was made again.`,
  restoredToRoot: 'Its original folder is not known, so it is in Workspace.',
  restoredWithNewNames: (count: number) => `With a new name, because the old one was taken: ${count}.`,
  restoredToMadeFolders: (count: number) => `In a folder that was gone and was made again: ${count}.`,
  restoredToRootMany: (count: number) => `In Workspace, because the original folder is not known: ${count}.`,
  openOriginal: 'Open original folder',
  trashedHere: {
    one: 'Moved to trash',
    many: (count: number) => `Moved ${count} files to trash`,
    some: (done: number, total: number) => `Moved ${done} of ${total} files to trash`,
  },
  // PC-02
  trashedThere: {
    one: 'Moved to the trash of the machine',
    many: (count: number) => `Moved ${count} files to the trash of the machine`,
    some: (done: number, total: number) => `Moved ${done} of ${total} files to the trash of the machine`,
  },
  notLoaded: 'This part of the app could not be loaded. Try again when you are online.',
  trashing: (done: number, total: number) => `Moving ${done} of ${total} items to trash…`,
  restoring: (done: number, total: number) => `Restoring ${done} of ${total} items…`,
  trashFailed: 'Failed to move file(s) to trash',
  trashEmptied: 'Trash emptied',
  emptyFailed: 'Failed to empty trash',
  deleted: 'Permanently deleted',
  restoreFailed: (error: string) => `Failed to restore: ${error}`,
  // FV-01
  importChats: 'Import chats',
  importingChats: (name: string) => `Importing the chats of “${name}”…`,
  importedChats: (chats: string, messages: string) => `Imported ${chats} with ${messages}`,
  knownChats: (chats: string) => `Nothing new: ${chats} were here already`,
  notKept: (losses: string) => `Not kept: ${losses}.`,
  chatsStopped: 'Stopped. What has come stays; import it again for the rest.',
  chatsFailed: (name: string) => `The chats of “${name}” were not imported`,
  extracting: (name: string) => `Extracting “${name}”…`,
  extracted: (count: string, folder: string) => `Extracted ${count} to “${folder}”`,
  extractedWithout: (count: number) =>
    `${count === 1 ? 'One entry was' : `${formatNumber(count)} entries were`} left out: ` +
    'links that lead out, devices, or names that no file can have.',
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
  // AP-03
  favourites: 'Favourites',
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  tooManyFavourites: (limit: number) => `There is room for ${limit} favourites. Remove one first.`,
  favouriteFailed: 'The favourites could not be saved',
  favouriteKeys: 'Alt with the arrow keys moves it, Delete removes it',
  // FT-03
  searchFolder: 'Search in this folder',
  showSize: 'Show size',
  counting: (name: string) => `Counting what is in “${name}”…`,
  takes: (name: string, size: string) => `“${name}” takes ${size}`,
  moreThan: (size: string) => `more than ${size}`,
  countFailed: (name: string) => `The size of “${name}” could not be counted`,
  countFolders: 'Count what is in the folders',
  // RT-06
  recent: 'Recent',
  recentKeys: 'Delete removes it from this list',
  // FT-03
  emptyTrashFolder: 'Nothing in trash',
  readOnly: 'This machine lets Zo only read',
  emptyFolder: 'This folder is empty',
  unused: 'Nothing of yours is here yet',
  noRoom: 'no room here',
  filter: 'Filter by name',
  endFilter: 'End the filter',
  filtered: (found: number, total: number) => `${formatNumber(found)} of ${formatNumber(total)}`,
  noneFiltered: 'No name here has this in it',
  showGrid: 'Show as grid',
  showList: 'Show as list',
  tileSize: 'Size of the tiles',
  sortBy: 'Sort by',
  sorted: (by: string, descending: boolean) => `Sorted by ${by}, ${descending ? 'descending' : 'ascending'}`,
  selected: (count: number) => `${formatNumber(count)} selected`,
  choose: (name: string) => `Choose ${name}`,
  noPreview: (size: string) => (size ? `no preview, ${size}` : 'no preview'),
  loading: 'Loading directory contents...',
} as const;
