/** Writes long bodies past the page cache of the kernel. */
import { closeSync, constants, openSync, write } from 'node:fs';
import { promisify } from 'node:util';

const writeOnce = promisify(write);
/** Below this, the cache is as quick, and what was just written is often read next. */
const MIN_DIRECT_BYTES = 2 * 1024 * 1024;

/**
 * A file that is written past the page cache where the file system, the position and the block allow it, and through the
 * cache elsewhere. Filling the cache with a gigabyte takes a processor longer than the disk takes to store it.
 */
export class DirectFile {
  private readonly direct: number | undefined;
  private isDirect: boolean;

  /** `file` stays open until this is closed; `bytes` is how much will be written. */
  constructor(
    private readonly file: number,
    { bytes }: { bytes: number },
  ) {
    this.direct = bytes > MIN_DIRECT_BYTES ? openDirect(file) : undefined;
    this.isDirect = this.direct !== undefined;
  }

  async write(block: Uint8Array, position: number): Promise<void> {
    if (!this.isDirect) return writeAll(this.file, block, position);
    try {
      await writeAll(this.direct!, block, position);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      // The end of a body fills no whole sector, and not every block begins at a page.
      this.isDirect = false;
      await writeAll(this.file, block, position);
    }
  }

  close(): void {
    if (this.direct !== undefined) closeSync(this.direct);
  }
}

/** Undefined on systems and file systems that cannot. */
function openDirect(file: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${file}`, constants.O_WRONLY | constants.O_DIRECT);
  } catch {
    return undefined;
  }
}

/** Writes all of `data` at `position`, in as many calls as it takes. */
export async function writeAll(file: number, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;)
    done += (await writeOnce(file, data, done, data.length - done, position + done)).bytesWritten;
}
