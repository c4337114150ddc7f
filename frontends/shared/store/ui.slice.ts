import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Location } from '../paths';

/** Content of the sidebar. */
export type SidebarTab = 'files' | 'chats';
/** CH-08: content of the chat panel. */
export type ChatMode = 'chat' | 'terminal';
/** State of the live connection to the server. */
export type Connection = 'connecting' | 'live' | 'lost';

/** Optional features, per browser. */
export interface Flags {
  /** CH-08: the chat panel can hold a terminal instead. */
  chatTerminal: boolean;
}

/** A part of a file that the user selected. */
export interface Excerpt {
  /** Where it is from. */
  title: string;
  content: string;
  /** The address of the file. */
  path?: string;
}

/** What the user wants to ask Zo; the composer of the chat takes it. */
export interface Question {
  files: Location[];
  /** Added to what the composer holds. */
  text?: string;
  excerpt?: Excerpt;
}

/** An entry to be created; the user confirms its name. */
export interface NewEntry {
  kind: 'note' | 'sheet' | 'file' | 'folder' | 'article';
  name?: string;
}

/** Interface state shared by several parts of the page; never server data. */
export interface UiState {
  sidebarOpen: boolean;
  sidebarTab: SidebarTab;
  terminalOpen: boolean;
  paletteOpen: boolean;
  shortcutsOpen: boolean;
  connection: Connection;
  /** A new entry requested outside the workspace; the workspace creates it and clears this field. */
  newEntry: NewEntry | null;
  /** A question asked outside the chat; the chat opens, and its composer takes the question and clears this field. */
  question: Question | null;
  /** Entries that are being dragged. */
  dragged: Location[] | null;
  /** Optional features of this browser; off by default. */
  flags: Flags;
  chatMode: ChatMode;
}

/** Key in the tab's session storage. */
export const TERMINAL_OPEN = 'zo-terminal-open';

/** Key in the browser's local storage. */
export const FLAGS = 'zo-flags';

function readFlags(): Flags {
  const known = (localStorage.getItem(FLAGS) ?? '').split(' ');
  return { chatTerminal: known.includes('chatTerminal') };
}

const initialState = (): UiState => ({
  sidebarOpen: true,
  sidebarTab: 'files',
  terminalOpen: sessionStorage.getItem(TERMINAL_OPEN) === 'true',
  paletteOpen: false,
  shortcutsOpen: false,
  connection: 'connecting',
  newEntry: null,
  question: null,
  dragged: null,
  flags: readFlags(),
  chatMode: 'chat',
});

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
    questionAsked: (state, { payload }: PayloadAction<Question>) => {
      state.question = payload;
      state.chatMode = 'chat';
    },
    questionTaken: (state) => {
      state.question = null;
    },
    entriesDragged: (state, { payload }: PayloadAction<Location[] | null>) => {
      state.dragged = payload;
    },
    flagTurned: (state, { payload }: PayloadAction<Partial<Flags>>) => {
      Object.assign(state.flags, payload);
      if (!state.flags.chatTerminal) state.chatMode = 'chat';
    },
    chatModeChosen: (state, { payload }: PayloadAction<ChatMode>) => {
      state.chatMode = payload;
    },
    connectionChanged: (state, { payload }: PayloadAction<Connection>) => {
      state.connection = payload;
    },
  },
});

export const {
  sidebarToggled,
  sidebarTabChosen,
  terminalToggled,
  paletteToggled,
  shortcutsToggled,
  connectionChanged,
  newEntryAsked,
  questionAsked,
  questionTaken,
  entriesDragged,
  flagTurned,
  chatModeChosen,
} = uiSlice.actions;
