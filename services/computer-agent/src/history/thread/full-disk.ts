const SQLITE_FULL = 13;

/** Whether there was no room, which damages nothing. */
export const isFullDisk = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL;
};
