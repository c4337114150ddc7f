/** ED-08: unsaved text in the browser's storage. */
export interface Draft {
  content: string;
  ts: number;
  /** Modification time of the file that the text was based on. */
  baseMtime: number;
  /** Hash of that file; drafts of older versions have none. */
  baseHash?: string;
}

const PREFIX = 'draft:';
const EXPIRES_MS = 86_400_000;

/** ED-08: the draft of a file; a draft older than 24 h is removed. */
export function readDraft(key: string, now: number): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Draft | null;
    if (!draft || typeof draft.content !== 'string') return null;
    if (now - draft.ts <= EXPIRES_MS) return draft;
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Unreadable storage counts as no draft.
  }
  return null;
}

/** ED-08: stores unsaved text; false when the browser refuses it (storage full or forbidden). */
export function writeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Keys of all drafts in this browser. */
export function draftKeys(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage there is no draft to remove.
  }
}

/** LS-02: moves the draft of a moved file. */
export function moveDraft(from: string, to: string): void {
  try {
    const text = localStorage.getItem(PREFIX + from);
    if (text === null) return;
    localStorage.setItem(PREFIX + to, text);
    localStorage.removeItem(PREFIX + from);
  } catch {
    // When storage fails the text is still in the editor.
  }
}
