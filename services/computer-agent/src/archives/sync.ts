import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Folder } from '../home/folder.js';

/**
 * Makes everything on the volume of a folder durable: one call instead of one for each of thousands of files. The
 * program of macOS takes no arguments and does so for every volume.
 */
export async function syncFileSystem(folder: Folder): Promise<void> {
  const FD = 3;
  const sync = spawn('sync', ['--file-system', `/proc/self/fd/${FD}/.`], {
    stdio: ['ignore', 'ignore', 'ignore', folder.fd],
  });
  const [code] = (await once(sync, 'close')) as [number | null];
  if (code !== 0) throw Object.assign(new Error('sync failed'), { code: 'EIO' });
}
