import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * Path of Chromium; empty when there is none. `path`: where the system has programs, never a folder of the user: what a
 * closed command leaves there must not get a way out.
 */
export function findBrowser(setting: string, path: string): string {
  if (setting !== '') return isAbsolute(setting) && existsSync(setting) ? setting : '';
  const folders = path.split(delimiter).filter(isAbsolute);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  return found ?? '';
}
