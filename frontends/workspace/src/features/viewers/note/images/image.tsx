import { useRef, useState } from 'react';
import { Node, type Element } from 'slate';
import {
  ReactEditor,
  useFocused,
  useReadOnly,
  useSelected,
  useSlateSelector,
  useSlateStatic,
  type RenderElementProps,
} from 'slate-react';
import { change } from '../editor/blocks';
import { focusText } from '../editor/focus-text';
import type { NoteEditor } from '../editor/types';
import { addressOf } from '../links/references';
import { imageHref } from '../links/resolve-link';
import { readImageText, writeImageText, type ImageText } from '../model/image-text';
import type { ImageNode } from '../model/nodes';
import { useNoteLocation } from '../note-context';
import { FailedImage } from './failed-image';
import { ImageCaption } from './image-caption';
import { WebImage } from './web-image';
import { WidthHandle } from './width-handle';

/** ED-02: an image of the user's files; others would tell their host that the note was opened. */
export function ImageElement({ attributes, element, children }: RenderElementProps) {
  const node = element as unknown as ImageNode;
  const editor = useSlateStatic();
  const readOnly = useReadOnly();
  const location = useNoteLocation();
  const isMarked = useSelected() && useFocused();
  const place = useSlateSelector((current) => placeOf(current, element));
  const url = useSlateSelector((current) => addressOf(current, node));
  const source = imageHref(location, url);
  const text = readImageText(node.alt);
  const save = (next: ImageText) =>
    change(editor, ReactEditor.findPath(editor, element), { alt: writeImageText(next) });
  // A bar ends a cell of a table.
  const isEditable = !readOnly && place !== 'cell';
  return (
    <span
      {...attributes}
      className={`note-image ${place === 'alone' ? 'note-image-alone' : ''}`}
      data-selected={isMarked || undefined}
    >
      <span contentEditable={false}>
        {source ? (
          <FileImage
            key={source}
            url={url!}
            source={source}
            text={text}
            {...(isEditable && { onResize: (width: number) => save({ ...text, width }) })}
          />
        ) : (
          <WebImage url={url ?? ''} caption={text.caption} isInText={place !== 'alone'} isInLink={place === 'link'} />
        )}
        {source && place === 'alone' ? (
          <ImageCaption
            caption={text.caption}
            {...(isEditable && { onSave: (caption: string) => save({ ...text, caption }) })}
            onClose={() => focusText(editor)}
          />
        ) : null}
      </span>
      {children}
    </span>
  );
}

/** In pixels. */
const DRAWING_WIDTH = 640;

interface FileImageProps {
  /** As it is written in the note. */
  readonly url: string;
  readonly source: string;
  readonly text: ImageText;
  readonly onResize?: (width: number) => void;
}

function FileImage({ url, source, text, onResize }: FileImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  /** Width while the handle is dragged. */
  const [dragged, setDragged] = useState<number>();
  /** Drawings that only have proportions would be shown without any width. */
  const [hasNoSize, setHasNoSize] = useState(false);
  const width = dragged ?? text.width;
  const shownWidth = width ?? (hasNoSize ? DRAWING_WIDTH : undefined);
  if (hasFailed) return <FailedImage address={url} onRetry={() => (setAttempt(attempt + 1), setHasFailed(false))} />;
  return (
    <span className="note-image-frame">
      <img
        key={attempt}
        ref={image}
        src={source}
        alt={text.caption}
        loading="lazy"
        {...(shownWidth !== undefined && { style: { width: shownWidth, maxWidth: '100%' } })}
        onLoad={({ currentTarget }) => setHasNoSize(currentTarget.clientWidth === 0)}
        onError={() => setHasFailed(true)}
      />
      {onResize ? (
        <WidthHandle
          width={width}
          shownWidth={() => image.current?.getBoundingClientRect().width ?? 0}
          onDrag={setDragged}
          onResize={onResize}
        />
      ) : null}
    </span>
  );
}

/** Where an image is: the only content of its paragraph, in the cell of a table, in a link, or within text. */
function placeOf(editor: NoteEditor, element: Element): 'alone' | 'cell' | 'link' | 'text' {
  const parent = parentOf(editor, element);
  if (parent?.type === 'cell' || parent?.type === 'link') return parent.type;
  const isAlone = parent?.children.every((node) => node === element || Node.string(node) === '');
  return parent?.type === 'paragraph' && isAlone ? 'alone' : 'text';
}

/** Undefined for a node that a change has replaced, before it is rendered again. */
function parentOf(editor: NoteEditor, element: Element): Element | undefined {
  try {
    return Node.parent(editor, ReactEditor.findPath(editor, element)) as Element;
  } catch {
    return undefined;
  }
}
