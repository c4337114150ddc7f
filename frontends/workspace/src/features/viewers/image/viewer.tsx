import { ImageOff, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { EmptyState, IconButton } from '@zo/web/ui';
import { VIEWER } from '../messages';
import { sourceOf } from '../source';
import { useLoadFailure } from '../use-load-failure';
import type { ViewerProps } from '../viewer';

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
    <div className="relative h-full bg-surface-2">
      <div
        className={whole ? 'h-full overflow-auto p-6' : 'flex h-full items-center justify-center overflow-hidden p-6'}
      >
        <img
          src={src}
          alt={nameOf(location)}
          ref={ref}
          onError={onError}
          onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
          onClick={() => setWhole(!whole)}
          className={whole ? 'max-w-none cursor-zoom-out' : 'max-h-full max-w-full cursor-zoom-in object-contain'}
        />
      </div>
      <div className="absolute right-4 bottom-4 flex items-center gap-1 rounded-lg border border-line-1 bg-surface-1 p-1 pl-2.5 shadow-float">
        <span className="text-xs text-text-2 tabular-nums">{size}</span>
        <IconButton label={whole ? 'Fit' : 'Actual size'} side="top" onClick={() => setWhole(!whole)}>
          {whole ? <ZoomOut /> : <ZoomIn />}
        </IconButton>
      </div>
    </div>
  );
}
