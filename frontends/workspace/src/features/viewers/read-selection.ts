import type { Excerpt } from '@zo/web/store';

/** The chat takes no longer one. */
const MAX_EXCERPT = 200_000;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** A part of a file with its name and, if its source is known, its lines. */
export function excerptOf(name: string, content: string, source: { text: string; from: number } | undefined): Excerpt {
  // A triple click selects up to the next paragraph.
  const kept = content.slice(0, MAX_EXCERPT).trimEnd().toWellFormed();
  if (!source) return { title: name, content: kept };
  const first = lineAt(source.text, source.from);
  const last = first + kept.split('\n').length - 1;
  return { title: `${name}, ${first === last ? `line ${first}` : `lines ${first}–${last}`}`, content: kept };
}

/** What is selected within an element; undefined when nothing is. */
export async function readSelection(host: HTMLElement, name: string, text?: string): Promise<Excerpt | undefined> {
  const editor = host.querySelector<HTMLElement>('.cm-editor');
  if (editor) return readEditor(editor, name);
  const selection = getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  const selected = selection?.toString() ?? '';
  if (!range || selected.trim() === '' || !host.contains(range.commonAncestorContainer)) return undefined;
  const from = text?.indexOf(selected) ?? -1;
  return excerptOf(name, selected, from >= 0 ? { text: text!, from } : undefined);
}

/** The page has only the lines near the screen; the editor has all of them. */
async function readEditor(element: HTMLElement, name: string): Promise<Excerpt | undefined> {
  const { EditorView } = await import('@codemirror/view');
  const state = EditorView.findFromDOM(element)?.state;
  if (!state || state.selection.main.empty) return undefined;
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  const selected = text.slice(from, to);
  return selected.trim() === '' ? undefined : excerptOf(name, selected, { text, from });
}
