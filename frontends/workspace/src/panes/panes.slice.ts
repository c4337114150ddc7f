import { createSlice, rootReducer, useAppSelector, type PayloadAction } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { closeDeleted, emptyLayout, follow, openTab, pin, type Layout, type Target } from './layout';

export interface PanesState {
  layout: Layout;
  /** The history entry that the layout shows; a newer one has to be shown first. */
  visit: string;
  /** Whether the tabs of an earlier visit are open again. */
  isRestored: boolean;
  /** Files whose tabs were closed, the last one first. */
  closed: Location[];
}

const MAX_CLOSED = 20;

const initialState: PanesState = { layout: emptyLayout(), visit: '', isRestored: false, closed: [] };

/** The same state when the layout stays as it is, so that nothing is drawn again. */
function changed(state: PanesState, change: (layout: Layout) => Layout): PanesState {
  const layout = change(state.layout);
  return layout === state.layout ? state : { ...state, layout };
}

export const panesSlice = createSlice({
  name: 'panes',
  initialState,
  reducers: {
    visited: (state, { payload }: PayloadAction<{ layout: Layout; visit: string }>) => ({
      ...state,
      ...payload,
      isRestored: true,
    }),
    layoutChanged: (state, { payload }: PayloadAction<Layout>) => ({ ...state, layout: payload }),
    tabsClosed: (state, { payload }: PayloadAction<Location[]>) => {
      state.closed = [...payload, ...state.closed].slice(0, MAX_CLOSED);
    },
    closedReopened: (state) => {
      state.closed.shift();
    },
    tabPinned: (state, { payload }: PayloadAction<string>) => changed(state, (layout) => pin(layout, payload)),
    tabOpened: (state, { payload }: PayloadAction<{ location: Location; target: Target }>) =>
      changed(state, (layout) => openTab(layout, payload.location, payload.target)),
    tabsMoved: (state, { payload }: PayloadAction<{ from: Location; to: Location }>) =>
      changed(state, (layout) => follow(layout, payload.from, payload.to)),
    tabsDeleted: (state, { payload }: PayloadAction<Location>) =>
      changed(state, (layout) => closeDeleted(layout, payload)),
  },
});

export const { visited, layoutChanged, tabsClosed, closedReopened, tabPinned, tabOpened, tabsMoved, tabsDeleted } =
  panesSlice.actions;

panesSlice.injectInto(rootReducer);

export const usePanesState = (): PanesState =>
  useAppSelector((state) => (state as unknown as { panes?: PanesState }).panes ?? initialState);
