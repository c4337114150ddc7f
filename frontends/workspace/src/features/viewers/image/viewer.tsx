import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { EmptyState } from '@zo/web/ui';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import { useLoadFailure } from '../use-load-failure';
import type { ViewerProps } from '../viewer';
import { ImageFrame, imageClass } from './image-frame';

/** FV-01 image: scaled to the pane; a click shows it at its own size. */
export default function ImageViewer({ location, file }: ViewerProps) {
  const [whole, setWhole] = useState(false);
  const { ref, failed, onError } = useLoadFailure<HTMLImageElement>();
  const [size, setSize] = useState('');
  const src = sourceOf(location, file);
  if (failed)
    return (
      <EmptyState tone="bad" icon={<ImageOff />} title={VIEWER.imageFailed}>
        {src}
      </EmptyState>
    );
  return (
    <ImageFrame size={size} whole={whole} onWhole={setWhole}>
      <img
        src={src}
        alt={nameOf(location)}
        ref={ref}
        onError={onError}
        onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
        onClick={() => setWhole(!whole)}
        className={imageClass(whole)}
      />
    </ImageFrame>
  );
}
