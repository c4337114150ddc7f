import { createRoot } from 'react-dom/client';
import { accountApi, store } from '@zo/web/store';
import { parseFileLocation } from '@zo/web/paths';
import { App, warmWorkspace } from './app';
import { warmRemotes } from './remotes';
import { refuseStrayDrops } from './stray-drops';

// Request the session and the code of the addressed screen before the first render.
void store.dispatch(accountApi.endpoints.me.initiate());
warmWorkspace();
if (parseFileLocation(window.location.pathname)) warmRemotes();
refuseStrayDrops();

createRoot(document.getElementById('root')!).render(<App />);
