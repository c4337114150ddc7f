import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const secretPath = (dataFolder: string, name: string) => join(dataFolder, 'secrets', name);

/**
 * Returns a secret of the installation, `<data>/secrets/<name>`, created on first use. Of processes that start at once,
 * one creates it, and none reads a partial file. If it exists, the folder may be read-only.
 */
export function secretFile(dataFolder: string, name: string, make: () => string | Buffer): Buffer {
  const file = secretPath(dataFolder, name);
  if (!existsSync(file)) {
    mkdirSync(join(dataFolder, 'secrets'), { recursive: true, mode: 0o700 });
    const whole = `${file}.${process.pid}`;
    // Flushed to disk before use, because data encrypted with the secret must not outlive it.
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
