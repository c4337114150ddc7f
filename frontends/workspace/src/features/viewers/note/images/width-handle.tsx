import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { NOTE } from '../messages';
import { clampWidth, MAX_WIDTH, MIN_WIDTH } from '../model/image-text';

/** CSS pixels that an arrow key changes the width by. */
const STEP = 10;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };

interface WidthHandleProps {
  /** Undefined while the image has its natural width. */
  readonly width: number | undefined;
  readonly shownWidth: () => number;
  /** The width while the pointer moves; undefined when it ends. */
  readonly onDrag: (width: number | undefined) => void;
  readonly onResize: (width: number) => void;
}

/** ED-02: resizes an image by its right edge, or with the arrow keys. */
export function WidthHandle({ width, shownWidth, onDrag, onResize }: WidthHandleProps) {
  const grabbed = useRef<{ readonly x: number; readonly width: number }>(null);
  const widthAt = (event: PointerEvent) => clampWidth(grabbed.current!.width + event.clientX - grabbed.current!.x);
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // The editor would start a selection.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, width: shownWidth() };
  };
  const move = (event: PointerEvent) => grabbed.current && onDrag(widthAt(event));
  const end = (event: PointerEvent) => {
    if (grabbed.current && event.clientX !== grabbed.current.x) onResize(widthAt(event));
    cancel();
  };
  const cancel = () => {
    grabbed.current = null;
    onDrag(undefined);
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(clampWidth(shownWidth() + by));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={NOTE.imageWidth}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width ?? MAX_WIDTH}
      aria-valuetext={width === undefined ? 'Natural width' : `${width} pixels`}
      className="note-width-handle"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      onKeyDown={step}
    />
  );
}
