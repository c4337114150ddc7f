import { useEffect, useRef, useState } from 'react';
import { rawHref } from '@zo/web/paths';
import { FileIcon } from '@zo/web/file-types';
import type { Entry } from '../../workspace.slice';

const IMAGE_NAME = /\.(jpe?g|png|webp|gif|heic|heif)$/i;

/** A thumbnail of the file, made in its computer, or the icon of its kind. `version` changes with the file. */
export function Thumbnail({
  entry,
  version,
  height,
  onMissing,
}: {
  entry: Entry;
  version: string;
  height: number;
  onMissing: () => void;
}) {
  const [isShown, setShown] = useState(true);
  const image = useRef<HTMLImageElement>(null);
  const hasThumbnail = isShown && IMAGE_NAME.test(entry.name);
  useEffect(() => {
    const shown = image.current;
    // Chromium goes on loading an image that was removed, and the computer with making it.
    return () => {
      if (shown && !shown.isConnected) shown.removeAttribute('src');
    };
  }, []);
  return (
    <div
      className="flex items-center justify-center overflow-hidden rounded-md border border-line-1 bg-surface-2"
      style={{ height }}
    >
      {hasThumbnail ? (
        <img
          ref={image}
          src={`${rawHref(entry)}?thumb=320&v=${version}`}
          alt=""
          draggable={false}
          decoding="async"
          onError={() => {
            setShown(false);
            onMissing();
          }}
          className="size-full object-cover"
        />
      ) : (
        <FileIcon name={entry.name} isDirectory={false} className="size-8 text-text-3" />
      )}
    </div>
  );
}
