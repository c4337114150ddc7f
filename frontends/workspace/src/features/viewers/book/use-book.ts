import { useCallback, useEffect, useRef, useState } from 'react';
import type { Location } from '@zo/web/paths';
import { paletteToggled, useAppDispatch } from '@zo/web/store';
import { readMessage, type Book, type BookProblem, type PageNumber } from './frame-messages';
import { readPlace, writePlace } from './reading-place';

/** A frame that does not answer for so long is given up. */
const TIMEOUT_MS = 20_000;

interface Look {
  /** Size of the text in per cent. */
  size: number;
  isDark: boolean;
}

type Target = { chapter: number; fraction?: number; anchor?: string };

export interface OpenBook {
  frame: (element: HTMLIFrameElement | null) => void;
  book: Book | undefined;
  at: PageNumber | undefined;
  problem: BookProblem | 'unreachable' | undefined;
  go: (target: Target) => void;
  turn: (direction: 1 | -1) => void;
}

/** Opens a book in a frame. The frame is foreign: only what `readMessage` accepts counts. */
export function useBook(location: Location, bytes: Uint8Array<ArrayBuffer>, look: Look): OpenBook {
  const window = useRef<Window | null>(undefined);
  const dispatch = useAppDispatch();
  const [book, setBook] = useState<Book>();
  const [at, setAt] = useState<PageNumber>();
  const [problem, setProblem] = useState<OpenBook['problem']>();
  const { size, isDark } = look;
  const known = useRef(look);
  known.current = look;
  const place = useRef(location);
  const send = useCallback((message: object) => window.current?.postMessage(message, '*'), []);

  useEffect(() => {
    const timer = setTimeout(() => setProblem('unreachable'), TIMEOUT_MS);
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      const message = source !== null && source === window.current ? readMessage(data) : undefined;
      if (!message) return;
      if ('palette' in message) return void dispatch(paletteToggled());
      if ('ready' in message) return send({ open: bytes.slice().buffer, look: known.current });
      clearTimeout(timer);
      if ('error' in message) return setProblem(message.error);
      if ('at' in message) {
        const { chapter, page, pages } = message.at;
        setAt(message.at);
        const fraction = pages > 1 ? page / (pages - 1) : 0;
        return writePlace(place.current, { chapter, fraction, size: known.current.size });
      }
      setBook(message.book);
      const { chapter, fraction } = readPlace(place.current);
      send({ go: chapter < message.book.chapters ? { chapter, fraction } : { chapter: 0 } });
    };
    addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', listen);
    };
  }, [bytes, send, dispatch]);
  useEffect(() => send({ look: { size, isDark } }), [send, size, isDark]);

  return {
    frame: useCallback((element) => void (window.current = element?.contentWindow), []),
    book,
    at,
    problem,
    go: (target) => send({ go: target }),
    turn: (direction) => send({ turn: direction }),
  };
}
