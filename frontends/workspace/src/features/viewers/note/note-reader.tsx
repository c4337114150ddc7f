import { useCallback, useEffect, useState } from 'react';
import type { NodeEntry } from 'slate';
import { Editable, Slate, type RenderElementProps, type RenderLeafProps } from 'slate-react';
import { useCodeColours } from './code/use-code-colours';
import { NoteElement } from './elements/element';
import { NoteLeaf } from './elements/leaf';
import { inlineHtmlIn } from './html/inline-html';
import { NoteSession } from './note-session';
import './note.css';

/** Markdown as the note editor shows it, for reading only. */
export function NoteReader({ label, text }: { label: string; text: string }) {
  // Delimiters at the very start would open front matter.
  const body = `\n${text}`;
  const [session] = useState(() => new NoteSession(body));
  const colours = useCodeColours();
  const decorate = useCallback((entry: NodeEntry) => [...colours(entry), ...inlineHtmlIn(entry)], [colours]);
  useEffect(() => session.take(body), [session, body]);
  return (
    <Slate editor={session.editor} initialValue={session.editor.children}>
      <Editable
        readOnly
        aria-label={label}
        className="prose-zo note outline-none"
        decorate={decorate}
        renderElement={renderElement}
        renderLeaf={renderLeaf}
      />
    </Slate>
  );
}

const renderElement = (props: RenderElementProps) => <NoteElement {...props} />;
const renderLeaf = (props: RenderLeafProps) => <NoteLeaf {...props} />;
