import { useEffect, useRef } from 'react';
import { Editor, Node, Range, Text, Transforms, type Point } from 'slate';
import { parentOf, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { documents } from '../../../document/use-document';
import { requestUpload } from '../../../uploads/upload-picker';
import { blockAtCursor } from './editor/blocks';
import { insertImage, titleOf } from './editor/images';
import type { NoteEditor } from './editor/types';
import { NOTE } from './messages';
import { useNoteLocation } from './note-context';
import type { NoteSession } from './note-session';

/** Pasted and dropped images are uploaded to this folder beside the note. */
const FOLDER = 'Images';
/** The name that browsers give to an image on the clipboard. */
const CLIPBOARD_NAME = 'image.png';

/**
 * ED-06: uploads the images of a paste or a drop and inserts each when it has arrived, also after the page was left;
 * the list of uploads shows the states and offers a retry. Returns false for anything but images, also for images that
 * come with text or HTML.
 */
export function useImageUploads(session: NoteSession): (data: DataTransfer, at?: Range) => boolean {
  const { editor } = session;
  const location = useNoteLocation();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const change: Change = async (insert) => {
    if (isShown.current) return (insert(), true);
    return documents.change(location, (text) => {
      session.take(text);
      insert();
      return session.print();
    });
  };
  return (data, at) => {
    const images = imagesOf(data);
    if (at) Transforms.select(editor, at);
    const [block] = blockAtCursor(editor) ?? [];
    if (images.length === 0 || !editor.selection || block?.type === 'code' || block?.type === 'raw') return false;
    const point = Range.end(editor.selection);
    for (const image of images) upload({ editor, change }, { image, point, folder: parentOf(location) });
    return true;
  };
}

/** Changes the note; false when it is gone. */
type Change = (insert: () => void) => Promise<boolean>;

function imagesOf(data: DataTransfer): File[] {
  const files = [...data.files];
  const isPlain = !data.types.includes('text/html') && !data.types.includes('text/plain');
  return isPlain && files.every(({ type }) => type.startsWith('image/')) ? files : [];
}

function upload(
  { editor, change }: { editor: NoteEditor; change: Change },
  { image, point, folder }: { image: File; point: Point; folder: Location },
): void {
  // The place moves with what is typed meanwhile.
  const place = Editor.pointRef(editor, point);
  const isUnnamed = image.name === CLIPBOARD_NAME;
  const file = isUnnamed ? new File([image], clipboardName(new Date()), { type: image.type }) : image;
  const onEnd = async (uploaded: Location | undefined) => {
    if (!uploaded) return void place.unref();
    const path = uploaded.path.slice(folder.path.length);
    const url = path.map(encodeURIComponent).join('/');
    const caption = isUnnamed ? '' : titleOf(file.name);
    const insert = () => insertImage(editor, { url, caption, at: placeIn(editor, place.unref()) });
    if (!(await change(insert).catch(() => false))) toast.error(NOTE.imageApart(path.join('/')));
  };
  requestUpload({ target: folder, files: [{ file, path: [FOLDER], onEnd: (uploaded) => void onEnd(uploaded) }] });
}

/** The end of the note when its text was replaced meanwhile. */
function placeIn(editor: NoteEditor, point: Point | null): Point {
  const node = point && Node.has(editor, point.path) ? Node.get(editor, point.path) : undefined;
  return point && Text.isText(node) && point.offset <= node.text.length ? point : Editor.end(editor, []);
}

const two = (value: number) => String(value).padStart(2, '0');

/** For example 'Pasted 2026-11-23 at 18.05.09.png'. */
function clipboardName(now: Date): string {
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `Pasted ${day} at ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}.png`;
}
