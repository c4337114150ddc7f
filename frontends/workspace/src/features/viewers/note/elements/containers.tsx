import type { ReactNode } from 'react';
import { useSlateSelector } from 'slate-react';
import type { Element } from 'slate';
import type { Block, Container } from '../model/nodes';
import { isSameShape, shapeOf, type Shape } from '../editor/shape';

/** The content of a block within its quotes, items and footnotes. */
export function Containers({ element, children }: { element: Element; children: ReactNode }) {
  const { containers } = element as unknown as Block;
  return containers?.length ? (
    <Nested element={element} containers={containers}>
      {children}
    </Nested>
  ) : (
    children
  );
}

function Nested({
  element,
  containers,
  children,
}: {
  element: Element;
  containers: readonly Container[];
  children: ReactNode;
}) {
  const shape = useSlateSelector((editor) => shapeOf(editor, element), isSameShape);
  const isTask = 'checked' in element && element.checked !== undefined;
  return containers.reduceRight<ReactNode>((inner, container, depth) => {
    if (container.kind === 'quote') return <div className="note-quote">{inner}</div>;
    const content = (
      <>
        {depth >= shape.inherited && !isTask ? <Marker container={container} shape={shape} /> : null}
        {inner}
      </>
    );
    if (container.kind === 'footnote') return <div className="note-item">{content}</div>;
    // The blocks of a note are no children of one list, so each item has one around it.
    return (
      <div role="list" className="note-list">
        <div role="listitem" aria-level={depth + 1} className="note-item">
          {content}
        </div>
      </div>
    );
  }, children);
}

function Marker({ container, shape }: { container: Exclude<Container, { kind: 'quote' }>; shape: Shape }) {
  const text =
    container.kind === 'footnote'
      ? container.marker.slice(2, -2)
      : container.ordered
        ? `${shape.number ?? 1}${container.marker.at(-1)}`
        : '•';
  return (
    <span contentEditable={false} className="note-marker" aria-hidden>
      {text}
    </span>
  );
}
