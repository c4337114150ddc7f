import type { RenderLeafProps } from 'slate-react';
import { InlineFormula } from './inline-formula';
import { labelOf, ReferenceText } from './reference-text';
import { PendingImageFrame } from './pending-image-frame';

/** Text with its marks. */
export function NoteLeaf({ attributes, leaf, text, children }: RenderLeafProps) {
  let content = children as React.JSX.Element;
  const label = leaf.raw ? labelOf(leaf.text) : undefined;
  if (leaf.code !== undefined) content = <code>{content}</code>;
  else if (leaf.math !== undefined) content = <InlineFormula text={text}>{content}</InlineFormula>;
  else if (label !== undefined) content = <ReferenceText label={label}>{content}</ReferenceText>;
  if (leaf.highlight) content = <mark>{content}</mark>;
  if (leaf.strike) content = <s>{content}</s>;
  if (leaf.italic) content = <em>{content}</em>;
  if (leaf.bold) content = <strong>{content}</strong>;
  return (
    <span {...attributes} className={leaf.raw && label === undefined ? 'note-source' : leaf.token}>
      {content}
      {leaf.pendingImages?.map((image) => (
        <PendingImageFrame key={image.preview} image={image} isAlone={text.text === ''} />
      ))}
    </span>
  );
}
