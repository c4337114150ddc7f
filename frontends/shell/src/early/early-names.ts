/**
 * The names of a folder in the place where its listing will be, until the app is there to show it. They are a picture: no
 * text for screen readers and nothing to press, because all of that comes a moment later with the listing.
 */
import { nameKey } from '@zo/web/name-order';
import { readCookie } from '@zo/web/cookies';
import { shownName } from '@zo/web/paths';
import { cn } from '@zo/web/ui/cn';
import { SIDEBAR_COOKIE } from '../layout/cookies';
import { startWidth } from '../layout/widths';

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
  { root, path }: { root: string; path: string[] },
  session: Promise<Response>,
  listing: Promise<Response>,
): Promise<void> {
  if (!isPlainListing(path)) return;
  // Cloned as they arrive: the store reads the bodies of the responses themselves.
  const [isCollapsed, me, columns] = await Promise.all([
    isSidebarCollapsed(),
    session.then((response) => (response.ok ? (response.clone().json() as Promise<Me>) : undefined)),
    listing.then((response) => (response.ok ? readColumns(response.clone()) : undefined)),
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
function isPlainListing([first]: string[]): boolean {
  if (location.search || first === 'Trash' || first === 'Articles') return false;
  try {
    return !sessionStorage.getItem('zo-panes') && !localStorage.getItem('zo-folder-views');
  } catch {
    return true;
  }
}

/** Reads a folder of one line; undefined for larger ones, whose order is known only when all of them have arrived. */
async function readColumns(response: Response): Promise<Columns | undefined> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    text += decoder.decode(value, { stream: true });
    const end = text.indexOf('\n');
    if (end >= 0 && end < text.length - 1) return void reader.cancel();
  }
  return JSON.parse(text) as Columns;
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

/** Draws the head of the listing and its rows where `ListingGrid` draws them. */
function paint(names: readonly string[], left: string): void {
  const list = document.createElement('div');
  list.id = 'early-names';
  list.ariaHidden = 'true';
  list.className = cn(
    'pointer-events-none fixed inset-x-0 top-[49px] bottom-0 overflow-hidden bg-surface-1',
    'max-md:bottom-14 md:right-12 md:left-(--page)',
  );
  list.style.setProperty('--page', left);
  const head = document.createElement('div');
  head.className = 'mx-3 mb-0.5 h-9 border-b border-line-1 max-md:mx-1 pointer-coarse:h-11';
  list.append(head, ...names.map(row));
  document.body.append(list);
}

function row(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'mx-5 flex h-8 items-center gap-2.5 max-md:mx-3 pointer-coarse:h-12';
  const icon = document.createElement('span');
  icon.className = 'size-4 shrink-0 rounded-sm bg-surface-3';
  const text = document.createElement('span');
  // Drawn by a style, so that nobody takes it for the text of the page.
  text.className = 'truncate text-base before:content-[attr(data-name)]';
  text.dataset.name = shownName(name);
  element.append(icon, text);
  return element;
}

/** `document.cookie` would stop the page until the busy network process answers. */
async function isSidebarCollapsed(): Promise<boolean> {
  const value = window.cookieStore ? (await window.cookieStore.get(SIDEBAR_COOKIE))?.value : readCookie(SIDEBAR_COOKIE);
  return value === 'false';
}

/** Where the page begins beside rail and sidebar. */
function besideSidebar(): string {
  const width = startWidth('sidebar');
  return `calc(${RAIL_WIDTH + HANDLE_WIDTH}px + ${typeof width === 'number' ? `${width}px` : width})`;
}
