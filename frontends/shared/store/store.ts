import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from './api';
import { rereading } from './reread';
import { FLAGS, TERMINAL_OPEN, uiSlice } from './ui.slice';

/** Root reducer; a remote adds its slice with `slice.injectInto(rootReducer)` before its first render. */
export const rootReducer = combineSlices(api, uiSlice).withLazyLoadedSlices<object>();

// The checks walk the whole state after each action: with folders of 100,000 names that is the slowest thing in the page.
export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(rereading, api.middleware),
});

setupListeners(store.dispatch);
rememberTerminal();
rememberFlags();

/** A reload of the tab finds the terminal open, or not, as it was. */
function rememberTerminal(): void {
  let known = store.getState().ui.terminalOpen;
  store.subscribe(() => {
    const { terminalOpen } = store.getState().ui;
    if (terminalOpen === known) return;
    known = terminalOpen;
    sessionStorage.setItem(TERMINAL_OPEN, String(terminalOpen));
  });
}

/** Flags outlive the tab, and other tabs of this browser. */
function rememberFlags(): void {
  let known = store.getState().ui.flags;
  store.subscribe(() => {
    const { flags } = store.getState().ui;
    if (flags === known) return;
    known = flags;
    localStorage.setItem(
      FLAGS,
      Object.entries(flags)
        .flatMap(([name, on]) => (on ? [name] : []))
        .join(' '),
    );
  });
}

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = typeof store.dispatch;
