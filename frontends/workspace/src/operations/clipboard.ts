import { useSyncExternalStore } from 'react';
import { accountApi, store } from '@zo/web/store';
import { isOnMachine, nameOf, pathKey, type Location } from '@zo/web/paths';
import { toast, writeClipboard } from '@zo/web/ui';
import { MESSAGES } from '../messages';
import { uploadDropped } from '../uploads/upload-picker';
import { copyItems, moveItems } from './actions';
import { showArrived } from './arrivals';

/** Entries that were cut or copied, for a paste in any tab of this browser. */
interface Held {
  /** Whose they are: another account of this browser must not see them. */
  owner: string;
  items: Location[];
  isCut: boolean;
  /** What was written to the system's clipboard; something else there means that it was used since. */
  text: string;
  /** Whether the browser let us write it. */
  isWritten: boolean;
}

const STORAGE_KEY = 'zo-clipboard';
/** The storage of the browser is small. */
const MAX_HELD = 2_000;
const listeners = new Set<() => void>();

const me = (): string => accountApi.endpoints.me.select()(store.getState()).data?.profile.id ?? '';

const isLocation = (value: unknown): value is Location => {
  const { root, path } = (value ?? {}) as Partial<Location>;
  return (root === 'w' || root === 's') && Array.isArray(path) && path.every((name) => typeof name === 'string');
};

function parse(stored: string | null): Held | null {
  try {
    const { owner, items, isCut, text, isWritten } = JSON.parse(stored ?? 'null') as Held;
    const isSound = Array.isArray(items) && items.length > 0 && items.length <= MAX_HELD && items.every(isLocation);
    return isSound && owner === me()
      ? { owner, items, isCut: isCut === true, text: String(text), isWritten: isWritten === true }
      : null;
  } catch {
    return null;
  }
}

// Read again only when it changed, because rows ask for it on every render.
let seen: { key: string; held: Held | null; cut: ReadonlySet<string> } | undefined;
const NOTHING: ReadonlySet<string> = new Set();

function read() {
  const stored = localStorage.getItem(STORAGE_KEY);
  const key = `${me()} ${stored}`;
  if (seen?.key === key) return seen;
  const held = parse(stored);
  return (seen = { key, held, cut: held?.isCut ? new Set(held.items.map(pathKey)) : NOTHING });
}

function keep(held: Held | null): void {
  if (held) localStorage.setItem(STORAGE_KEY, JSON.stringify(held));
  else localStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === STORAGE_KEY || key === null) && listener();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Path keys of what was cut and not pasted yet, here or in another tab. */
export const useCut = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => read().cut);

/** FT-12: keeps entries for a later paste in any tab. */
export function setClipboard(items: readonly Location[], isCut: boolean): void {
  if (items.length === 0) return;
  if (items.length > MAX_HELD) return void toast.error(MESSAGES.tooManyHeld(MAX_HELD));
  const text = items.map(pathKey).join('\n');
  const held = { owner: me(), items: items.map(({ root, path }) => ({ root, path })), isCut, text, isWritten: false };
  try {
    keep(held);
  } catch {
    return void toast.error(MESSAGES.tooManyHeld(MAX_HELD));
  }
  const said = MESSAGES.held(isCut, items.length === 1 ? `"${nameOf(items[0]!)}"` : `${items.length} items`);
  writeClipboard(text).then(
    () => {
      if (read().held?.text === text) keep({ ...held, isWritten: true });
      toast(said);
    },
    () => toast(said, { description: MESSAGES.heldOnlyHere }),
  );
}

export const canPaste = (): boolean => read().held !== null;

/** Forgets what was cut; false when nothing was. */
export function cancelCut(): boolean {
  if (!read().held?.isCut) return false;
  keep(null);
  return true;
}

/** FT-12: pastes the kept entries; a cut can be pasted once. Resolves to where they are now. */
export async function pasteItems(target: Location): Promise<Location[]> {
  const { held } = read();
  if (!held) {
    toast(MESSAGES.nothingToPaste);
    return [];
  }
  if (isOnMachine(target)) {
    toast.error(MESSAGES.notPastedOnMachines);
    return [];
  }
  if (!held.isCut) return copyItems(held.items, target);
  const moved = await moveItems(held.items, target, { clash: 'keep-both' });
  if (moved.length > 0 && read().held?.text === held.text) keep(null);
  showArrived(moved);
  return moved;
}

/** FT-12, FT-08: pastes what the system's clipboard has: files of the desktop are uploaded, the kept entries pasted. */
export async function pasteFrom(data: DataTransfer, target: Location): Promise<Location[]> {
  if (data.files.length > 0) {
    void uploadDropped(target, [...data.items]);
    return [];
  }
  const text = data.getData('text/plain').replaceAll('\r\n', '\n');
  const { held } = read();
  if (held?.isWritten && text !== held.text) {
    toast(MESSAGES.nothingToPaste);
    return [];
  }
  return pasteItems(target);
}
