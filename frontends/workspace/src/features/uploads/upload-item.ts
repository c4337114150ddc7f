import { isMachineRoot } from '@zo/web/paths';
import type { UploadFile, WatchedUpload } from '../../uploads/upload-picker';
import { sameFile } from './plan';
import { TAB, type UploadRecord } from './records';
import type { Destination, Session } from './transport';

export type ItemState = WatchedUpload['state'];

/** One upload as the interface shows it. */
export interface UploadItem {
  id: string;
  order: number;
  to: Destination;
  size: number;
  sent: number;
  state: ItemState;
  /** Why it failed, or waits for a machine. */
  problem?: string | undefined;
}

/** One upload with its bytes. */
export interface UploadEntry extends UploadItem {
  file: File | undefined;
  lastModified: number;
  /** Handle to find the file after a reload, and the path within it. */
  handle?: FileSystemHandle;
  path: readonly string[];
  session?: Session;
  /** When its first byte was sent, maybe before a reload. */
  begunAt?: number | undefined;
  abort: AbortController;
  onChange?: UploadFile['onChange'];
  onEnd?: UploadFile['onEnd'];
}

/** The computer or the machine that an upload goes to. */
export const agentOf = ({ to: { root } }: Pick<UploadItem, 'to'>): string => (isMachineRoot(root) ? root : 'computer');

export const inTransit = ({ id, to, size, sent, state }: UploadItem) => ({
  id,
  folder: { root: to.root, path: to.pathParts },
  name: to.fileName,
  size,
  percent: state === 'staged' ? null : percentOf({ size, sent }),
});

export const percentOf = ({ size, sent }: Pick<UploadItem, 'size' | 'sent'>): number =>
  size ? (sent / size) * 100 : 0;

/** True when a file chosen again is the one of the upload. */
export const isSame = (
  file: File,
  { to, size, lastModified }: Pick<UploadEntry, 'to' | 'size' | 'lastModified'>,
): boolean => sameFile(file, { fileName: to.fileName, size, lastModified });

export const recordOf = ({
  id,
  to,
  size,
  lastModified,
  handle,
  path,
  session,
  begunAt,
}: UploadEntry): UploadRecord => ({
  id,
  tab: TAB,
  ...to,
  size,
  lastModified,
  path,
  ...(begunAt && { begunAt }),
  ...(handle && { handle }),
  ...(session && { uploadId: session.uploadId }),
});
