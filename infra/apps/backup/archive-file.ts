/** A file that gets its name only once it is complete and on the disk. */
import { createWriteStream, readdirSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export class ArchiveFile {
  private readonly partial: string;

  constructor(private readonly file: string) {
    sweep(file);
    this.partial = `${file}.${process.pid}.partial`;
  }

  readonly write = (bytes: Readable): Promise<void> =>
    pipeline(bytes, createWriteStream(this.partial, { flags: 'wx', mode: 0o600, flush: true }));

  async keep(): Promise<void> {
    await rename(this.partial, this.file);
    const folder = await open(dirname(this.file), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** Removes the partial file. */
  discard(): void {
    rmSync(this.partial, { force: true });
  }
}

/** Removes the partial files of attempts that were killed; those of running processes are still being written. */
function sweep(file: string): void {
  const begun = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(begun) && /^(\d+)\.partial$/.exec(name.slice(begun.length))?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
