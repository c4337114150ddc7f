import { ArrowLeft, ArrowRight, Maximize, Minus, Plus, Scan } from 'lucide-react';
import { cn, IconButton } from '@zo/web/ui';
import { ImageDetails, type ImageSource } from './image-details';
import { IMAGE } from './messages';
import type { Siblings } from './use-siblings';
import type { ImageZoom } from './use-zoom';
import { stepFrom, type Size } from './zoom';

interface ImageToolbarProps {
  image: Size | undefined;
  source: ImageSource;
  zoom: ImageZoom;
  siblings: Siblings;
  onPrevious: () => void;
  onNext: () => void;
}

/** The buttons over an image. */
export function ImageToolbar({
  image,
  source,
  zoom: { zoom, scale, zoomTo },
  siblings,
  onPrevious,
  onNext,
}: ImageToolbarProps) {
  const isFit = zoom === 'fit';
  const hasSiblings = siblings.previous !== undefined || siblings.next !== undefined;
  return (
    <div
      role="toolbar"
      aria-label={IMAGE.toolbar}
      className={cn(
        'absolute right-4 bottom-4 flex items-center gap-0.5 rounded-lg',
        'border border-line-1 bg-surface-1 p-1 shadow-float',
      )}
    >
      {hasSiblings ? (
        <>
          <IconButton label={IMAGE.previous} keys="←" side="top" disabled={!siblings.previous} onClick={onPrevious}>
            <ArrowLeft />
          </IconButton>
          <IconButton label={IMAGE.next} keys="→" side="top" disabled={!siblings.next} onClick={onNext}>
            <ArrowRight />
          </IconButton>
        </>
      ) : null}
      <span className="px-2 text-xs whitespace-nowrap text-text-2 tabular-nums @max-md:hidden">
        {image ? `${image.width} × ${image.height}` : ''}
      </span>
      <IconButton label={IMAGE.zoomOut} keys="−" side="top" onClick={() => zoomTo(stepFrom(scale, -1))}>
        <Minus />
      </IconButton>
      <span role="status" aria-label="Zoom" className="w-12 text-center text-xs text-text-2 tabular-nums">
        {Math.round(scale * 100)} %
      </span>
      <IconButton label={IMAGE.zoomIn} keys="+" side="top" onClick={() => zoomTo(stepFrom(scale, 1))}>
        <Plus />
      </IconButton>
      <IconButton
        label={isFit ? IMAGE.actualSize : IMAGE.fit}
        keys={isFit ? '1' : '0'}
        side="top"
        onClick={() => zoomTo(isFit ? 1 : 'fit')}
      >
        {isFit ? <Scan /> : <Maximize />}
      </IconButton>
      <ImageDetails source={source} size={image} />
    </div>
  );
}
