import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Place } from '@zo/web/paths';

/** Scrolls to a line and selects the text of the place in it. A line that is gone is the last one. */
export function showPlace(editor: EditorView, { line, text = '' }: Place): void {
  const { from, to, text: content } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
  const at = text === '' ? -1 : content.indexOf(text);
  const range =
    at < 0 ? EditorSelection.cursor(from) : EditorSelection.range(from + at, Math.min(from + at + text.length, to));
  editor.dispatch({ selection: range, effects: EditorView.scrollIntoView(range, { y: 'center' }) });
}
