import { useRef, type ReactNode } from 'react';
import { Node, Range, type Text } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react';
import { useFormula } from '@zo/web/drawings';
import type { NoteEditor } from '../editor/types';
import { NOTE } from '../messages';
import { editInlineFormula } from './formulas';

interface InlineFormulaProps {
  readonly text: Text;
  readonly children: ReactNode;
}

/**
 * ED-02: TeX within text, drawn until the cursor comes into it. The source stays in the page, where the editor needs
 * it.
 */
export function InlineFormula({ text, children }: InlineFormulaProps) {
  const editor = useSlateStatic();
  const isEdited = useSlateSelector((current) => hasCursor(current, text));
  const source = text.text;
  const isDrawn = !isEdited && source.trim() !== '';
  return (
    <>
      {isDrawn ? (
        <Drawn source={source} isInline={text.math !== '$$'} onEdit={() => editInlineFormula(editor, text)} />
      ) : null}
      <code className={isDrawn ? 'sr-only' : 'note-formula-source'}>{children}</code>
    </>
  );
}

interface DrawnProps {
  readonly source: string;
  readonly isInline: boolean;
  readonly onEdit: () => void;
}

function Drawn({ source, isInline, onEdit }: DrawnProps) {
  const box = useRef<HTMLSpanElement>(null);
  const { failure } = useFormula(box, source, isInline);
  return (
    // The source beside it says the same to screen readers.
    <span
      contentEditable={false}
      aria-hidden
      className={isInline ? 'note-formula' : 'note-formula note-formula-displayed'}
      onClick={onEdit}
    >
      {failure === undefined ? null : (
        <span className="text-bad" title={failure}>
          {NOTE.formulaError} {source}
        </span>
      )}
      <span ref={box} hidden={failure !== undefined} />
    </span>
  );
}

/** Whether the selection starts or ends in a text. */
function hasCursor(editor: NoteEditor, text: Text): boolean {
  const { selection } = editor;
  if (!selection || !ReactEditor.isFocused(editor)) return false;
  return Range.edges(selection).some(({ path }) => Node.getIf(editor, path) === text);
}
