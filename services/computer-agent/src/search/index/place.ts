import fs from 'node:fs';
import type { AgentConfig } from '../../config.js';
import type { Folder } from '../../home/folder.js';

/** Below the home. Not in backups, and not counted as use of the disk: it can be made anew at any time. */
export const INDEX_FOLDER = '.computer/index';
export const INDEX_FILE = 'text.db';
/** Room of the index on the disk; when it is full, further files are found by their names and by reading only. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024;
const SHARE_OF_VOLUME = 0.05;

/** Bytes that the index may take. */
export function indexLimit(home: Folder, { indexLimit: given }: AgentConfig): number {
  const volume = fs.statfsSync(home.self);
  return Math.min(
    given || MAX_INDEX_BYTES,
    MAX_INDEX_BYTES,
    Math.floor(volume.blocks * volume.bsize * SHARE_OF_VOLUME),
  );
}
