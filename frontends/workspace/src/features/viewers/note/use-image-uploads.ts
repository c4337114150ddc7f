import { Editor, Range, Transforms, type Point } from 'slate';
import { useSlateStatic } from 'slate-react';
import { parentOf, type Location } from '@zo/web/paths';
import { requestUpload } from '../../../uploads/upload-picker';
import { blockAtCursor } from './editor/blocks';
import { insertImage, titleOf } from './editor/images';
import type { NoteEditor } from './editor/types';
import { useNoteLocation } from './note-context';

/** Pasted and dropped images are uploaded to this folder beside the note. */
const FOLDER = 'Images';
/** The name that browsers give to an image on the clipboard. */
const CLIPBOARD_NAME = 'image.png';

/**
 * ED-06: uploads the images of a paste or a drop and inserts each when it has arrived; the list of uploads shows the
 * states and offers a retry. Returns false for anything but images, also for images that come with text or HTML.
 */
export function useImageUploads(): (data: DataTransfer, at?: Range) => boolean {
  const editor = useSlateStatic();
  const location = useNoteLocation();
  return (data, at) => {
    const images = imagesOf(data);
    if (at) Transforms.select(editor, at);
    const [block] = blockAtCursor(editor) ?? [];
    if (images.length === 0 || !editor.selection || block?.type === 'code' || block?.type === 'raw') return false;
    const point = Range.end(editor.selection);
    for (const image of images) upload(editor, { image, point, folder: parentOf(location) });
    return true;
  };
}

function imagesOf(data: DataTransfer): File[] {
  const files = [...data.files];
  const isPlain = !data.types.includes('text/html') && !data.types.includes('text/plain');
  return isPlain && files.every(({ type }) => type.startsWith('image/')) ? files : [];
}

function upload(editor: NoteEditor, { image, point, folder }: { image: File; point: Point; folder: Location }): void {
  // The place moves with what is typed meanwhile.
  const place = Editor.pointRef(editor, point);
  const isUnnamed = image.name === CLIPBOARD_NAME;
  const file = isUnnamed ? new File([image], clipboardName(new Date()), { type: image.type }) : image;
  const onEnd = (uploaded: Location | undefined) => {
    const at = place.unref() ?? Editor.end(editor, []);
    if (uploaded)
      insertImage(editor, {
        url: uploaded.path.slice(folder.path.length).map(encodeURIComponent).join('/'),
        caption: isUnnamed ? '' : titleOf(file.name),
        at,
      });
  };
  requestUpload({ target: folder, files: [{ file, path: [FOLDER], onEnd }] });
}

const two = (value: number) => String(value).padStart(2, '0');

/** For example 'Pasted 2026-11-23 at 18.05.09.png'. */
function clipboardName(now: Date): string {
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `Pasted ${day} at ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}.png`;
}
