import { MessageSquareQuote } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isOnComputer, nameOf, pathKey, type Location } from '@zo/web/paths';
import { questionAsked, useAppDispatch } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import { VIEWER } from './messages';
import { readSelection } from './read-selection';

/** The selection is settled: the button does not flicker behind the mouse. */
const SETTLED_MS = 200;
const HEIGHT = 40;

interface AskSelectionProps {
  location: Location;
  /** The source of what is shown, if it is text. */
  text?: string;
  children: ReactNode;
}

/** A button beside text selected in a file, which takes it into the chat; Ctrl or Cmd, Shift and period do the same. */
export function AskSelection({ location, text, children }: AskSelectionProps) {
  const host = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ x: number; y: number }>();
  const dispatch = useAppDispatch();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPlace(host.current ? placeOf(host.current) : undefined), SETTLED_MS);
    };
    document.addEventListener('selectionchange', look);
    // A scrolled selection is elsewhere; the button follows it when that is settled.
    const hide = () => {
      setPlace(undefined);
      look();
    };
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('scroll', hide, { capture: true });
    };
  }, []);

  const ask = async () => {
    const excerpt = await readSelection(host.current!, nameOf(location), text);
    setPlace(undefined);
    if (excerpt) dispatch(questionAsked({ files: [], excerpt: { ...excerpt, ...pathOf(location) } }));
    else toast(VIEWER.nothingSelected);
  };
  return (
    <div
      ref={host}
      className="h-full min-h-0"
      onKeyDown={(event) => {
        if (event.code !== 'Period' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void ask();
      }}
    >
      {children}
      {place
        ? createPortal(
            <div className="fixed z-40" style={{ left: place.x, top: place.y }}>
              <Button
                className="shadow-float"
                // The selection stays.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => void ask()}
              >
                <MessageSquareQuote />
                {VIEWER.askZo}
              </Button>
            </div>,
            document.body,
          )
        : null}
    </div>
  );
}

/** A machine has no history that knows whose its files are. */
const pathOf = (location: Location) => (isOnComputer(location) ? { path: pathKey(location) } : {});

/** Where the button goes: under the end of the selection; undefined when none is in the file. */
function placeOf(host: HTMLElement): { x: number; y: number } | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!host.contains(range.commonAncestorContainer) || selection.toString().trim() === '') return undefined;
  const box = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  const around = host.getBoundingClientRect();
  if (box.bottom < around.top || box.top > around.bottom) return undefined;
  return {
    x: Math.max(around.left + 4, Math.min(box.right, around.right - 100)),
    y: Math.min(box.bottom + 6, around.bottom - HEIGHT),
  };
}
