/** FT-01: what another process may send in place of a folder or a file, such as a proxy, is shown as invalid. */
import type { Columns, OpenFile } from './types';

export const INVALID = { code: 'files.invalid', detail: 'Invalid response from API' } as const;

/** A response arrived whole but has another shape. */
export class InvalidResponseError extends Error {
  constructor() {
    super(INVALID.detail);
  }
}

/** One line of a listing. @throws InvalidResponseError */
export function columnsOf(line: string): Columns {
  const columns = parsed(line) as Partial<Columns> | null | undefined;
  const { names, sizes, mtimes, births, dirs, errors } = columns ?? {};
  const areRows = [names, sizes, mtimes, births].every(
    (column) => Array.isArray(column) && column.length === names?.length,
  );
  if (!areRows || !Array.isArray(dirs) || !errors) throw new InvalidResponseError();
  return columns as Columns;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new InvalidResponseError();
  }
}

/** Whether a response of read-fs has what every page reads of it. */
export function isOpenFile(body: unknown): body is OpenFile {
  const { error, isDir, directoryContents: items } = (body ?? {}) as Partial<OpenFile>;
  return typeof error === 'string' || (typeof isDir === 'boolean' && (!items || Array.isArray(items)));
}
