import { useEffect, useRef } from 'react';
import { rawHref } from '@zo/web/paths';
import type { PreviewProps } from './preview';

/** A small image, made in the computer of the file. */
export function ImagePreview({ entry, version, onMissing }: PreviewProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const shown = image.current;
    // Chromium goes on loading an image that was removed, and the computer with making it.
    return () => {
      if (shown && !shown.isConnected) shown.removeAttribute('src');
    };
  }, []);
  return (
    <img
      ref={image}
      src={`${rawHref(entry)}?thumb=320&v=${version}`}
      alt=""
      draggable={false}
      decoding="async"
      onError={onMissing}
      className="size-full object-cover"
    />
  );
}
