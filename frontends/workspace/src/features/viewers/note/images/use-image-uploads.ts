import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Range, Transforms, type NodeEntry } from 'slate';
import { parentOf, type Location } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import { documents } from '../../../../document/use-document';
import { requestUpload } from '../../../../uploads/upload-picker';
import { blockAtCursor } from '../editor/blocks';
import { NOTE } from '../messages';
import { useNoteLocation } from '../note-context';
import type { NoteSession } from '../note-session';
import { titleOf } from './insert-image';
import { PendingImages, type PendingImage, type PendingPlace } from './pending-images';

/** Pasted and dropped images are uploaded to this folder beside the note. */
const FOLDER = 'Images';
/** The name that browsers give to an image on the clipboard. */
const CLIPBOARD_NAME = 'image.png';

interface ImageUploads {
  /** Returns false for anything but images, also for images that come with text or HTML. */
  take(data: DataTransfer, at?: Range): boolean;
  /** Places of the images that have not arrived. */
  decorate(entry: NodeEntry): PendingPlace[];
}

/**
 * ED-06: uploads the images of a paste or a drop. Each is shown at its place with the state of its upload, and becomes
 * part of the note when it has arrived, also after the page was left.
 */
export function useImageUploads(session: NoteSession): ImageUploads {
  const { editor } = session;
  const change = useChange(session);
  const folder = parentOf(useNoteLocation());
  const [pending] = useState(() => new PendingImages(editor));
  const images = useSyncExternalStore(pending.subscribe, pending.getImages);

  const insert = async (image: PendingImage, uploaded: Location) => {
    const path = uploaded.path.slice(folder.path.length);
    const isDone = change(() => pending.insert(image, path.map(encodeURIComponent).join('/')));
    if (!(await isDone.catch(() => false))) toast.error(NOTE.imageApart(path.join('/')));
  };
  const upload = (image: PendingImage) => {
    const onEnd = async (uploaded: Location | undefined) => {
      if (uploaded) await insert(image, uploaded);
      pending.remove(image);
    };
    const file = { file: image.file, path: [FOLDER], onChange: image.setUpload };
    requestUpload({ target: folder, files: [{ ...file, onEnd: (uploaded) => void onEnd(uploaded) }] });
  };
  return {
    take: (data, at) => {
      const files = imagesOf(data);
      if (at) Transforms.select(editor, at);
      const [block] = blockAtCursor(editor) ?? [];
      if (files.length === 0 || !editor.selection || block?.type === 'code' || block?.type === 'raw') return false;
      pending.add(files.map(named), Range.end(editor.selection)).forEach(upload);
      return true;
    },
    decorate: useCallback((entry) => pending.placesIn(entry), [pending, images]),
  };
}

/** Changes the note; false when it is gone. */
type Change = (insert: () => void) => Promise<boolean>;

/** The note changes in its editor while that is shown, else in the stored document. */
function useChange(session: NoteSession): Change {
  const location = useNoteLocation();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return async (insert) => {
    if (isShown.current) return (insert(), true);
    return documents.change(location, (text) => {
      session.take(text);
      insert();
      return session.print();
    });
  };
}

function imagesOf(data: DataTransfer): File[] {
  const files = [...data.files];
  const isPlain = !data.types.includes('text/html') && !data.types.includes('text/plain');
  return isPlain && files.every(({ type }) => type.startsWith('image/')) ? files : [];
}

/** The file under the name that it is stored with, and its caption. */
function named(image: File): { file: File; caption: string } {
  if (image.name !== CLIPBOARD_NAME) return { file: image, caption: titleOf(image.name) };
  return { file: new File([image], clipboardName(new Date()), { type: image.type }), caption: '' };
}

const two = (value: number) => String(value).padStart(2, '0');

/** For example 'Pasted 2026-11-23 at 18.05.09.png'. */
function clipboardName(now: Date): string {
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `Pasted ${day} at ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}.png`;
}
