/**
 * ED-08: drafts in localStorage, which is written at once but holds about 5 MB: short ones, all of browsers without
 * IndexedDB, and texts of a page that closes before the database confirmed them.
 */
import type { Draft } from './draft';

const PREFIX = 'draft:';

export function readLocalDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Draft | null;
    return draft && typeof draft.content === 'string' && typeof draft.ts === 'number' ? draft : null;
  } catch {
    // Unreadable storage counts as no draft.
    return null;
  }
}

/** False when the browser refuses the text. */
export function writeLocalDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function localDraftKeys(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

export function dropLocalDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage there is no draft to remove.
  }
}
