const KEY = 'zo.chat-drafts';
const MAX = 30;

type Drafts = Record<string, string>;

function all(): Drafts {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}

/** The unsent text of a chat; it survives reloads. */
export const readDraft = (chatId: string): string => all()[chatId] ?? '';

/** What was typed in the new chat goes on in the one it became. */
export function moveDraft(from: string, to: string): void {
  const text = readDraft(from);
  writeDraft(from, '');
  if (text) writeDraft(to, text);
}

export function writeDraft(chatId: string, text: string): void {
  const { [chatId]: _old, ...others } = all();
  const kept = Object.entries(others).slice(-MAX + 1);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(text ? [...kept, [chatId, text]] : kept)));
  } catch {
    // Storage is full or switched off: the text is still in the field.
  }
}
