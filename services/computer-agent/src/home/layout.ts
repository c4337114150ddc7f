import fs from 'node:fs';
import { join } from 'node:path';

export const FOLDERS: readonly string[] = [
  'workspace',
  'workspace/Articles',
  'workspace/Trash',
  'sites',
  '.computer',
  '.computer/uploads',
];

/** Makes the folders every computer has. What stands there already stays untouched. */
export function prepareHome(home: string): void {
  for (const folder of FOLDERS) {
    try {
      fs.mkdirSync(join(home, folder), { mode: folder.startsWith('.') ? 0o700 : 0o755 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') console.error(`could not make ${folder}`, error);
    }
  }
}
