import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Draft } from './draft';
import { dropLocalDraft, localDraftKeys, readLocalDraft, writeLocalDraft } from './local-drafts';

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft };
}

const DATABASE = 'zo-drafts';
const STORE = 'drafts';
const EXPIRES_MS = 86_400_000;
/** Longer drafts are in the database only: localStorage blocks the page while it is written, and holds about 5 MB. */
const MAX_LOCAL_LENGTH = 256 * 1024;
/** Some browsers never answer a request to open a database; files must open without it. */
const OPEN_TIMEOUT_MS = 10_000;

let opened: Promise<IDBPDatabase<Schema>> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Runs the operations of this tab one after another, so that a dropped draft is not written by a slower write. */
function inOrder<Value>(operation: () => Promise<Value>): Promise<Value> {
  const result = queue.then(operation);
  queue = result.catch(() => undefined);
  return result;
}

const forget = () => (opened = undefined);

function database(): Promise<IDBPDatabase<Schema>> {
  if (!opened) {
    opened = open();
    // The next operation tries again.
    opened.catch(forget);
  }
  return opened;
}

async function open(): Promise<IDBPDatabase<Schema>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const opening = openDB<Schema>(DATABASE, 1, {
      upgrade: (created) => void created.createObjectStore(STORE),
      // Another tab deletes the data of a user who signed out.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database did not open.')), OPEN_TIMEOUT_MS);
    });
    const drafts = await Promise.race([opening, timeout]);
    await takeOverLocalDrafts(drafts);
    return drafts;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Copies drafts from localStorage into the database: those of earlier versions, and texts that a closing page could only
 * store there. Long ones then leave localStorage.
 */
async function takeOverLocalDrafts(drafts: IDBPDatabase<Schema>): Promise<void> {
  for (const key of localDraftKeys()) {
    const local = readLocalDraft(key);
    const stored = await drafts.get(STORE, key);
    const isNewer = local && (!stored || stored.ts < local.ts);
    if (isNewer && !(await put(drafts, key, local))) continue;
    const isOlder = !local || (stored && stored.ts > local.ts);
    if (isOlder || local.content.length > MAX_LOCAL_LENGTH) dropLocalDraft(key);
  }
}

async function put(drafts: IDBPDatabase<Schema>, key: string, draft: Draft): Promise<boolean> {
  try {
    // The only copy of the user's text: confirm it once it is on disk.
    const write = drafts.transaction(STORE, 'readwrite', { durability: 'strict' });
    const stored = write.store.put(draft, key);
    // A page that closes in this moment ends every transaction that is not committed.
    write.commit();
    await Promise.all([stored, write.done]);
    return true;
  } catch {
    return false;
  }
}

async function readNewest(key: string): Promise<Draft | undefined> {
  const stored = await database()
    .then((drafts) => drafts.get(STORE, key))
    .catch(() => undefined);
  const local = readLocalDraft(key);
  return local && (!stored || stored.ts < local.ts) ? local : stored;
}

/** ED-08: the draft of a file; a draft older than 24 h is removed. Null when there is none or storage is refused. */
export function readDraft(key: string, now: number): Promise<Draft | null> {
  return inOrder(async () => {
    const draft = await readNewest(key);
    if (!draft) return null;
    if (now - draft.ts <= EXPIRES_MS) return draft;
    await drop(key);
    return null;
  });
}

/**
 * ED-08: stores unsaved text in localStorage, and in the database, which confirms it once it is on disk and takes any
 * length; false when the browser refuses it (storage full or forbidden).
 */
export const writeDraft = (key: string, draft: Draft): Promise<boolean> => inOrder(() => store(key, draft));

async function store(key: string, draft: Draft): Promise<boolean> {
  // A page that is about to close may have stored a newer text there in the meantime.
  const hasNewer = () => (readLocalDraft(key)?.ts ?? 0) > draft.ts;
  const isShort = draft.content.length <= MAX_LOCAL_LENGTH;
  const isLocal = isShort && (hasNewer() || writeLocalDraft(key, draft));
  const drafts = await database().catch(() => undefined);
  if (!drafts || !(await put(drafts, key, draft))) return isLocal || writeLocalDraft(key, draft);
  if (!isLocal && !hasNewer()) dropLocalDraft(key);
  return true;
}

/** Keys of all drafts in this browser. */
export function draftKeys(): Promise<string[]> {
  return inOrder(async () => {
    const stored = await database()
      .then((drafts) => drafts.getAllKeys(STORE))
      .catch(() => []);
    return [...new Set([...stored, ...localDraftKeys()])];
  });
}

export const dropDraft = (key: string): Promise<void> => inOrder(() => drop(key));

/** LS-02: moves the draft of a moved file. */
export function moveDraft(from: string, to: string): Promise<void> {
  return inOrder(async () => {
    const draft = await readNewest(from);
    if (!draft) return;
    if (await store(to, draft)) await drop(from);
  });
}

async function drop(key: string): Promise<void> {
  dropLocalDraft(key);
  // Without storage there is no draft to remove.
  await database()
    .then((drafts) => drafts.delete(STORE, key))
    .catch(() => undefined);
}
