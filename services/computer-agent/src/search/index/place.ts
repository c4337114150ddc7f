/** Below the home. Not in backups, and not counted as use of the disk: it can be made anew at any time. */
export const INDEX_FOLDER = '.computer/index';
export const INDEX_FILE = 'text.db';
/** Room of the index on the disk; when it is full, further files are found by their names and by reading only. */
export const MAX_INDEX_BYTES = 256 * 1024 * 1024;
