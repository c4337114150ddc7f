/**
 * ED-08: where the tabs of a browser keep their drafts of the same file, each apart from those of the others: the tab
 * that holds the lock of a key writes and removes its draft.
 */
import { pathKey } from '@zo/web/paths';
import { draftKeys } from './drafts';
import type { TextDocument } from './text-document';

export interface DraftSlot {
  readonly key: string;
  /** Gives the lock back. */
  readonly release: () => void;
}

/** No name in a path is empty. */
const SEPARATOR = '//';

/** The path of the file that a draft belongs to. */
export const pathOfDraft = (key: string): string => key.split(SEPARATOR, 1)[0]!;

/** The key of a draft whose file is at another path now. */
const keyAfterMove = (key: string, path: string): string => `${path}${key.slice(pathOfDraft(key).length)}`;

/** The slot of a draft that no other tab holds, else an empty one. */
export async function slotFor(path: string): Promise<DraftSlot> {
  const stored = (await draftKeys()).filter((key) => pathOfDraft(key) === path);
  // Without locks another tab may hold the first key already.
  for (const key of navigator.locks ? [...stored, path] : stored) {
    const slot = await claim(key);
    if (slot) return slot;
  }
  return ownSlot(path);
}

/**
 * LS-02: moves the draft of a document whose file was moved, and returns its slot. The new slot is locked first: a
 * document at the new path, also one of another tab, may have its draft there.
 */
export async function slotAfterMove(document: TextDocument, before?: Promise<DraftSlot>): Promise<DraftSlot> {
  const held = await before;
  const path = pathKey(document.location);
  const wanted = keyAfterMove(document.draftKey, path);
  if (held?.key === wanted) return held;
  // Without locks another tab may have a draft there.
  const isFree = Boolean(navigator.locks) || !(await draftKeys()).includes(wanted);
  const slot = (isFree ? await claim(wanted) : undefined) ?? (await ownSlot(path));
  document.keepDraftAt(slot.key);
  held?.release();
  return slot;
}

/** A slot that no tab has had before. */
export async function ownSlot(path: string): Promise<DraftSlot> {
  const key = `${path}${SEPARATOR}${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  return (await claim(key)) ?? { key, release: () => undefined };
}

/** Locks a draft; undefined while another tab holds it. Over plain http there are no locks: always granted. */
export function claim(key: string): Promise<DraftSlot | undefined> {
  if (!navigator.locks) return Promise.resolve({ key, release: () => undefined });
  return new Promise((resolve) => {
    navigator.locks
      .request(`zo-draft:${key}`, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve({ key, release })) : resolve(undefined),
      )
      .catch(() => resolve(undefined));
  });
}
