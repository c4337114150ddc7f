import { Download, Image as ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { useReadOnly, useSlateStatic } from 'slate-react';
import { toProblem } from '@zo/web/store';
import { isOnComputer, type ComputerLocation } from '@zo/web/paths';
import { toast } from '@zo/web/ui';
import type { NoteEditor } from '../editor/types';
import { webAddress } from '../links/resolve-link';
import { NOTE } from '../messages';
import { useNoteLocation } from '../note-context';
import { keepWebImage, webImagesIn } from './web-images';

interface WebImageProps {
  readonly url: string;
  readonly caption: string;
  readonly isInText: boolean;
  /** The link leads to where its text says. */
  readonly isInLink: boolean;
}

/** ED-02: an image of another site, which is asked for only after a click: its site learns that the note was opened. */
export function WebImage({ url, caption, isInText, isInLink }: WebImageProps) {
  const editor = useSlateStatic();
  const isReadOnly = useReadOnly();
  const location = useNoteLocation();
  const [isBusy, setBusy] = useState(false);
  const href = webAddress(url);
  const label = caption || url || NOTE.image;
  const note = href && !isReadOnly && isOnComputer(location) ? location : undefined;
  const get = async (target: ComputerLocation) => {
    setBusy(true);
    await getImages(editor, target, [href!]);
    setBusy(false);
  };
  return (
    <span className="note-chip max-w-full flex-wrap" title={note && NOTE.imageHint(new URL(href!).host)}>
      <ImageIcon />
      {href && !isInLink ? (
        <a href={href} target="_blank" rel="noopener noreferrer" className="min-w-0 truncate">
          {label}
        </a>
      ) : (
        label
      )}
      {note ? (
        <button
          type="button"
          className="text-accent-text"
          aria-label={isInText ? NOTE.getImage : undefined}
          disabled={isBusy}
          onClick={() => void get(note)}
        >
          {isInText ? <Download /> : isBusy ? NOTE.gettingImage : NOTE.getImage}
        </button>
      ) : null}
    </span>
  );
}

/** Gets one image after the other; the toast offers to get those that were not asked for. */
async function getImages(editor: NoteEditor, note: ComputerLocation, urls: readonly string[]): Promise<void> {
  const failures: string[] = [];
  for (const url of urls)
    await keepWebImage(editor, note, url).catch((error) => failures.push(toProblem(error).detail));
  const kept = urls.length - failures.length;
  const description = kept > 0 ? NOTE.imagesKept(kept) : undefined;
  if (failures.length > 0) return void toast.error(failures[0]!, { description });
  const others = webImagesIn(editor);
  toast.success(NOTE.imagesKept(kept), {
    ...(others.length > 0 && {
      action: { label: NOTE.getOthers(others.length), onClick: () => void getImages(editor, note, others) },
    }),
  });
}
