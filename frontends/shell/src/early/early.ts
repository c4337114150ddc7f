/**
 * Runs in the page before the code of the app has arrived: asks for the session and the addressed folder, whose responses
 * the store takes (`@zo/web/store`, early.ts), and shows the names of that folder.
 */
import { showEarlyNames } from './early-names';

const early: Record<string, Promise<Response>> = (window.zoEarly = {});

function ask(url: string, accept: string): Promise<Response> {
  const response = fetch(url, { headers: { accept } });
  response.catch(() => undefined);
  early[url] = response;
  return response;
}

/** The names of the path of a folder; a name with an extension is most likely a file. */
function addressedFolder(): { root: string; path: string[] } | undefined {
  const [, root, rest = ''] = /^\/f\/([ws])(?:\/(.*))?$/.exec(location.pathname) ?? [];
  const path = rest.split('/').filter(Boolean);
  if (!root || /\.[^.]+$/.test(path.at(-1) ?? '')) return undefined;
  try {
    return { root, path: path.map(decodeURIComponent) };
  } catch {
    // The address is not valid, which the page says.
    return undefined;
  }
}

/** Longer than a listing takes; the app itself takes as long to start. */
const MAX_WAIT_MS = 200;
/** Nobody notices that the code of the app begins to load this much later. */
const HEAD_START_MS = 40;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const me = ask('/api/auth/me', 'application/json');
const folder = addressedFolder();
if (folder) {
  const { root, path } = folder;
  const listing = ask(
    `/api/files/list?root=${root}&path=${encodeURIComponent(JSON.stringify(path))}`,
    'application/x-ndjson',
  );
  const shown = showEarlyNames(folder, me, listing).catch(() => undefined);
  // A computer that sleeps, or a page in the background, must not hold the app back.
  window.zoEarlyNames = Promise.race([shown, after(MAX_WAIT_MS)]);
}

// Scripts would keep the server and the browser busy while they work at the listing.
const preloads = document.querySelector<HTMLTemplateElement>('#preloads');
if (preloads)
  void Promise.race([window.zoEarlyNames, after(HEAD_START_MS)]).then(() => document.head.append(preloads.content));
