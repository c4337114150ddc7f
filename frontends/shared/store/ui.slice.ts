import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What the sidebar shows. */
export type SidebarTab = 'files' | 'chats';
/** State of the live connection to the server. */
export type Connection = 'connecting' | 'live' | 'lost';

/** Interface state that several parts need to see; never server data. */
export interface UiState {
  sidebarOpen: boolean;
  sidebarTab: SidebarTab;
  terminalOpen: boolean;
  paletteOpen: boolean;
  shortcutsOpen: boolean;
  connection: Connection;
  /** A new entry somebody asked for outside the workspace; the workspace takes it and clears it. */
  newEntry: 'note' | 'file' | 'folder' | null;
}

/** Key in the tab's session storage. */
export const TERMINAL_OPEN = 'zo-terminal-open';

const initialState = (): UiState => ({ sidebarOpen: true, sidebarTab: 'files', terminalOpen: sessionStorage.getItem(TERMINAL_OPEN) === 'true', paletteOpen: false, shortcutsOpen: false, connection: 'connecting', newEntry: null });

export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    sidebarToggled: (state, { payload }: PayloadAction<boolean | undefined>) => {
      state.sidebarOpen = payload ?? !state.sidebarOpen;
    },
    sidebarTabChosen: (state, { payload }: PayloadAction<SidebarTab>) => {
      state.sidebarTab = payload;
    },
    terminalToggled: (state, { payload }: PayloadAction<boolean | undefined>) => {
      state.terminalOpen = payload ?? !state.terminalOpen;
    },
    paletteToggled: (state, { payload }: PayloadAction<boolean | undefined>) => {
      state.paletteOpen = payload ?? !state.paletteOpen;
    },
    shortcutsToggled: (state, { payload }: PayloadAction<boolean | undefined>) => {
      state.shortcutsOpen = payload ?? !state.shortcutsOpen;
    },
    newEntryAsked: (state, { payload }: PayloadAction<UiState['newEntry']>) => {
      state.newEntry = payload;
    },
    connectionChanged: (state, { payload }: PayloadAction<Connection>) => {
      state.connection = payload;
    },
  },
});

export const { sidebarToggled, sidebarTabChosen, terminalToggled, paletteToggled, shortcutsToggled, connectionChanged, newEntryAsked } = uiSlice.actions;
