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
}

const initialState: UiState = { sidebarOpen: true, sidebarTab: 'files', terminalOpen: false, paletteOpen: false, shortcutsOpen: false, connection: 'connecting' };

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
    connectionChanged: (state, { payload }: PayloadAction<Connection>) => {
      state.connection = payload;
    },
  },
});

export const { sidebarToggled, sidebarTabChosen, terminalToggled, paletteToggled, shortcutsToggled, connectionChanged } = uiSlice.actions;
