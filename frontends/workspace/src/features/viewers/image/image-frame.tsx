import { ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, cn } from '@zo/web/ui';

interface ImageFrameProps {
  /** Width and height in words. */
  size: string;
  /** The image is shown at its own size instead of scaled to the pane. */
  whole: boolean;
  onWhole: (whole: boolean) => void;
  children: ReactNode;
}

export const imageClass = (whole: boolean) =>
  whole ? 'max-w-none cursor-zoom-out' : 'max-h-full max-w-full cursor-zoom-in object-contain';

/** The pane of an image, with its size and the button that scales it. */
export function ImageFrame({ size, whole, onWhole, children }: ImageFrameProps) {
  return (
    <div className="relative h-full bg-surface-2">
      <div className={cn('h-full p-6', whole ? 'overflow-auto' : 'flex items-center justify-center overflow-hidden')}>
        {children}
      </div>
      <div className="absolute right-4 bottom-4 flex items-center gap-1 rounded-lg border border-line-1 bg-surface-1 p-1 pl-2.5 shadow-float">
        <span className="text-xs text-text-2 tabular-nums">{size}</span>
        <IconButton label={whole ? 'Fit' : 'Actual size'} side="top" onClick={() => onWhole(!whole)}>
          {whole ? <ZoomOut /> : <ZoomIn />}
        </IconButton>
      </div>
    </div>
  );
}
