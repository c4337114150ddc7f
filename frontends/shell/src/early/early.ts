/**
 * Runs in the page before the code of the app has arrived: gets the session and the addressed folder, whose responses
 * the store takes (`@zo/web/store`, early.ts), and shows the names of that folder.
 */
import { folderPageAt, listingsOf } from '@zo/proto/location/folder-page';
import { showEarlyNames } from './early-names';
import { ask } from './early-answers';

/** Longer than a listing takes; the app itself takes as long to start. */
const MAX_WAIT_MS = 200;
/** Nobody notices that the code of the app begins to load this much later. */
const HEAD_START_MS = 40;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Loads what the gateway has put into the page (`page.ts`): it would keep server and browser busy at the names. */
function loadCode(): Promise<unknown> {
  const code = document.querySelector<HTMLTemplateElement>('#code');
  if (!code) return Promise.resolve();
  const styles = Array.from(code.content.querySelectorAll('link[rel=stylesheet]'), settled);
  // From a template they would run as they arrive.
  for (const script of code.content.querySelectorAll('script')) script.async = false;
  document.head.append(code.content);
  return Promise.all(styles);
}

/** Settles when a stylesheet is there, or will not be. */
const settled = (link: Element) =>
  new Promise<unknown>((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });

const me = ask('/api/auth/me', 'application/json');
const folder = folderPageAt(location.pathname);
let names: Promise<unknown> = Promise.resolve();
if (folder) {
  const { whole, first } = listingsOf(folder);
  const listing = ask(whole, 'application/x-ndjson', first);
  const shown = showEarlyNames(folder, me, listing).catch(() => undefined);
  // A computer that sleeps, or a page in the background, must not hold the app back.
  names = Promise.race([shown, after(MAX_WAIT_MS)]);
}
const styles = Promise.race([names, after(HEAD_START_MS)]).then(loadCode);
window.zoPageReady = Promise.all([names, styles]);
