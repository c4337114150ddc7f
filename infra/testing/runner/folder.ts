import { rmSync } from 'node:fs';

/**
 * Removes a folder with retries, because child processes of a killed computer or database may write for a moment
 * longer.
 */
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 20 });
