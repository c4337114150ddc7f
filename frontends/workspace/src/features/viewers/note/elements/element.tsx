import { useId, type ComponentType } from 'react';
import { ReactEditor, useReadOnly, useSlateStatic, type RenderElementProps } from 'slate-react';
import { Check } from 'lucide-react';
import { CodeElement } from '../code/code';
import { toggleChecked } from '../editor/blocks';
import { ImageElement } from '../images/image';
import { NOTE } from '../messages';
import type { Heading, Paragraph } from '../model/nodes';
import { CellElement, RowElement, TableElement } from '../tables/table';
import { Containers } from './containers';
import { CitationElement, LinkElement, MentionElement } from './inline';
import { RawElement } from './raw';

type ElementComponent = ComponentType<RenderElementProps>;

function ParagraphElement({ attributes, element, children }: RenderElementProps) {
  const { checked } = element as unknown as Paragraph;
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        {checked === undefined ? (
          <p>{children}</p>
        ) : (
          <Task checked={checked} element={element}>
            {children}
          </Task>
        )}
      </Containers>
    </div>
  );
}

function Task({ checked, element, children }: Pick<RenderElementProps, 'element' | 'children'> & { checked: boolean }) {
  const editor = useSlateStatic();
  const readOnly = useReadOnly();
  const id = useId();
  return (
    <div className="note-task" data-done={checked || undefined}>
      <button
        type="button"
        role="checkbox"
        aria-checked={checked}
        aria-labelledby={id}
        aria-label={NOTE.task}
        contentEditable={false}
        disabled={readOnly}
        className={`task-box ${checked ? 'task-done' : ''}`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => toggleChecked(editor, ReactEditor.findPath(editor, element), !checked)}
      >
        {checked ? <Check strokeWidth={3} /> : null}
      </button>
      <p id={id}>{children}</p>
    </div>
  );
}

function HeadingElement({ attributes, element, children }: RenderElementProps) {
  const Tag = `h${(element as unknown as Heading).depth}` as const;
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <Tag>{children}</Tag>
      </Containers>
    </div>
  );
}

function RuleElement({ attributes, element, children }: RenderElementProps) {
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <hr contentEditable={false} />
        {children}
      </Containers>
    </div>
  );
}

const COMPONENTS: Readonly<Record<string, ElementComponent>> = {
  paragraph: ParagraphElement,
  heading: HeadingElement,
  code: CodeElement,
  table: TableElement,
  row: RowElement,
  cell: CellElement,
  rule: RuleElement,
  raw: RawElement,
  link: LinkElement,
  image: ImageElement,
  citation: CitationElement,
  mention: MentionElement,
};

/** ED-02: the element of a node; an unknown one is shown as a paragraph. */
export function NoteElement(props: RenderElementProps) {
  const Component = COMPONENTS[props.element.type] ?? ParagraphElement;
  return <Component {...props} />;
}
