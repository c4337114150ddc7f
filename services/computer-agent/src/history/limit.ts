import fs from 'node:fs';
import type { AgentConfig } from '../config.js';
import type { Folder } from '../home/folder.js';

const SHARE = 0.1;
const MAX_BYTES = 2 * 1024 ** 3;

const MAX_SHARE = 0.5;

const diskOf = (home: Folder, { diskLimit }: Pick<AgentConfig, 'diskLimit'>): number => {
  const volume = fs.statfsSync(home.self);
  return diskLimit || volume.blocks * volume.bsize;
};

/** Bytes that the history may take by itself: a share of the disk of the computer. */
export const historyLimit = (home: Folder, config: AgentConfig): number =>
  config.historyLimit || Math.min(MAX_BYTES, Math.floor(diskOf(home, config) * SHARE));

/** The highest limit that the user can set. */
export const maxHistoryLimit = (home: Folder, config: AgentConfig): number =>
  Math.floor(diskOf(home, config) * MAX_SHARE);
