import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from './api';
import { rereading } from './reread';
import { FLAGS, TERMINAL_OPEN, uiSlice } from './ui.slice';

/** Root reducer; a remote adds its slice with `slice.injectInto(rootReducer)` before its first render. */
export const rootReducer = combineSlices(api, uiSlice).withLazyLoadedSlices<object>();

// The checks walk the whole state after each action, which is the slowest step in the page with 100,000 names.
export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(rereading, api.middleware),
});

setupListeners(store.dispatch);
rememberTerminal();
rememberFlags();

/** Keeps the terminal open, or closed, across a reload of the tab. */
function rememberTerminal(): void {
  let known = store.getState().ui.terminalOpen;
  store.subscribe(() => {
    const { terminalOpen } = store.getState().ui;
    if (terminalOpen === known) return;
    known = terminalOpen;
    sessionStorage.setItem(TERMINAL_OPEN, String(terminalOpen));
  });
}

/** Keeps the flags for later tabs of this browser. */
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
