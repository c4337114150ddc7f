import { createSlice, rootReducer, useAppSelector, type PayloadAction } from '@zo/web/store';
import { isWithin, pathKey, type Location } from '@zo/web/paths';
import type { CreateType } from './api/mutations';

/** A row of the tree or the listing. */
export interface Entry extends Location {
  name: string;
  isDirectory: boolean;
}

/** Anchor of a popover: the rectangle of its row. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** IM-02, IM-03: what is imported into a folder of the workspace. */
export interface ImportDialog {
  type: 'import';
  from: 'drive' | 'notion';
  parent: Location;
}

export type WorkspaceDialog =
  | ImportDialog
  | { type: 'create'; kind: CreateType; parent: Location; name?: string }
  | { type: 'rename'; entry: Entry; box: Box }
  | { type: 'move'; items: Entry[] }
  | { type: 'delete'; items: Entry[] }
  | { type: 'empty-trash' }
  /** `url`: a proposal; `problem`: why there is none. */
  | { type: 'save-article'; url: string; problem?: string };

export interface WorkspaceState {
  dialog: WorkspaceDialog | null;
  /** Expanded folders of the tree, by path key. */
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
      for (const [key, location] of Object.entries(state.expanded)) {
        if (!isWithin(location, from)) continue;
        delete state.expanded[key];
        const next = { root: to.root, path: [...to.path, ...location.path.slice(from.path.length)] };
        state.expanded[pathKey(next)] = next;
      }
    },
  },
});

export const { dialogOpened, dialogClosed, folderExpanded, folderCollapsed, allCollapsed, folderMoved } =
  workspaceSlice.actions;

workspaceSlice.injectInto(rootReducer);

/** Selects from this remote's slice. */
export const useWorkspaceState = <Value>(select: (state: WorkspaceState) => Value): Value =>
  useAppSelector((state) => select((state as unknown as { workspace?: WorkspaceState }).workspace ?? initialState));

/** Stores the expanded folders for the next visit. */
export function persistExpanded(expanded: Record<string, Location>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(expanded));
  } catch {
    // Without storage the tree starts collapsed on the next visit.
  }
}
