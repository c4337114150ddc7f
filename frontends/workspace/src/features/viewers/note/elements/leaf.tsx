import type { RenderLeafProps } from 'slate-react';

/** Text with its marks. */
export function NoteLeaf({ attributes, leaf, children }: RenderLeafProps) {
  let content = children as React.JSX.Element;
  if (leaf.code !== undefined || leaf.math !== undefined) content = <code>{content}</code>;
  if (leaf.highlight) content = <mark>{content}</mark>;
  if (leaf.strike) content = <s>{content}</s>;
  if (leaf.italic) content = <em>{content}</em>;
  if (leaf.bold) content = <strong>{content}</strong>;
  return (
    <span {...attributes} className={leaf.raw ? 'note-source' : leaf.token}>
      {content}
    </span>
  );
}
