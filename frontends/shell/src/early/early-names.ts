/**
 * The names of a folder in the place where its listing will be, until the app is there to show it. They are a picture:
 * no text for screen readers and nothing to press, because all of that comes a moment later with the listing.
 */
import type { FolderPage } from '@zo/proto/location/folder-page';
import { nameKey } from '@zo/proto/name-key';
import { readCookie } from '@zo/web/cookies';
import { shownName } from '@zo/web/paths';
import { SIDEBAR_COOKIE } from '../layout/cookies';
import { startWidth } from '../layout/widths';
import { sidebarOpen } from './early-answers';

interface Columns {
  names: string[];
  dirs: number[];
  errors: Record<number, string>;
}

interface Me {
  settings: { layout?: unknown; show_dotfiles?: boolean };
}

const RAIL_WIDTH = 48;
const HANDLE_WIDTH = 1;
/** Rows of the largest usual window. */
const MAX_ROWS = 60;

/** Shows the names once the session and the listing have arrived, unless the page will show something else. */
export async function showEarlyNames(
  { root, path }: FolderPage,
  session: Promise<string | undefined>,
  listing: Promise<string | undefined>,
): Promise<void> {
  if (!isPlainListing(path)) return;
  const [isCollapsed, me, columns] = await Promise.all([
    isSidebarCollapsed(),
    session.then((text) => text && (JSON.parse(text) as Me)),
    listing.then((text) => text && (JSON.parse(text) as Columns)),
  ]);
  if (!me || !columns || me.settings.layout) return;
  const isHome = root === 'w' && path.length === 0;
  const isShown = (name: string) =>
    (me.settings.show_dotfiles || !name.startsWith('.')) && !(isHome && name === 'Trash');
  paint(order(columns).filter(isShown).slice(0, MAX_ROWS), isCollapsed ? `${RAIL_WIDTH}px` : besideSidebar());
  // The code of the app keeps the page busy: the names are drawn before it begins.
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** False for addresses with a view, folders with a listing of their own, and what this browser shows in another way. */
function isPlainListing([first]: readonly string[]): boolean {
  if (location.search || first === 'Trash' || first === 'Articles') return false;
  try {
    return !sessionStorage.getItem('zo-panes') && !localStorage.getItem('zo-folder-views');
  } catch {
    return true;
  }
}

/** Folders, then files, each in the order of their names; entries with errors come last and wait for the listing. */
function order({ names, dirs, errors }: Columns): string[] {
  const folders = new Set(dirs);
  const rows = names
    .map((name, index) => ({ name, key: `${folders.has(index) ? 0 : 1}${nameKey(name)}`, failed: index in errors }))
    .filter(({ failed }) => !failed);
  rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return rows.map(({ name }) => name);
}

/** Draws the head of the listing and its rows where `ListingGrid` draws them; their styles are in `early.css`. */
function paint(names: readonly string[], left: string): void {
  const list = element('div');
  list.id = 'early-names';
  list.ariaHidden = 'true';
  list.style.setProperty('--page', left);
  list.append(element('div', 'head'), ...names.map(row));
  document.body.append(list);
}

function row(name: string): HTMLElement {
  const text = element('span', 'name');
  text.dataset.name = shownName(name);
  const shown = element('div', 'row');
  shown.append(element('span', 'icon'), text);
  return shown;
}

function element(tag: 'div' | 'span', className = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className });
}

/** `document.cookie` would stop the page until the busy network process answers. */
async function isSidebarCollapsed(): Promise<boolean> {
  if (sidebarOpen !== undefined) return sidebarOpen === 'false';
  const value = window.cookieStore ? (await window.cookieStore.get(SIDEBAR_COOKIE))?.value : readCookie(SIDEBAR_COOKIE);
  return value === 'false';
}

/** Where the page begins beside rail and sidebar. */
function besideSidebar(): string {
  const width = startWidth('sidebar');
  return `calc(${RAIL_WIDTH + HANDLE_WIDTH}px + ${typeof width === 'number' ? `${width}px` : width})`;
}
