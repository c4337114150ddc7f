import fs from 'node:fs';
import { promisify } from 'node:util';

// Callback functions made into promises: fs.promises costs several times as much per call.
export const fsync = promisify(fs.fsync);
export const fdatasync = promisify(fs.fdatasync);
export const readdir = promisify(fs.readdir) as (path: string) => Promise<string[]>;
export const copyFile = promisify(fs.copyFile);
const write = promisify(fs.write);
const readRaw = promisify(fs.read);

/** Reads up to `buffer.length` bytes at `position`. */
export async function readAt(fd: number, buffer: Uint8Array, position: number): Promise<number> {
  return (await readRaw(fd, buffer, 0, buffer.length, position)).bytesRead;
}

/** Writes all of `data` at `position`, however many calls it takes. */
export async function writeAll(fd: number, data: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < data.length) done += (await write(fd, data, done, data.length - done, position + done)).bytesWritten;
}

/** Lets other work run: for long loops of synchronous calls. */
export const breathe = () => new Promise<void>((done) => setImmediate(done));
