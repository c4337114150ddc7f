import { useEffect, useState, type RefObject } from 'react';

const REST_MS = 3_000;

/** Full screen of a stage. `isIdle`: the pointer has rested there, so the controls may go. */
export function useFullScreen(stage: RefObject<HTMLElement | null>) {
  const [isFullScreen, setFullScreen] = useState(false);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement === stage.current && stage.current !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [stage]);
  useEffect(() => {
    if (!isFullScreen) return;
    let timer: number | undefined;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setIdle(true), REST_MS);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const name of events) window.addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) window.removeEventListener(name, wake);
      setIdle(false);
    };
  }, [isFullScreen]);
  const toggle = () =>
    // Refused without a gesture of the user; the picture stays where it is.
    void (document.fullscreenElement ? document.exitFullscreen() : stage.current!.requestFullscreen()).catch(
      () => undefined,
    );
  return { isFullScreen, isIdle, toggle };
}
