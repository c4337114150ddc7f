import { createSlice, rootReducer, useAppSelector, type PayloadAction } from '@zo/web/store';
import { isWithin, pathKey, type Location } from '@zo/web/paths';
import type { CreateType } from '../api/mutations';

/** One row a command is about. */
export interface Entry extends Location {
  name: string;
  isDirectory: boolean;
}

/** Where a popover hangs: the box of the row it belongs to. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type WorkspaceDialog =
  | { type: 'create'; kind: CreateType; parent: Location }
  | { type: 'rename'; entry: Entry; box: Box }
  | { type: 'move'; items: Entry[] }
  | { type: 'delete'; items: Entry[] }
  | { type: 'empty-trash' };

export interface WorkspaceState {
  dialog: WorkspaceDialog | null;
  /** Open folders of the tree, as path keys. */
  expanded: Record<string, Location>;
}

const STORAGE_KEY = 'zo-tree';

function readExpanded(): Record<string, Location> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Location>;
  } catch {
    return {};
  }
}

const initialState: WorkspaceState = { dialog: null, expanded: readExpanded() };

export const workspaceSlice = createSlice({
  name: 'workspace',
  initialState,
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<WorkspaceDialog>) => {
      state.dialog = payload;
    },
    dialogClosed: (state) => {
      state.dialog = null;
    },
    folderExpanded: (state, { payload }: PayloadAction<Location>) => {
      state.expanded[pathKey(payload)] = payload;
    },
    folderCollapsed: (state, { payload }: PayloadAction<Location>) => {
      delete state.expanded[pathKey(payload)];
    },
    allCollapsed: (state) => {
      state.expanded = {};
    },
    folderMoved: (state, { payload: { from, to } }: PayloadAction<{ from: Location; to: Location }>) => {
      for (const [key, place] of Object.entries(state.expanded)) {
        if (!isWithin(place, from)) continue;
        delete state.expanded[key];
        const next = { root: to.root, path: [...to.path, ...place.path.slice(from.path.length)] };
        state.expanded[pathKey(next)] = next;
      }
    },
  },
});

export const { dialogOpened, dialogClosed, folderExpanded, folderCollapsed, allCollapsed, folderMoved } =
  workspaceSlice.actions;

workspaceSlice.injectInto(rootReducer);

/** State of this remote. */
export const useWorkspaceState = <Value>(select: (state: WorkspaceState) => Value): Value =>
  useAppSelector((state) => select((state as unknown as { workspace?: WorkspaceState }).workspace ?? initialState));

/** Remembers the open folders for the next visit. */
export function persistExpanded(expanded: Record<string, Location>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(expanded));
  } catch {
    // The tree starts folded next time.
  }
}
