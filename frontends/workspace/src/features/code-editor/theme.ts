import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags as t } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface-1)', color: 'var(--text-1)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '22px', overflow: 'auto' },
  '.cm-content': { padding: '12px 0 40vh', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 20px 0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--surface-1)', color: 'var(--text-3)', border: 'none', paddingLeft: '12px' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '28px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--surface-2) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text-1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-4)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important', color: 'inherit' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--line-2)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-panels': { backgroundColor: 'var(--surface-0)', color: 'var(--text-1)', fontFamily: 'var(--font-ui)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line-1)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-1)',
    border: '1px solid var(--line-1)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-float)',
  },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--surface-3)', border: 'none', color: 'var(--text-2)' },
});

const colours = HighlightStyle.define([
  { tag: [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword], color: 'var(--syn-5)' },
  { tag: [t.string, t.special(t.string), t.regexp], color: 'var(--syn-3)' },
  { tag: [t.number, t.bool, t.null, t.atom], color: 'var(--syn-2)' },
  { tag: [t.function(t.variableName), t.function(t.propertyName), t.labelName], color: 'var(--syn-4)' },
  { tag: [t.typeName, t.className, t.namespace], color: 'var(--syn-6)' },
  { tag: [t.propertyName, t.attributeName], color: 'var(--syn-4)' },
  { tag: [t.tagName, t.deleted], color: 'var(--syn-1)' },
  { tag: [t.definition(t.variableName)], color: 'var(--text-1)' },
  { tag: [t.comment, t.meta], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: t.heading, color: 'var(--text-1)', fontWeight: '700' },
  { tag: t.strong, fontWeight: '700' },
  { tag: t.emphasis, fontStyle: 'italic' },
  { tag: t.strikethrough, textDecoration: 'line-through' },
  { tag: [t.link, t.url], color: 'var(--accent-text)', textDecoration: 'underline' },
  { tag: [t.monospace], color: 'var(--syn-3)' },
  { tag: [t.processingInstruction, t.contentSeparator, t.quote], color: 'var(--text-3)' },
  { tag: t.inserted, color: 'var(--good)' },
  { tag: t.invalid, color: 'var(--bad)' },
]);

/** Colours and sizes of the editor as CSS tokens, so that a theme change does not recreate the editor. */
export const editorTheme: Extension = [look, syntaxHighlighting(colours)];
