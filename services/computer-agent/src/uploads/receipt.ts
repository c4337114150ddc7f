/** The receipt of an upload: the inode of the file that is put in its place, by which a repeated commit finds it. */
import fs from 'node:fs';
import { fsync } from '../files/calls.js';
import { type Folder, openRegular } from '../home/folder.js';
import { isHidden } from '../home/names.js';

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_TRUNC, O_WRONLY } = fs.constants;
const MAX_RECEIPT_BYTES = 32;
const RECEIPT = /^(copy )?(\d+)$/;

/** Its name in the folder of uploads. Swept with orphaned uploads. */
export const receiptOf = (id: string) => `${id}.inode`;

/** `isCopy`: of a copy on another volume, beside which the upload itself stays for a moment. */
export async function writeReceipt(
  staging: Folder,
  id: string,
  { inode, isCopy }: { inode: number; isCopy: boolean },
): Promise<void> {
  const fd = openRegular(staging.at(receiptOf(id)), O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    fs.writeFileSync(fd, `${isCopy ? 'copy ' : ''}${inode}`);
    await fsync(fd);
  } finally {
    fs.closeSync(fd);
  }
  await staging.sync();
}

/** The name that a finished upload was given in its target folder; undefined when it is not finished. */
export function placedAs(staging: Folder, id: string, folder: Folder): string | undefined {
  if (!staging.lstat(receiptOf(id))?.isFile()) return undefined;
  const fd = openRegular(staging.at(receiptOf(id)), O_RDONLY | O_NOFOLLOW);
  const receipt = Buffer.alloc(MAX_RECEIPT_BYTES);
  const length = fs.readSync(fd, receipt);
  fs.closeSync(fd);
  const [, isCopy, inode] = RECEIPT.exec(receipt.toString('latin1', 0, length)) ?? [];
  if (inode === undefined || (!isCopy && staging.lstat(id))) return undefined;
  const isPlaced = (name: string) => !isHidden(name) && folder.lstat(name)?.ino === Number(inode);
  return fs.readdirSync(folder.self).find(isPlaced);
}
