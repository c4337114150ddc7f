import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { LanguageDescription, bracketMatching, foldKeymap, indentOnInput } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, Transaction } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Place } from '@zo/web/paths';
import { isDialogOpen } from '@zo/web/ui';
import { changedSpan } from '../../document/merge';
import { FindPanel, findPanel, openReplace, type FindHost } from './find-panel';
import { showPlace } from './show-place';
import { editorTheme } from './theme';

export interface CodeEditorProps {
  name: string;
  text: string;
  /** Wraps long lines: on for prose, off for code. */
  wrap: boolean;
  /** Without it the text is for reading only. */
  onChange?: (text: string) => void;
  onSave?: () => void;
  /** The place to show first: its line is scrolled to, its text selected. */
  place?: Place;
}

// Parsing a larger file on each keystroke is noticeably slow, so it has no syntax colours.
const HIGHLIGHT_LIMIT = 2_000_000;
const FromOutside = Annotation.define<boolean>();

async function languageOf(name: string) {
  const found = LanguageDescription.matchFilename(languages, name.endsWith('.zoroutine') ? 'x.md' : name);
  return found ? await found.load() : null;
}

/**
 * Editor for code and raw text. A new `text` prop replaces only the differing span, so cursor, scroll and undo stay.
 */
export default function CodeEditor({ name, text, wrap, onChange, onSave, place }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const handlers = useRef({ onChange, onSave });
  handlers.current = { onChange, onSave };
  const initial = useRef(text);
  const [find, setFind] = useState<FindHost | null>(null);

  useEffect(() => {
    const language = new Compartment();
    const separator = initial.current.includes('\r\n') ? '\r\n' : '\n';
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: initial.current,
        extensions: [
          EditorState.lineSeparator.of(separator),
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightActiveLine(),
          history(),
          drawSelection(),
          dropCursor(),
          rectangularSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightSelectionMatches(),
          findPanel(setFind),
          EditorState.allowMultipleSelections.of(true),
          keymap.of([
            { key: 'Mod-s', run: () => (handlers.current.onSave?.(), true), preventDefault: true },
            { key: 'Mod-h', run: openReplace, preventDefault: true },
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...searchKeymap,
            ...historyKeymap,
            ...foldKeymap,
            indentWithTab,
          ]),
          ...(wrap ? [EditorView.lineWrapping] : []),
          EditorState.readOnly.of(handlers.current.onChange === undefined),
          editorTheme,
          language.of([]),
          EditorView.contentAttributes.of({
            tabindex: '0',
            'aria-label': `Text of ${name}`,
            'data-page-focus': 'keys',
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(FromOutside)))
              handlers.current.onChange?.(update.state.sliceDoc());
          }),
        ],
      }),
    });
    view.current = editor;
    if (initial.current === '' && handlers.current.onChange && !isDialogOpen()) editor.focus();
    let gone = false;
    if (initial.current.length < HIGHLIGHT_LIMIT)
      void languageOf(name).then(
        (found) => found && !gone && editor.dispatch({ effects: language.reconfigure(found) }),
      );
    return () => {
      gone = true;
      editor.destroy();
    };
  }, [name, wrap]);

  useEffect(() => {
    const editor = view.current;
    const before = editor?.state.sliceDoc();
    const span = before === undefined ? null : changedSpan(before, text);
    if (!editor || !span) return;
    // CodeMirror counts a line break as one character, so the offsets are converted to the editor's own text.
    const separator = editor.state.lineBreak;
    const at = (position: number) =>
      separator.length === 1 ? position : before!.slice(0, position).replaceAll(separator, '\n').length;
    editor.dispatch({
      changes: { from: at(span.from), to: at(span.to), insert: editor.state.toText(span.insert) },
      annotations: [FromOutside.of(true), Transaction.addToHistory.of(true)],
    });
  }, [text]);

  // After the effect that makes the editor: a new place in the same file, or the first one.
  useEffect(() => {
    if (!place || !view.current) return;
    showPlace(view.current, place);
    // What is only looked at leaves the focus where it is.
    if (handlers.current.onChange && !isDialogOpen()) view.current.focus();
  }, [name, wrap, place]);

  return (
    <>
      <div ref={host} className="h-full overflow-hidden" />
      {find ? createPortal(<FindPanel {...find} />, find.dom) : null}
    </>
  );
}
