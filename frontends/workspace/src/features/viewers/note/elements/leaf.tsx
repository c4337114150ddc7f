import { createElement } from 'react';
import type { RenderLeafProps } from 'slate-react';
import { InlineFormula } from '../formulas/inline-formula';
import { HTML_MARKS } from '../html/inline-html';
import { PendingImageFrame } from '../images/pending-image-frame';
import { labelOf, LinkedText, ReferenceText } from '../links/linked-text';

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
  for (const mark of HTML_MARKS) if (leaf[`html:${mark}`]) content = createElement(mark, null, content);
  const address = leaf['html:a'];
  if (address !== undefined) content = <LinkedText url={address}>{content}</LinkedText>;
  return (
    <span {...attributes} className={classOf(leaf, label !== undefined)}>
      {content}
      {leaf.pendingImages?.map((image) => (
        <PendingImageFrame key={image.preview} image={image} isAlone={text.text === ''} />
      ))}
    </span>
  );
}

function classOf(leaf: RenderLeafProps['leaf'], isInBrackets: boolean): string | undefined {
  if (!leaf.raw || isInBrackets) return leaf.token;
  return leaf['html:br'] ? 'note-source note-break' : 'note-source';
}
