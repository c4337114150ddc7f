import fs from 'node:fs';

/**
 * Ids of the processes that can be looked at. On macOS there are none: of what runs in the background only the group of
 * a command is known there.
 */
export function processIds(): string[] {
  try {
    return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
