import type { ReactNode } from 'react';
import { useSlateSelector } from 'slate-react';
import type { Element } from 'slate';
import { NOTE } from '../messages';
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
    if (container.kind === 'quote')
      return (
        <div role="blockquote" className="note-quote">
          {inner}
        </div>
      );
    const content = (
      <>
        {depth >= shape.inherited && !isTask ? <Marker container={container} shape={shape} /> : null}
        {inner}
      </>
    );
    // Only the block that opens an item or a footnote begins it for assistive programs; others are in it by their
    // place.
    const isOpened = depth >= shape.inherited;
    if (container.kind === 'footnote')
      return (
        <div
          {...(isOpened && { role: 'note', 'aria-label': NOTE.footnote(nameOfFootnote(container)) })}
          className="note-item"
        >
          {content}
        </div>
      );
    // The blocks of a note are no children of one list, so each item has one around it.
    return (
      <div role={isOpened ? 'list' : undefined} className="note-list">
        <div {...(isOpened && itemRole(depth, container.id, shape))} className="note-item">
          {content}
        </div>
      </div>
    );
  }, children);
}

/** The innermost item has its place in its list. */
const itemRole = (depth: number, id: number, { place }: Shape) => ({
  role: 'listitem',
  'aria-level': depth + 1,
  ...(place?.id === id && { 'aria-posinset': place.at, 'aria-setsize': place.of }),
});

/** The name between `[^` and `]:`. */
const nameOfFootnote = ({ marker }: Exclude<Container, { kind: 'quote' }>) => marker.slice(2, -2);

function Marker({ container, shape }: { container: Exclude<Container, { kind: 'quote' }>; shape: Shape }) {
  const isOrdered = container.kind === 'item' && container.ordered;
  const text =
    container.kind === 'footnote'
      ? nameOfFootnote(container)
      : isOrdered
        ? `${shape.number ?? 1}${container.marker.at(-1)}`
        : '•';
  return (
    // A number is read out; that something is an item or a footnote is said by its role.
    <span contentEditable={false} className="note-marker" aria-hidden={!isOrdered}>
      {text}
    </span>
  );
}
