import { Editor, Transforms, type Element, type Path, type Point } from 'slate';
import { HistoryEditor } from 'slate-history';
import { change } from '../editor/blocks';
import type { NoteEditor } from '../editor/types';
import { linkTail } from '../links/links';
import { readImageText, writeImageText } from '../model/image-text';
import type { ImageNode } from '../model/nodes';

/** ED-06: the width of an image that was inserted as a mention, unless it is narrower; in CSS pixels. */
const MENTIONED_WIDTH = 400;

interface InsertedImage {
  readonly url: string;
  readonly caption: string;
  readonly at?: Point;
}

/** The caption of an image at first: the name of its file without the ending. */
export const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Inserts an image and selects it; returns its path. */
export function insertImage(editor: NoteEditor, { url, caption, at }: InsertedImage): Path {
  const alt = writeImageText({ caption });
  const image: ImageNode = { type: 'image', url, alt, tail: linkTail(url), children: [{ text: '' }] };
  Transforms.insertNodes(editor, image as unknown as Element, { ...(at && { at }), select: true });
  return Editor.void(editor)![1];
}

/** Narrows the image at the cursor when it has loaded and is wide. `source` is where its file is read. */
export function narrowInsertedImage(editor: NoteEditor, source: string): void {
  const [entry] = Editor.nodes(editor, { match: (node) => 'type' in node && node.type === 'image' });
  if (!entry) return;
  const place = Editor.pathRef(editor, entry[1]);
  const image = new Image();
  image.onload = () => {
    const path = place.unref();
    if (!path || image.naturalWidth <= MENTIONED_WIDTH) return;
    const [node] = Editor.node(editor, path);
    const { caption } = readImageText((node as unknown as ImageNode).alt);
    // Undo removes the image, not only its width.
    HistoryEditor.withoutSaving(editor as HistoryEditor, () =>
      change(editor, path, { alt: writeImageText({ caption, width: MENTIONED_WIDTH }) }),
    );
  };
  image.onerror = () => place.unref();
  image.src = source;
}
