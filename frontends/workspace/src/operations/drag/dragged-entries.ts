import type { Entry } from '../../workspace.slice';

/** Where the data of a drag has the dragged entries. */
export const DRAGGED = 'zo-entries';

/** Entries of a drag; undefined when something else is dragged. */
export const draggedEntries = (data: Record<string | symbol, unknown>): Entry[] | undefined =>
  data[DRAGGED] as Entry[] | undefined;
