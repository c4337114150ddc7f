import fs from 'node:fs';
import type { AgentConfig } from '../config.js';
import type { Folder } from '../home/folder.js';

const SHARE = 0.1;
const MAX_BYTES = 2 * 1024 ** 3;

/** Bytes that the history may take: a share of the disk of the computer. */
export function historyLimit(home: Folder, { historyLimit: given, diskLimit }: AgentConfig): number {
  const volume = fs.statfsSync(home.self);
  return given || Math.min(MAX_BYTES, Math.floor((diskLimit || volume.blocks * volume.bsize) * SHARE));
}
