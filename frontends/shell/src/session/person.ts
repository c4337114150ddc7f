/** Whose drafts, interrupted uploads and recent places this browser keeps. */
const KEY = 'zo-person';
/** Whose data are in the memory of this page. */
let shown: string | undefined;

/**
 * Somebody is signed in. Where it is not who was before, what that person left in this browser is removed, and the page starts
 * over: then it resolves false.
 */
export async function enterAs(person: string): Promise<boolean> {
  const kept = readKept();
  const before = shown ?? kept;
  shown = person;
  if (kept !== undefined && kept !== person) await forget();
  keep(person);
  if (before === undefined || before === person) return true;
  window.location.reload();
  return false;
}

function readKept(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(person: string): void {
  try {
    localStorage.setItem(KEY, person);
  } catch {
    // A browser that keeps nothing has nothing of anybody.
  }
}

async function forget(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  const databases = await indexedDB.databases().catch(() => []);
  await Promise.all(databases.map(({ name }) => name && removed(indexedDB.deleteDatabase(name))));
}

/** Also when another tab still holds it: it goes with that tab. */
const removed = (request: IDBOpenDBRequest) =>
  new Promise<void>((resolve) => (request.onsuccess = request.onerror = request.onblocked = () => resolve()));
