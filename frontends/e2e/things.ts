/** What people have: a table, a picture, code in folders, something large. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SALES = 'month,amount\n2026-03,1200\n2026-04,900\n2026-05,4821\n';
export const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC', 'base64');

/** A folder on the disk of whoever sits at the browser. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zo-things-'));
  mkdirSync(join(folder, 'code', 'src'), { recursive: true });
  writeFileSync(join(folder, 'sales.csv'), SALES);
  writeFileSync(join(folder, 'photo.png'), PHOTO);
  writeFileSync(join(folder, 'code', 'src', 'main.py'), 'def main():\n    print("hello")\n');
  writeFileSync(join(folder, 'code', 'README.md'), '# Project\n\nSome **words**.\n');
  writeFileSync(join(folder, 'film.bin'), randomBytes(64 * 1024 * 1024));
  return folder;
}
