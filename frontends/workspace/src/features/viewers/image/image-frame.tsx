import { useEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { useNavigate } from '@zo/web/router';
import { fileHref, nameOf, type Location } from '@zo/web/paths';
import type { OpenFile } from '@zo/web/store';
import { cn } from '@zo/web/ui';
import { sourceOf } from '../source';
import { ImageToolbar } from './image-toolbar';
import { IMAGE } from './messages';
import { useDrag } from './use-drag';
import { useImageKeys } from './use-image-keys';
import { useSiblings } from './use-siblings';
import { useGestures, useImageZoom } from './use-zoom';
import type { Size } from './zoom';

const PADDING = 24;
const UNKNOWN: Size = { width: 0, height: 0 };

/** The button that led to the image which opens next, so that the focus stays on it. */
let pressed: string | undefined;

/** Gives the focus to the button that led here. */
function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const label = pressed;
    pressed = undefined;
    if (!label) return;
    const button = frame.current?.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`);
    (button && !button.disabled ? button : frame.current)?.focus();
  }, [frame]);
}

interface ImageFrameProps {
  location: Location;
  file: OpenFile;
  /** Undefined until it is known. */
  size: Size | undefined;
  /** The image, which takes the style. */
  children: (style: CSSProperties | undefined) => ReactNode;
}

/** FV-01: the pane of an image, which zooms, moves and leads to the next one. */
export function ImageFrame({ location, file, size, children }: ImageFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const siblings = useSiblings(location);
  const zoom = useImageZoom({ pane, element, image: size ?? UNKNOWN, padding: PADDING });
  const { dragged, handlers } = useDrag();
  const turn = (to: Location | undefined, label: string) => {
    if (!to) return;
    pressed = frame.current?.contains(document.activeElement) ? label : undefined;
    void navigate(fileHref(to));
  };
  const turns = {
    onPrevious: () => turn(siblings.previous, IMAGE.previous),
    onNext: () => turn(siblings.next, IMAGE.next),
  };
  useGestures(pane, zoom);
  useImageKeys(frame, zoom, turns);
  useKeptFocus(frame);
  const style = size && {
    width: size.width * zoom.scale,
    height: size.height * zoom.scale,
    maxWidth: 'none',
    ...(zoom.scale >= 4 && { imageRendering: 'pixelated' as const }),
  };
  return (
    <section
      ref={frame}
      tabIndex={-1}
      data-page-focus
      aria-label={nameOf(location)}
      className="@container relative h-full bg-surface-2 inset-ring-focus outline-none"
    >
      <div
        ref={pane}
        {...handlers}
        onDoubleClick={({ clientX: x, clientY: y }) => zoom.zoomTo(zoom.zoom === 'fit' ? 1 : 'fit', { x, y })}
        className={cn('h-full touch-pan-x touch-pan-y', zoom.zoom === 'fit' ? 'overflow-hidden' : 'overflow-auto')}
      >
        <div className="grid min-h-full w-max min-w-full place-items-center p-6">
          <div ref={element} className={dragged ? 'cursor-grabbing' : 'cursor-grab'}>
            {children(style)}
          </div>
        </div>
      </div>
      <ImageToolbar
        image={size}
        source={{ url: sourceOf(location, file), name: nameOf(location), bytes: file.fileSize }}
        zoom={zoom}
        siblings={siblings}
        {...turns}
      />
    </section>
  );
}
