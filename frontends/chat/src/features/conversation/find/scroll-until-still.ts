/** An element that stays where it is for so many frames has found its place. */
const STILL_FRAMES = 10;
const MAX_FRAMES = 300;
const ENDED_BY = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to an element, again in each frame in which it has moved: what is above it gets its real height only once it
 * was near the screen. What the user does meanwhile ends it.
 */
export function scrollUntilStill(element: Element): () => void {
  const scrollTo = () => {
    element.scrollIntoView({ block: 'center' });
    return element.getBoundingClientRect().top;
  };
  let top = scrollTo();
  let still = 0;
  let frames = 0;
  const next = () => {
    const isStill = Math.abs(element.getBoundingClientRect().top - top) < 1;
    still = isStill ? still + 1 : 0;
    if (!isStill) top = scrollTo();
    frames++;
    if (still < STILL_FRAMES && frames < MAX_FRAMES && element.isConnected) request = requestAnimationFrame(next);
    else stop();
  };
  let request = requestAnimationFrame(next);
  const stop = () => {
    cancelAnimationFrame(request);
    for (const type of ENDED_BY) window.removeEventListener(type, stop);
  };
  for (const type of ENDED_BY) window.addEventListener(type, stop, { passive: true });
  return stop;
}
