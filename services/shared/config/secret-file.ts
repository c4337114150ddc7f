import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const secretPath = (dataFolder: string, name: string) => join(dataFolder, 'secrets', name);

/**
 * A secret of the installation, `<data>/secrets/<name>`. Made on first need: of processes starting at once one makes it, and
 * nobody ever reads half of one. Where it is there already, the folder may be read-only.
 */
export function secretFile(dataFolder: string, name: string, make: () => string | Buffer): Buffer {
  const file = secretPath(dataFolder, name);
  if (!existsSync(file)) {
    mkdirSync(join(dataFolder, 'secrets'), { recursive: true, mode: 0o700 });
    const whole = `${file}.${process.pid}`;
    // On the disk before it is used: what is sealed with it must not outlive it.
    writeFileSync(whole, make(), { mode: 0o600, flush: true });
    try {
      linkSync(whole, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(whole, { force: true });
    }
  }
  return readFileSync(file);
}
