import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Popover } from './popover';

/** FV-04: how long the pointer rests on something before its preview is shown. */
const HOVER_MS = 500;

interface WithPreviewProps {
  readonly label: string;
  readonly preview: ReactNode;
  /** What a click does instead, where it has something to do. */
  readonly onClick?: () => boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Shows a small panel beside something that a text names: on hover after a moment, on a click or a touch at once. */
export function WithPreview({ label, preview, onClick, className, children }: WithPreviewProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [box, setBox] = useState<DOMRect>();
  const open = () => {
    clearTimeout(timer.current);
    setBox(anchor.current?.getBoundingClientRect());
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={anchor}
      contentEditable={false}
      className={className}
      onPointerEnter={() => (timer.current = setTimeout(open, HOVER_MS))}
      onPointerLeave={() => clearTimeout(timer.current)}
      onClick={(event) => {
        if (!onClick?.()) return open();
        clearTimeout(timer.current);
        // The editor would select what was clicked, and scroll back to it.
        event.stopPropagation();
      }}
    >
      {children}
      {box ? (
        <Popover
          label={label}
          open
          box={box}
          align="start"
          keepFocus
          onOpenChange={(next) => !next && setBox(undefined)}
          className="w-80 p-3"
        >
          {preview}
        </Popover>
      ) : null}
    </span>
  );
}
