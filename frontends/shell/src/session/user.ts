/** Storage key: the user whose drafts, interrupted uploads and recent entries this browser keeps. */
const KEY = 'zo-person';
/** The user whose data this page has in memory. */
let shown: string | undefined;

/**
 * Called after sign-in. When the user differs from the previous one, the data of the previous user in this browser is
 * removed and the page reloads; then the promise resolves to false.
 */
export async function claimBrowser(user: string): Promise<boolean> {
  const kept = readKept();
  const before = shown ?? kept;
  shown = user;
  if (kept !== undefined && kept !== user) await clearBrowserData();
  keep(user);
  if (before === undefined || before === user) return true;
  window.location.reload();
  return false;
}

/** Reloads a page that slept while another user signed in here: its connections would be those of the other one. */
export function leaveToOthers(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue !== null && newValue !== shown) window.location.reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function readKept(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(user: string): void {
  try {
    localStorage.setItem(KEY, user);
  } catch {
    // Without storage there is no data of another user either.
  }
}

async function clearBrowserData(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  const databases = await indexedDB.databases().catch(() => []);
  await Promise.all(databases.map(({ name }) => name && removed(indexedDB.deleteDatabase(name))));
}

/** Resolves even when another tab holds the database open: the browser removes it once that tab closes. */
const removed = (request: IDBOpenDBRequest) =>
  new Promise<void>((resolve) => (request.onsuccess = request.onerror = request.onblocked = () => resolve()));
